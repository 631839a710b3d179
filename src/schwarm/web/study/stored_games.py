"""Stored games over HTTP: listed, shown, brought along as files and taken away as files."""

import gzip
import hashlib
from typing import Any, Literal

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from schwarm.games import Reason, all_games
from schwarm.games.record import Record
from schwarm.protocol import replay
from schwarm.store.games import Store, StoredGame, Summary, keep_newest
from schwarm.web.board import game_json, position_json
from schwarm.web.board.picture import ANIMATE, MAX_GIF_WIDTH
from schwarm.web.board.routes import pictures_of
from schwarm.web.errors import NO_GAME, Refused
from schwarm.web.leagues.membership import counted_visitor
from schwarm.web.leagues.own_words import add_own_words
from schwarm.web.live.async_store import CLIENTS
from schwarm.web.live.commands import EXHIBITION
from schwarm.web.live.contract import KeyJson, LiveGameJson, VisitorJson
from schwarm.web.live.routes import live_service_of, store_of
from schwarm.web.live.side_player import SidePlayer
from schwarm.web.live.snapshot import clocks_json
from schwarm.web.shell.access import Visitor
from schwarm.web.shell.background import in_background
from schwarm.web.shell.endpoint import Endpoint
from schwarm.web.shell.page_templates import ADDRESSES
from schwarm.web.shell.responses import access_of, read_body, render_part
from schwarm.web.shell.side_process import TOO_BUSY
from schwarm.web.study import game_details
from schwarm.web.study.contract import DetailsJson, FilmQuery
from schwarm.web.study.game_file import READ
from schwarm.words import Moment

UPLOAD = "upload"
OWN_EVENTS = ("", UPLOAD, CLIENTS)
"""Games that belong to no contest; those of contests are listed there."""
PAGE = 60
"""Games on one page of the list."""


async def find_record(request: Request, key: str) -> Record:
    """The record of a game, whether it is on or in the store."""
    return await live_service_of(request).record(key) or (await load_game(request, key)).record


def is_listed(game: Summary) -> bool:
    """Examples and the exhibition have places of their own, and a game that was called off was never played."""
    withdrawn = game.reason == Reason.CANCELLED.value and not game.moves
    return game.key != EXHIBITION and not game.key.startswith("example-") and not withdrawn


async def load_game(request: Request, key: str) -> StoredGame:
    kept = await store_of(request).load(key)
    if kept is None:
        raise Refused(NO_GAME())
    return kept


def stored_game_json(kept: StoredGame) -> LiveGameJson:
    """A stored game, as the page shows it."""
    sides = kept.meta.get("places") or ({"kind": ""}, {"kind": ""})
    facts: LiveGameJson = {
        **game_json.game_json(kept.record),
        "key": kept.summary.key,
        "live": False,
        "settled": True,
        "running": False,
        "paused": False,
        "asked": False,
        "players": [
            {"kind": side["kind"], "name": name, "here": True}
            for side, name in zip(sides, kept.record.players, strict=True)
        ],
        "clocks": clocks_json(kept.record),
        "elapsed": 0.0,
        "undo": False,
        "wantsBack": None,
        "wantsDraw": None,
        "again": bool(kept.meta.get("places")) and kept.summary.key != EXHIBITION,
        "next": kept.meta.get("next"),
        "trouble": None,
        "notSaved": None,
    }
    over = [place for place, state in enumerate(kept.record.states()) if state.outcome() is not None]
    if over and over[0] < len(kept.record.moves):
        facts["overAt"] = over[0]
    return facts


def logged_turns(kept: StoredGame) -> list[int]:
    """The turns about which something was printed."""
    return sorted({turn for turn, _ in kept.logs if turn >= 0})


async def find_details(request: Request, kept: StoredGame | None) -> game_details.GameDetails:
    """What is known beside the moves of a stored game."""
    if kept is None:
        return game_details.NOTHING
    return await store_of(request).read(lambda store: game_details.collect_details(store, kept))


async def show(request: Request) -> LiveGameJson:
    """A game with all its moves and positions, whether it is on or over."""
    key = request.path_params["key"]
    found = await live_service_of(request).snapshot(key)
    if found is not None and found["live"]:
        return found
    return await in_background(stored_game_json, await load_game(request, key))


async def details(request: Request) -> DetailsJson:
    """What the page of a game shows beside its moves when it is over."""
    key = request.path_params["key"]
    status = await live_service_of(request).status(key)
    kept = None if status is not None and status["live"] else await store_of(request).load(key)
    if kept is None and status is None:
        raise Refused(NO_GAME())
    if kept is not None:
        kept = await add_own_words(request, store_of(request), kept)
    beside = await find_details(request, kept)
    logs = logged_turns(kept) if kept else None
    # What is at hand may know it before the store does.
    after = status["next"] if status else kept.meta.get("next") if kept else None
    html = render_part("game-details", beside=beside)
    return DetailsJson(html=html, logs=logs, next=after, atHand=status is not None)


