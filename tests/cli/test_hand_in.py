"""Handing in from a terminal, where the page comes and goes; with a real page it is in `web/test_leagues.py`."""

from pathlib import Path
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
    assert capsys.readouterr().out.splitlines()[1:] == ["Version 3 is being checked.", "Version 3 passed the check."]


def test_a_page_that_is_gone_has_the_version_all_the_same(zipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    let_answer(monkeypatch, [None])
    monkeypatch.setattr(hand_in, "PATIENCE_SECONDS", 0.0)
    with pytest.raises(NotHandedIn) as caught:
        hand_in.hand_in(bot=zipped, address="localhost:8000", code="K7QX-2M9D-H4TB")
    assert str(caught.value) == (
        "Version 3 is handed in, but http://localhost:8000 does not answer any more; when it does, your team's page "
        "says what the check found."
    )
