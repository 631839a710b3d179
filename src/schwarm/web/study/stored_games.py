"""Stored games over HTTP: listed, shown, brought along as files and taken away as files."""

import gzip
import hashlib
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schwarm.games import all_games
from schwarm.games.record import Record
from schwarm.protocol import replay
from schwarm.store.games import Store
from schwarm.store.stored_game import StoredGame, Summary
from schwarm.web.board import game_json, position_json
from schwarm.web.errors import NO_GAME, TOO_MANY, Refused
from schwarm.web.live.live_games import EXHIBITION, UPLOAD, LiveGames
from schwarm.web.live.routes import live_games_of
from schwarm.web.live.side_player import SidePlayer
from schwarm.web.shell.background import in_background
from schwarm.web.shell.responses import Json, access_of, read_body, render_part, visitor_of
from schwarm.web.shell.side_process import TOO_BUSY
from schwarm.web.study import game_details
from schwarm.web.study.game_file import READ
from schwarm.words import Moment

OWN_EVENTS = ("", UPLOAD)
"""Games that belong to no contest; those of contests are listed there."""
PAGE = 60
"""Games on one page of the list."""
REVIEWS = "review"
"""What the store remembers of the engine's verdicts, by the keys of games."""

Facts = dict[str, Any]


async def record_of(request: Request) -> Record:
    """The record of a game, whether it is on or in the store."""
    live_games, key = live_games_of(request), request.path_params["key"]
    if live_game := await live_games.find_or_resume(key):
        return live_game.record_with_notes
    return (await load_game(live_games, key)).record


def is_listed(key: str) -> bool:
    """Examples and the exhibition have places of their own."""
    return key != EXHIBITION and not key.startswith("example-")


async def load_game(live_games: LiveGames, key: str) -> StoredGame:
    kept = await live_games.load(key)
    if kept is None:
        raise Refused(NO_GAME(), 404)
    return kept


def stored_game_json(kept: StoredGame) -> Facts:
    """A stored game, as the page shows it."""
    return game_json.game_json(kept.record) | {
        "key": kept.summary.key,
        "live": False,
        "running": False,
        "paused": False,
        "players": [{"kind": "", "name": name, "here": True} for name in kept.record.players],
        "limit": None,
        "undo": False,
        "again": bool(kept.meta.get("places")) and kept.summary.key != EXHIBITION,
        "next": kept.meta.get("next"),
        "trouble": None,
        "unkept": None,
        "logs": logged_turns(kept),
    }


def logged_turns(kept: StoredGame) -> list[int]:
    """The turns about which something was printed."""
    return sorted({turn for turn, _ in kept.logs if turn >= 0})


async def find_finished(live_games: LiveGames, key: str) -> StoredGame | None:
    """A game as it is stored, once nothing more is expected of it."""
    live_game = live_games.games.get(key)
    return await live_games.load(key) if live_game is None or not live_game.live else None


async def find_details(live_games: LiveGames, kept: StoredGame | None) -> game_details.GameDetails:
    """What is known beside the moves of a stored game."""
    if kept is None:
        return game_details.NOTHING
    return await live_games.store.read(lambda store: game_details.collect_details(store, kept))


async def details(request: Request) -> Response:
    """What the page of a game shows beside its moves when it is over."""
    live_games, key = live_games_of(request), request.path_params["key"]
    kept = await find_finished(live_games, key)
    if kept is None and key not in live_games.games:
        raise Refused(NO_GAME(), 404)
    beside = await find_details(live_games, kept)
    return Json({"html": render_part("afterwards", beside=beside), "logs": logged_turns(kept) if kept else None})


def sides_of(kept: StoredGame, visitor: str) -> list[int]:
    """The sides that a visitor played in a stored game."""
    sides = [SidePlayer.from_json(side) for side in kept.meta.get("places", ())]
    return [index for index, side in enumerate(sides) if visitor and side.visitor == visitor]


def _outcome_sentence(summary: Summary) -> str:
    known = next((known for known in all_games() if known.id == summary.game), None)
    shown = position_json.outcome_json(summary.outcome, known, (summary.red, summary.blue)) if known else None
    return shown["sentence"] if shown else ""


def summary_json(summary: Summary) -> Facts:
    """A game in a list."""
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


async def upload(request: Request) -> Response:
    """A replay file or a record text becomes a stored game; the same file twice is the same game."""
    visitor, access = visitor_of(request), access_of(request)
    bounds = request.app.state.settings.bounds
    if not access.count_game(visitor):
        raise Refused(TOO_MANY(), 429)
    slots = request.app.state.uploads
    if slots.locked():
        raise Refused(TOO_BUSY(), 503)
    async with slots:
        data = await read_body(request, bounds.upload, bounds.patience)
        text = await request.app.state.side_process.do(READ, data)
        key = f"file-{hashlib.sha256(text).hexdigest()[:16]}"
        await live_games_of(request).store.write(
            lambda store: _save(store, key, Record.parse(text.decode()), bounds.uploads)
        )
    return Json({"key": key}, 201)


def _save(store: Store, key: str, record: Record, most: int) -> None:
    store.add(key, record, event=UPLOAD)
    for old in store.listing(event=UPLOAD, finished=None, newest_first=True)[most:]:
        store.remove(old.key)
        store.forget(REVIEWS, old.key)


async def download(request: Request) -> Response:
    """A game as a replay of its season or as record text."""
    record, kind = await record_of(request), request.path_params["kind"]
    key = "".join(char for char in request.path_params["key"] if char.isalnum() or char in "-_")[:40]
    name = f"{record.start.game.id}-{key}.{kind}"
    attached = {"Content-Disposition": f'attachment; filename="{name}"'}
    if kind == "txt":
        return Response(str(record), media_type="text/plain; charset=utf-8", headers=attached)
    if kind not in ("xml", "xml.gz"):
        raise Refused(NO_GAME(), 404)
    written = (await in_background(replay.write, record)).encode()
    if kind == "xml.gz":
        return Response(gzip.compress(written, mtime=0), media_type="application/gzip", headers=attached)
    return Response(written, media_type="application/xml", headers=attached)


ROUTES = [
    Route("/api/replays", upload, methods=["POST"]),
    Route("/api/games/{key:path}/afterwards", details),
    Route("/games/{key:path}/download.{kind}", download),
]
