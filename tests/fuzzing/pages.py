"""Damaged requests for the page, straight to the application: every answer is a page, data or a sentence.

A request is a text: method and address in the first line, then headers, an empty line and the body.
"""

import asyncio
import json
import re
import tempfile
from collections.abc import MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import schwarm
from schwarm.games.record import Record
from schwarm.protocol import replay
from schwarm.referee.lobby import Lobby, Settings
from schwarm.store import open_store
from schwarm.web.app import create_app
from schwarm.web.live.live_games import LiveGames
from schwarm.web.settings import Bounds, PageSettings
from schwarm.web.shell.feed import Stream

GAME = schwarm.game("piranhas-2026")
START = str(GAME.start(1)).replace(" ", "%20")
PERSON = {"kind": "person", "name": "Ada"}
TWO_PEOPLE = {"game": GAME.id, "red": PERSON, "blue": PERSON, "time": "2s/10s", "start": {"seed": 3}}
FAULT = 500
MAX_ASKED = 2_000
"""Requests to one page; then there is a new one, so that games begun long ago cost nothing."""
ENOUGH = 10**9
BOUNDS = Bounds(requests=ENOUGH, games=ENOUGH, all_games=ENOUGH, logins=ENOUGH, streams=ENOUGH)


def post(address: str, body: object) -> bytes:
    return f"POST {address}\nx-schwarm: page\ncontent-type: application/json\n\n{json.dumps(body)}".encode()


def get(address: str, *headers: str) -> bytes:
    return "\n".join((f"GET {address}", *headers, "", "")).encode()


SEEDS = [
    *(get(f"/{name}") for name in ("", "play", "watch", "games", "rules", "analysis", "login", "contests", "guide")),
    *(get(f"/{name}") for name in ("contests/new", "rules/piranhas-2019", "game/KEY", "join/abc", "contests/cup")),
    get("/", "accept-language: de,en;q=0.5", "cookie: visitor=abc; lang=de", "x-forwarded-for: 10.0.0.1"),
    get("/games?page=2&game=piranhas-2026&player=Ada&result=red"),
    get("/board/1/de/piranhas-2026/turned.json"),
    get("/board/1/dark.css"),
    get("/static/1/shell.js"),
    get(f"/api/v1/look/piranhas-2026?position={START}&move=A2-C2"),
    get(f"/api/v1/explain/piranhas-2026?position={START}&move=A2-C3&side=turned"),
    get(f"/api/v1/look/ostseeschach-2022?rules=official&position={START}"),
    get(f"/picture/piranhas-2026.svg?position={START}&last=A2-C2&theme=dark&download=1"),
    get(f"/analysis?game=piranhas-2026&position={START}"),
    get("/api/v1/games/KEY/events", "last-event-id: 4"),
    get("/api/v1/games/KEY/log/3"),
    get("/api/v1/games/KEY/details"),
    get("/games/KEY/download.xml"),
    get("/api/v1/live/events"),
    get("/api/v1/contests/cup/events"),
    post("/api/v1/games", TWO_PEOPLE),
    post("/api/v1/games", {"game": GAME.id, "rules": "official", "red": {"kind": "link"}, "blue": {"kind": "client"}}),
    post(
        "/api/v1/games",
        {"start": {"position": str(GAME.start(2))}, "game": GAME.id, "red": PERSON, "blue": {"kind": "link"}},
    ),
    post("/api/v1/games/KEY/move", {"move": "A2-C2", "turn": 0}),
    post("/api/v1/games/KEY/sit", {"code": "abc", "name": "Bob"}),
    *(post(f"/api/v1/games/KEY/{act}", {}) for act in ("undo", "resign", "rematch", "pause", "go", "step", "cancel")),
    post("/api/v1/login", {"token": "abc"}),
    post(
        "/api/v1/contests",
        {"kind": "match", "game": GAME.id, "players": ["random", "greedy"], "games": 2, "time": "2s"},
    ),
    post("/api/v1/contests/cup/stop", {}),
    b"POST /api/v1/replays\nx-schwarm: page\n\n" + replay.write(Record(GAME.start(1))).encode(),
    b"POST /api/v1/replays\nx-schwarm: page\n\n" + str(Record(GAME.start(1))).encode(),
]


class FirstMessage:
    """A connection whose reader leaves a stream after its first message."""

    def carry(self, stream: Stream) -> None:
        stream.begin(lambda event: None)
        stream.end()


class Page:
    """The application with a store of its own, asked without sockets."""

    def __init__(self, bounds: Bounds = BOUNDS) -> None:
        self.asked, self._bounds = 0, bounds
        self._folder = tempfile.TemporaryDirectory()
        self._loop = asyncio.new_event_loop()
        self.store = open_store(Path(self._folder.name))
        self._loop.run_until_complete(self._open())

    async def _open(self) -> None:
        self._games = LiveGames(Lobby(Settings(GAME)), 0, self.store)
        settings = PageSettings("a token that nobody guesses", public=True, exhibition=False, bounds=self._bounds)
        self._app = create_app(self._games, settings)
        self._cookie, self._key = b"", b"1"
        _, head, _ = await self._answer(get("/play"))
        self._cookie = head.get(b"set-cookie", b"").partition(b";")[0]
        _, _, body = await self._answer(post("/api/v1/games", TWO_PEOPLE))
        self._key = json.loads(body)["key"].encode()

    def close(self) -> None:
        self._loop.run_until_complete(self._games.stop())
        self._loop.close()
        self.store.close()
        self._folder.cleanup()

    def ask(self, data: bytes) -> int:
        """The status of the answer."""
        self.asked += 1
        return self._loop.run_until_complete(self._answer(data))[0]

    async def _answer(self, data: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
        """Status, headers and the beginning of the answer. Whoever asks for a stream leaves after its first message."""
        head, _, body = data.partition(b"\n\n")
        first, *lines = head.split(b"\n")
        method, _, address = first.partition(b" ")
        # The server in front lets nothing else through.
        path, _, query = b"".join(re.findall(rb"[\x21-\x7e]", address.replace(b"KEY", self._key))).partition(b"?")
        headers = [tuple(line.lower().split(b": ", 1)) for line in lines if b": " in line]
        scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method.decode("latin-1").upper(),
            "scheme": "http",
            "path": unquote(path.decode("latin-1")),
            "raw_path": path,
            "query_string": query,
            "root_path": "",
            "headers": [(b"host", b"127.0.0.1"), (b"cookie", self._cookie), *headers],
            "client": ("10.0.0.1", 4000),
            "server": ("127.0.0.1", 80),
            "extensions": {},
            "state": {"connection": FirstMessage()},
        }
        news = [{"type": "http.request", "body": body, "more_body": False}]
        answered, status, answer, told = asyncio.Event(), 0, b"", dict[bytes, bytes]()

        async def receive() -> dict[str, Any]:
            if news:
                return news.pop()
            await answered.wait()
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            nonlocal status, answer
            if message["type"] == "http.response.start":
                status = message["status"]
                told.update(message["headers"])
            elif message.get("body") or not message.get("more_body"):
                answer += message.get("body", b"")
                answered.set()

        with suppress(asyncio.CancelledError):
            await self._app(scope, receive, send)
        return status, told, answer


pages: list[Page] = []
"""The one that is asked at present."""


def ask_page(data: bytes) -> None:
    if pages and pages[0].asked >= MAX_ASKED:
        pages.pop().close()
    if not pages:
        pages.append(Page())
    status = pages[0].ask(data)
    assert 200 <= status < FAULT or status == 503, f"answered with {status}"
