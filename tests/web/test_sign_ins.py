"""Who signed in stays signed in when the server starts again; who signs out is out, also with a copied cookie."""

import re
import time
from pathlib import Path

import pytest

from schwarm.store import open_store
from schwarm.store.page import list_sign_ins
from schwarm.web.shell import sign_ins
from web.arena import Arena, Visitor
from web.leagues import LEAGUE, read_codes

pytestmark = pytest.mark.slow


def serve(data: Path) -> Arena:
    arena = Arena(data, "--public", "--host", "127.0.0.1")
    line = arena.line("Administration of the page")
    found = re.search(r"token=(\S+)", line)
    arena.token = found[1] if found else ""
    return arena


def comes_back(before: Visitor, arena: Arena) -> Visitor:
    """The same browser at the server that started again."""
    browser = Visitor(arena.page_port)
    browser.cookies.update(before.cookies)
    return browser


def is_in(browser: Visitor) -> bool:
    return "You are the administrator here." in browser.ask("/").text


def test_sign_ins_survive_a_restart(tmp_path: Path) -> None:
    with serve(tmp_path) as first:
        admin = Visitor(first.page_port)
        answer = admin.ask("/login?token=" + first.token)
        assert "Max-Age=2592000" in answer.headers["set-cookie"]
        assert is_in(admin)
        made = admin.ask("/api/v1/leagues", LEAGUE)
        assert made.status == 201
        league, codes = made.json["address"], read_codes(made)
        teacher = Visitor(first.page_port)
        assert teacher.ask("/api/v1/leagues/enter", {"code": codes[0]}).status == 200
        assert teacher.ask(f"{league}/manage").status == 200
        leaving, copied = Visitor(first.page_port), Visitor(first.page_port)
        assert leaving.ask("/api/v1/login", {"token": first.token}).status == 200
        copied.cookies.update(leaving.cookies)
        assert is_in(copied)
        assert "Sign out" in leaving.ask("/login").words
        assert leaving.ask("/api/v1/logout", {}, trusted=False).status == 403
        assert leaving.ask("/api/v1/logout", {}).status == 200
        assert not is_in(copied)
        assert not is_in(leaving)
        token = first.token
    # Nothing in the store opens the page by itself.
    kept = open_store(tmp_path)
    assert admin.cookies["schwarm-admin"] not in str(list_sign_ins(kept))
    kept.close()
    with serve(tmp_path) as second:
        assert second.token != token
        again = comes_back(admin, second)
        assert is_in(again)
        assert again.ask(f"{league}/manage").status == 200
        assert comes_back(teacher, second).ask(f"{league}/manage").status == 200
        assert not is_in(comes_back(copied, second))
        stranger = Visitor(second.page_port)
        for guess in ("x" * 32, "", "x" * 5000):
            stranger.cookies["schwarm-admin"] = guess
            assert not is_in(stranger)
        assert stranger.ask("/login?token=" + token).status == 403
        # An organiser who signs out or whose code is taken back is out, too.
        assert comes_back(teacher, second).ask(f"/api/v1{league}/leave", {}).status == 200
        assert comes_back(teacher, second).ask(f"{league}/manage").status == 403


def test_another_token_signs_everybody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHWARM_PAGE_TOKEN", "chosen-first")
    with serve(tmp_path) as first:
        admin = Visitor(first.page_port)
        assert admin.ask("/api/v1/login", {"token": "chosen-first"}).status == 200
    with serve(tmp_path) as same:
        assert is_in(comes_back(admin, same))
    monkeypatch.setenv("SCHWARM_PAGE_TOKEN", "chosen-second")
    with serve(tmp_path) as other:
        assert not is_in(comes_back(admin, other))


def test_a_sign_in_ends_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(tmp_path)
    known = sign_ins.SignIns(store)
    cookie = known.open()
    late = time.time() + sign_ins.MAX_SECONDS + 1
    assert known.knows(cookie)
    assert sign_ins.SignIns(store).knows(cookie)
    monkeypatch.setattr("schwarm.web.shell.sign_ins.time.time", lambda: late)
    assert not known.knows(cookie)
    fresh = known.open()
    # What is over is forgotten, and no cookie is kept as it is.
    (kept,) = list_sign_ins(store)
    assert fresh not in kept
    assert sign_ins.SignIns(store).knows(fresh)
    monkeypatch.setattr(sign_ins, "MAX_BROWSERS", 3)
    cookies = [known.open() for _ in range(4)]
    assert sum(map(sign_ins.SignIns(store).knows, [fresh, *cookies])) == 3
    store.close()
