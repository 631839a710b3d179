"""Handing in from a terminal, where the page comes and goes; with a real page it is in `web/test_leagues.py`."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from schwarm.cli import hand_in
from schwarm.cli.hand_in import LeaguePage, NotHandedIn, NotHeard

NUMBER = 3


@pytest.fixture
def zipped(tmp_path: Path) -> Path:
    path = tmp_path / "mybot.zip"
    path.touch()
    return path


def let_answer(monkeypatch: pytest.MonkeyPatch, answers: list[dict[str, Any] | None]) -> None:
    """A page that takes a version and then answers in this order, None: not at all; the last answer stays."""

    def ask(page: LeaguePage, path: str, fields: object = None) -> dict[str, Any]:
        if fields is not None:
            return {"league": "abc", "title": "10b", "team": "Sharks"}
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        if found is None:
            raise NotHeard(hand_in.NO_PAGE(address=page.address, error="Connection refused"))
        return found

    monkeypatch.setattr(LeaguePage, "ask", ask)
    monkeypatch.setattr(LeaguePage, "send", lambda page, path, file: {"number": NUMBER})
    monkeypatch.setattr(hand_in, "LOOK_SECONDS", 0.0)


def test_a_page_that_starts_anew_is_waited_for(
    zipped: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    waiting = {"state": "waiting", "sentence": "Version 3 is being checked."}
    ready = {"state": "ready", "sentence": "Version 3 passed the check.", "findings": []}
    let_answer(monkeypatch, [waiting, None, None, waiting, ready])
    with pytest.raises(SystemExit) as ended:
        hand_in.hand_in(bot=zipped, address="localhost:8000", code="K7QX-2M9D-H4TB")
    assert ended.value.code == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "Version 3 is being checked.",
        "Version 3 passed the check.",
        "See how it plays: http://localhost:8000/leagues/abc",
    ]


def test_a_page_that_is_gone_has_the_version_all_the_same(zipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    let_answer(monkeypatch, [None])
    monkeypatch.setattr(hand_in, "PATIENCE_SECONDS", 0.0)
    with pytest.raises(NotHandedIn) as caught:
        hand_in.hand_in(bot=zipped, address="localhost:8000", code="K7QX-2M9D-H4TB")
    assert str(caught.value) == (
        "Version 3 is handed in, but http://localhost:8000 does not answer any more; when it does, your team's page "
        "says what the check found."
    )


@pytest.mark.parametrize(
    "address",
    ["ftp://x", "http://", "http://x:99999", "http://[::1", "http://[nope]", "http://my page", "a..b", "http://℀.com"],
)
def test_what_is_no_address_of_a_page_is_refused_at_once(address: str) -> None:
    with pytest.raises(NotHandedIn) as caught:
        LeaguePage(address)
    assert str(caught.value) == f"“{address}” is not the address of a page; write it like http://192.168.1.5:8000."


@pytest.mark.parametrize("address", ["192.168.1.5:8000", "https://schule.de", "http://müller.de/", "[fe80::1%eth0]:80"])
def test_addresses_of_pages(address: str) -> None:
    assert LeaguePage(address).address in (f"http://{address}", address.rstrip("/"))


@contextmanager
def something_else(answer: bytes) -> Iterator[str]:
    """A program that is no page, and answers once; gives its address."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer_once() -> None:
            with server.accept()[0] as heard:
                # All of it: who closes before would cut the connection.
                while not heard.recv(65536).endswith(b"}"):
                    pass
                heard.sendall(answer)

        thread = Thread(target=answer_once)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
        thread.join()


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"<protocol>",
        b"HTTP/1.0 200 OK\r\n\r\n<html>",
        b"HTTP/1.0 200 OK\r\n\r\n[]",
        b"HTTP/1.0 200 OK\r\n\r\n{}",
        b"HTTP/1.0 302 Found\r\n\r\n{}",
        b"HTTP/1.0 404 Not Found\r\n\r\n[]",
        b'HTTP/1.0 404 Not Found\r\n\r\n{"message": "Not found"}',
    ],
)
def test_who_is_no_page_is_told_apart_whatever_it_answers(zipped: Path, answer: bytes) -> None:
    with something_else(answer) as address, pytest.raises(NotHandedIn) as caught:
        hand_in.hand_in(bot=zipped, address=address, code="K7QX-2M9D-H4TB")
    assert str(caught.value) == (
        f"{address} does not answer like a page of Schwarm (something else answers there); look at the address again."
    )
