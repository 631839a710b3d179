"""docs/socha.md: every expression it names gives something, and what it says about names is true."""

import re
from pathlib import Path

import pytest

import schwarm
from schwarm.games.piranhas import PiranhasState
from schwarm.player import Clock, Player

PAGE = Path(__file__).resolve().parents[2] / "docs" / "socha.md"
ROW = re.compile(r"^\| .* \| `(?P<expression>[^|]+)` \|$", re.MULTILINE)


class Heavy(Player):
    """The bot of docs/api/player.md, with types: mypy looks at them here as it does at those of a bot's author."""

    def choose(self, state: PiranhasState, clock: Clock) -> schwarm.Move:
        return max(state.legal_moves(), key=lambda move: state.play(move).heaviest(state.to_move))


def test_a_player_may_name_the_class_of_its_states() -> None:
    assert str(Heavy().choose(schwarm.games.piranhas.PIRANHAS_2026.start(7), Clock(2.0))) == "A1-A9"


def expressions() -> list[str]:
    return ROW.findall(PAGE.read_text(encoding="utf-8").partition("<!-- evaluated -->")[2])


@pytest.mark.parametrize("expression", expressions())
def test_it_can_be_evaluated(expression: str) -> None:
    state = schwarm.game("piranhas-2026").start(seed=7)
    known = {"schwarm": schwarm, "state": state, "move": state.legal_moves()[0], "team": schwarm.Team.ONE}
    assert eval(expression, known) is not None or expression == "state.outcome()"


def test_coordinates_are_told_right() -> None:
    state = schwarm.game("piranhas-2026").start(seed=7)
    assert str(state.towards("A4", "RIGHT")) == "A4-C4"  # Coordinate(0, 4) to Coordinate(2, 4)
    assert len(expressions()) > 20


def test_the_methods_of_a_player_have_the_names_it_says() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for method in ("choose", "began", "ended", "note", "options"):
        assert callable(getattr(Player, method))
        assert re.search(rf"`(self\.|Mine\.)?{method}\(", text)
