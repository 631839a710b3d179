"""What a reader of the tutorial changes by hand leads to a bot that plays, and its lost game went as it is told."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import schwarm
from schwarm.engine import Engine, Limit
from schwarm.games.record import Record
from schwarm.player import Clock
from schwarm.player.class_file import player_class
from schwarm.workshop.bot_project import create

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")


def test_the_first_idea_fits_into_the_template(tmp_path: Path) -> None:
    folder = create(tmp_path / "mybot", "piranhas-2026")
    bot = (folder / "bot.py").read_text(encoding="utf-8")
    for gone, come in changes():
        assert bot.count(gone) == 1, gone
        bot = bot.replace(gone, come)
    example = (ROOT / "examples" / "first_idea.py").read_text(encoding="utf-8")
    idea = example[example.index("def spread") : example.index("class Together")]
    (folder / "bot.py").write_text(bot.replace("class Mybot", f"{idea}class Mybot"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "unittest", "discover", "mybot"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.endswith("OK\n")


def changes() -> list[tuple[str, str]]:
    """The lines that the tutorial says to change: each with its place, before and after."""
    found = re.search(r"```diff\n(.*?)```", TUTORIAL, re.DOTALL)
    assert found
    pieces = [piece.splitlines() for piece in found[1].split(" …\n")]
    assert len(pieces) == 2
    return [
        tuple("\n".join(line[1:] for line in piece if line[0] != left_out) for left_out in "+-")  # type: ignore[misc]
        for piece in pieces
    ]


def test_what_alpha_beta_says_about_the_lost_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    bot = player_class(ROOT / "examples" / "step_3_alpha_beta.py", "AlphaBeta")()
    said: list[str] = []
    bot.listener = said.append
    state = schwarm.game("piranhas-2026").parse("7m2/10/1m8/MlxS6/1mL6s/1msM6/2MxL5/3S6/6l3/10 56 -")
    said.append(str(bot.choose(state, Clock(60))))
    assert "```text\n" + "\n".join(said) + "\n```" in TUTORIAL


def test_the_lost_game_is_the_one_that_is_told() -> None:
    record = Record.parse((ROOT / "examples" / "lost_game.txt").read_text(encoding="utf-8"))
    state = record.start
    for played in record.moves[:56]:
        state = state.play(played.move)
    assert state.round == 29
    assert TUTORIAL.count(str(state)) == 3
    assert [str(played.move) for played in record.moves[56:58]] == ["D2-D5", "B7-D5"]
    assert record.final.points() == (10, 11)


@pytest.mark.core
def test_hecht_names_the_move_that_the_tutorial_says() -> None:
    state = schwarm.game("piranhas-2026").parse("7m2/10/1m8/MlxS6/1mL6s/1msM6/2MxL5/3S6/6l3/10 56 -")
    best, *others = Engine(state.game).analyse(state, Limit(nodes=100_000), lines=5).lines
    # In the table of the analysis, which is tried as it stands there, and in what is said about the better search.
    assert f"57  Red   D2-D5?? … 0 % ░░░░░░░░░░  {best.move} … blunder" in TUTORIAL
    told = f"{best.move} wins, whatever Blue does (other moves win too; Hecht named the same one)."
    assert told in " ".join(TUTORIAL.split())
    assert all(line.wins_in for line in (best, *others))
