"""The arena as a process of its own: its page, spoken to over HTTP the way a browser or a villain does."""

import http.client
import json
import re
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cli.serving import Serving
from patience import PATIENCE, until
from schwarm.games.record import Record
from schwarm.store import open_store
from schwarm.web.live.side_player import SidePlayer
from web.plain_text import plain_text

PAGE = {"X-Schwarm": "page"}


@dataclass
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> str:
        return str(self.json["error"]["sentence"])

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def words(self) -> str:
        """What a page says, in order, without how it is made."""
        return plain_text(self.text)


class Arena(Serving):
    """`schwarm serve` with its page."""

    def __init__(
        self,
        data: Path | str,
        *arguments: str,
        port: int = 0,
        page_port: int = 0,
        lang: str = "en",
        open_files: int | None = None,
    ) -> None:
        places = ("--port", str(port), "--page-port", str(page_port), "--data", str(data))
        super().__init__(*places, *arguments, lang=lang, page=True, open_files=open_files)
        said = self.line("http://")
        found = re.search(r"http://[\d.]+:(\d+)/", said)
        assert found, said
        self.page_port = int(found[1])
        self.token = ""
        """The administrator's, if somebody has read it."""
        self.address = f"http://127.0.0.1:{self.page_port}"
        self._data = data

    def wait_until_saved(self, key: str, moves: int) -> None:
        """Whoever looks on hears of a move before it is on disk; before a crash a test waits for the disk."""
        store = open_store(self._data)
        try:
            until(lambda: (game := store.get(key)) and len(game.record.moves) >= moves, what=f"saving {key}")
        finally:
            store.close()

    def put_away(self, key: str, record: Record, sides: tuple[SidePlayer, SidePlayer], **meta: Any) -> None:
        """A game of the page that was left unfinished long ago, and that is nowhere but in the store."""
        store = open_store(self._data)
        try:
            store.add(key, record, meta={"places": [side.to_json() for side in sides], **meta})
        finally:
            store.close()


class Visitor:
    """Somebody with cookies. `trusted` requests carry the header that only the page's own scripts send."""

    def __init__(self, port: int, lang: str = "en") -> None:
        self.port, self.lang = port, lang
        self.cookies: dict[str, str] = {}
        self.streams: list[Stream] = []

    def close(self) -> None:
        for stream in self.streams:
            stream.close()

    def ask(
        self,
        path: str,
        body: Any = None,
        *,
        method: str | None = None,
        headers: Mapping[str, str] | None = None,
        trusted: bool = True,
    ) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sent = {"Accept-Language": self.lang, **(PAGE if trusted else {}), **(headers or {})}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        try:
            connection.request(method or ("GET" if body is None else "POST"), path, data, sent)
            answer = connection.getresponse()
            got = Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
            for name, value in answer.getheaders():
                if name.lower() == "set-cookie":
                    key, _, rest = value.partition("=")
                    self.cookies[key] = rest.partition(";")[0]
        finally:
            connection.close()
        return got

    def new_game(
        self, red: Mapping[str, str], blue: Mapping[str, str], game: str = "piranhas-2026", **more: Any
    ) -> str:
        """A new game; its key."""
        if not self.cookies:
            self.ask("/")
        answer = self.ask("/api/v1/games", {"game": game, "red": red, "blue": blue, **more})
        assert answer.status == 201, answer.text
        return str(answer.json["key"])

    def facts(self, key: str) -> Any:
        """What the page of a game knows."""
        text = self.ask(f"/game/{key}").text
        found = re.search(r'<script type="application/json" id="facts">(.*?)</script>', text, re.DOTALL)
        assert found, text[:2000]
        return json.loads(found[1])

    def follow(self, path: str, headers: Mapping[str, str] | None = None) -> "Stream":
        self.streams.append(Stream(self, path, headers or {}))
        return self.streams[-1]


class Stream:
    """Server-sent events, read one after the other."""

    def __init__(self, visitor: Visitor, path: str, headers: Mapping[str, str]) -> None:
        self._socket = socket.create_connection(("127.0.0.1", visitor.port), timeout=PATIENCE)
        cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        # As browsers ask: whatever is packed would be waited for in vain.
        sent = {"Host": f"127.0.0.1:{visitor.port}", "Accept-Encoding": "gzip", "Cookie": cookies, **headers}
        named = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        request = f"GET {path} HTTP/1.1\r\n{named}\r\n"
        self._socket.sendall(request.encode())
        self._file = self._socket.makefile("rb")
        status = self._file.readline()
        assert b" 200 " in status, status
        while self._file.readline() not in (b"\r\n", b""):
            pass

    def event(self, wanted: str, seconds: float = PATIENCE) -> Any:
        """The next event of a kind; others are passed over."""
        kind, deadline = "", time.monotonic() + seconds
        while time.monotonic() < deadline:
            line = self._file.readline()
            assert line, "the stream ended"
            if line.startswith(b"event: "):
                kind = line[7:].decode().strip()
            elif line.startswith(b"data: ") and kind == wanted:
                return json.loads(line[6:])
        raise AssertionError(f"no {wanted} in time")

    def close(self) -> None:
        self._file.close()
        self._socket.close()