def visitor_json(kept: StoredGame, visitor: Visitor) -> VisitorJson:
    """What concerns one visitor of a stored game alone: the sides that they played."""
    sides = [SidePlayer.from_json(side) for side in kept.meta.get("places", ())]
    return {
        "mine": [index for index, side in enumerate(sides) if visitor.id and side.visitor == visitor.id],
        "thinks": [],
        "admin": visitor.admin,
        "invite": None,
        "near": False,
        "port": None,
        "client": False,
    }


def _outcome_sentence(summary: Summary) -> str:
    known = next((known for known in all_games() if known.id == summary.game), None)
    shown = position_json.outcome_json(summary.outcome, known, (summary.red, summary.blue)) if known else None
    return shown["sentence"] if shown else ""


def summary_json(summary: Summary) -> dict[str, Any]:
    """A game in a list, for a template."""
    known = {game.id: game for game in all_games()}.get(summary.game)
    names = [summary.red, summary.blue]
    end = summary.outcome
    return {
        "key": summary.key,
        "title": known.title if known else summary.game,
        "game": summary.game,
        "names": [name or str(side) for name, side in zip(names, next(iter(known.sides.values())), strict=True)]
        if known
        else names,
        "colours": known.side_colours() if known else ("red", "blue"),
        "winner": end.winner.index if end and end.winner else None,
        "finished": summary.finished,
        "sentence": _outcome_sentence(summary),
        "moves": summary.moves,
        "date": Moment(summary.at),
    }


# -- files -------------------------------------------------------------------------------------------------------


async def upload(request: Request) -> KeyJson:
    """A replay file or a record text becomes a stored game; the same file twice is the same game."""
    visitor, access = await counted_visitor(request), access_of(request)
    bounds = request.app.state.settings.bounds
    access.count_game(visitor)
    if not access.uploads.allows(visitor.client):
        raise Refused(TOO_BUSY())
    with access.uploads.holding(visitor.client):
        data = await read_body(request, bounds.upload, bounds.patience)
        text = await request.app.state.side_process.do(READ, data)
        key = f"file-{hashlib.sha256(text).hexdigest()[:16]}"
        await store_of(request).write(lambda store: _save(store, key, Record.parse(text.decode()), bounds.uploads))
    return KeyJson(key=key)


def _save(store: Store, key: str, record: Record, most: int) -> None:
    store.add(key, record, event=UPLOAD)
    keep_newest(store, UPLOAD, most)


async def download(request: Request, query: FilmQuery, kind: Literal["txt", "xml", "xml.gz", "gif"]) -> Response:
    """A game as a replay of its season, as record text or as an animated picture."""
    record = await find_record(request, request.path_params["key"])
    key = "".join(char for char in request.path_params["key"] if char.isalnum() or char in "-_")[:40]
    name = f"{record.start.game.id}-{key}.{kind}"
    attached = {"Content-Disposition": f'attachment; filename="{name}"'}
    if kind == "gif":
        return Response(await _animate(request, record, query), media_type="image/gif", headers=attached | PACKED)
    return Response(await in_background(_write_file, record, kind), media_type=FILE_KINDS[kind], headers=attached)


async def final_picture(request: Request) -> Response:
    """The way to the picture of a game's last position, for lists."""
    record = await find_record(request, request.path_params["key"])
    address = ADDRESSES.picture(record.start.game.id, str(record.final))
    age = "max-age=86400" if record.outcome else "no-cache"
    return RedirectResponse(address, headers={"Cache-Control": f"private, {age}"})


FILE_KINDS = {"txt": "text/plain; charset=utf-8", "xml": "application/xml", "xml.gz": "application/gzip"}


PACKED = {"Content-Encoding": "identity"}
"""A picture is packed already; packing it again would gain nothing."""


async def _animate(request: Request, record: Record, query: FilmQuery) -> bytes:
    """A game as an animated picture, drawn beside the server."""
    text = (await in_background(str, record)).encode()
    look = {"theme": query.theme, "flipped": query.side == "turned", "width": MAX_GIF_WIDTH}
    return await pictures_of(request).get(ANIMATE, text, **look, digest=hashlib.sha256(text).hexdigest())


def _write_file(record: Record, kind: str) -> bytes:
    if kind == "txt":
        return str(record).encode()
    written = replay.write(record).encode()
    return gzip.compress(written, mtime=0) if kind == "xml.gz" else written


ROUTES = [
    Endpoint("POST", "/replays", upload, 201, takes="application/octet-stream"),
    Route("/games/{key:path}/final.svg", final_picture),
    Endpoint("GET", "/games/{key:path}/details", details),
    Endpoint("GET", "/games/{key:path}", show),
    Endpoint("GET", "/games/{key:path}/download.{kind}", download, files=(*FILE_KINDS.values(), "image/gif")),
]
