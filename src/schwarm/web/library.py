"""Stored games over HTTP: listed, shown, brought along as files and taken away as files."""

import asyncio
import gzip
import hashlib
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schwarm.games import all_games
from schwarm.games.record import InvalidRecord, Record
from schwarm.protocol import replay
from schwarm.store.kept import Kept, Summary
from schwarm.web import aftermath, position, story
from schwarm.web.answer import Json, body, guest_of, part
from schwarm.web.errors import NO_GAME, TOO_MANY, Refused
from schwarm.web.hall import EXHIBITION, UPLOAD, Hall
from schwarm.web.place import Place
from schwarm.web.play import hall_of
from schwarm.words import Moment, Sentence

PAGE = 60
"""Games on one page of the list."""
REVIEWS = "review"
"""What the store remembers of the engine's verdicts, by the keys of games."""

Facts = dict[str, Any]


def record_of(request: Request) -> Record:
    """The record of a game, whether it is on or in the store."""
    hall, key = hall_of(request), request.path_params["key"]
    if table := hall.find(key):
        return table.noted
    return kept_game(hall, key).record


def kept_game(hall: Hall, key: str) -> Kept:
    kept = hall.kept(key)
    if kept is None:
        raise Refused(NO_GAME(), 404)
    return kept


def told(kept: Kept) -> Facts:
    """A stored game, as the page shows it."""
    return story.told(kept.record) | {
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
        "logs": logged(kept),
    }


def logged(kept: Kept) -> list[int]:
    """The turns about which something was printed."""
    return sorted({turn for turn, _ in kept.logs if turn >= 0})


def put_down(hall: Hall, key: str) -> Kept | None:
    """A game as it is stored, once nothing more is expected of it."""
    table = hall.tables.get(key)
    return hall.kept(key) if table is None or not table.live else None


async def afterwards(request: Request) -> Response:
    """What the page of a game shows beside its moves when it is over."""
    hall, key = hall_of(request), request.path_params["key"]
    kept = put_down(hall, key)
    if kept is None and key not in hall.tables:
        raise Refused(NO_GAME(), 404)
    beside = aftermath.about(hall.store, kept) if kept else aftermath.NOTHING
    return Json({"html": part("afterwards", beside=beside), "logs": logged(kept) if kept else None})


def sides_of(kept: Kept, visitor: str) -> list[int]:
    """The sides that a visitor played in a stored game."""
    places = [Place.of(place) for place in kept.meta.get("places", ())]
    return [side for side, place in enumerate(places) if visitor and place.visitor == visitor]


def line(summary: Summary) -> Facts:
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
        "sentence": position.outcome(end, known, (summary.red, summary.blue))["sentence"] if known and end else "",  # type: ignore[index]
        "moves": summary.moves,
        "date": Moment(summary.at),
    }


# -- files -------------------------------------------------------------------------------------------------------


async def upload(request: Request) -> Response:
    """A replay file or a record text becomes a stored game; the same file twice is the same game."""
    guest, door = guest_of(request), request.app.state.door
    bounds = request.app.state.settings.bounds
    if not door.counted(guest, "game", bounds.games):
        raise Refused(TOO_MANY(), 429)
    data = await body(request, bounds.upload, bounds.patience)
    async with request.app.state.readers:
        record = await asyncio.to_thread(read, data)
    key = f"file-{hashlib.sha256(str(record).encode()).hexdigest()[:16]}"
    hall = hall_of(request)
    await asyncio.to_thread(_keep, hall, key, record, bounds.uploads)
    return Json({"key": key}, 201)


def read(data: bytes) -> Record:
    """The game in a file of any kind that we know; raises one sentence."""
    begin = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:200]
    if not begin:
        raise Refused(EMPTY())
    if begin.startswith((b"<", b"\x1f\x8b")):
        return replay.read(data)
    try:
        return Record.parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise Refused(NO_TEXT()) from error
    except InvalidRecord as error:
        # Who brings something else entirely should hear what could be brought, not what line 1 lacks.
        raise error if b"Game:" in data[:2000] else Refused(NO_TEXT()) from error


def _keep(hall: Hall, key: str, record: Record, most: int) -> None:
    hall.store.add(key, record, event=UPLOAD)
    for old in hall.store.listing(event=UPLOAD, finished=None, newest_first=True)[most:]:
        hall.store.remove(old.key)
        hall.store.forget(REVIEWS, old.key)


async def download(request: Request) -> Response:
    """A game as a replay of its season or as record text."""
    record, kind = record_of(request), request.path_params["kind"]
    key = "".join(char for char in request.path_params["key"] if char.isalnum() or char in "-_")[:40]
    name = f"{record.start.game.id}-{key}.{kind}"
    attached = {"Content-Disposition": f'attachment; filename="{name}"'}
    if kind == "txt":
        return Response(str(record), media_type="text/plain; charset=utf-8", headers=attached)
    if kind not in ("xml", "xml.gz"):
        raise Refused(NO_GAME(), 404)
    written = (await asyncio.to_thread(replay.write, record)).encode()
    if kind == "xml.gz":
        return Response(gzip.compress(written, mtime=0), media_type="application/gzip", headers=attached)
    return Response(written, media_type="application/xml", headers=attached)


EMPTY = Sentence("The file is empty.")
NO_TEXT = Sentence(
    "This is no game; open a replay of the Software-Challenge (.xml or .xml.gz) or a record text (.txt)."
)

ROUTES = [
    Route("/api/replays", upload, methods=["POST"]),
    Route("/api/games/{key:path}/afterwards", afterwards),
    Route("/games/{key:path}/download.{kind}", download),
]
