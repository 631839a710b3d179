"""What beginners get wrong in a player's class: each is one sentence with the place and what would be right."""

import socket
import sys
from pathlib import Path

import pytest

import schwarm
from player.one_move import First
from schwarm.player import Player, Random
from schwarm.player.class_file import player_class
from schwarm.player.client import Client
from schwarm.player.connection import Address
from schwarm.player.player_check import check_class, check_making, check_methods
from schwarm.player.player_errors import PlayerFailed
from schwarm.player.run import play
from schwarm.words import speaking

BOT = """

from schwarm.player import Player, run

class Short(Player):
    def choose(self, state):
        return state.legal_moves()[0]

class Selfless(Player):
    def choose(state, clock):
        return state.legal_moves()[0]

class Unnamed(Player):
    choose = 3

class Deaf(Player):
    def choose(self, *facts): ...
    def began(self): ...

class Misspelt(Player):
    def chose(self, state, clock): ...

class Empty(Player):
    game = "piranhas-2026"

class Wanting(Player):
    def __init__(self, depth): ...
    def choose(self, state, clock): ...

class Later(Player):
    async def choose(self, state, clock): ...

class Fine(Player):
    choose = staticmethod(lambda state, clock, depth=3: state.legal_moves()[0])
"""


class Free:
    def choose(self, state, clock): ...


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "path", list(sys.path))
    path = tmp_path / "beginners_bot.py"
    path.write_text(BOT)
    return path


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (
            "Short",
            "choose (beginners_bot.py, line 6) has the wrong parameters; write: def choose(self, state, clock)",
        ),
        (
            "Selfless",
            "choose (beginners_bot.py, line 10) has the wrong parameters; write: def choose(self, state, clock)",
        ),
        ("Unnamed", "choose has the wrong parameters; write: def choose(self, state, clock)"),
        ("Deaf", "began (beginners_bot.py, line 18) has the wrong parameters; write: def began(self, team)"),
        ("Misspelt", "Misspelt has no method choose, only chose (beginners_bot.py, line 21); rename it to choose."),
        (
            "Empty",
            "Empty (beginners_bot.py, line 23) has no method choose, which every player needs; "
            "write: def choose(self, state, clock)",
        ),
        (
            "Later",
            "choose (beginners_bot.py, line 31) is async, and nobody would wait for it; "
            "write: def choose(self, state, clock)",
        ),
    ],
)
def test_a_class_that_cannot_play(bot: Path, kind: str, sentence: str) -> None:
    with pytest.raises(PlayerFailed) as caught:
        check_methods(check_class(player_class(bot, kind))())
    # There is nothing to add to it: where an error came from is in the sentence.
    assert caught.value.report == sentence


def test_a_class_that_can_play(bot: Path) -> None:
    check_methods(check_class(player_class(bot, "Fine"))())
    check_methods(check_class(Random)())


def line_of(player: object) -> int:
    """Where `run` is called: here."""
    check_class(player)
    return 0


def test_what_is_no_players_class(caplog: pytest.LogCaptureFixture) -> None:
    here = f"test_player_check.py, line {line_of.__code__.co_firstlineno + 2}"
    for player, sentence in (
        (First(), f"run ({here}) needs the class itself and makes the player from it; write: run(First)"),
        ("First", f"run ({here}) needs the class of your player, not 'First'; write it like this: run(Mybot)"),
        (
            Free,
            f"Free (test_player_check.py, line {Free.choose.__code__.co_firstlineno - 1}) is not a player, because it "
            "does not derive from Player; write: class Free(Player)",
        ),
    ):
        with pytest.raises(PlayerFailed) as caught:
            line_of(player)
        assert caught.value.report == sentence
    assert play(First(), []) == 1  # type: ignore[arg-type]
    assert caplog.messages[-1].endswith("makes the player from it; write: run(First)")


def test_a_player_is_made_of_its_options(bot: Path, caplog: pytest.LogCaptureFixture) -> None:
    wanting = player_class(bot, "Wanting")
    check_making(wanting, {"depth": 3})
    assert play(wanting, []) == 1
    place = f"beginners_bot.py, line {wanting.__init__.__code__.co_firstlineno}"
    assert caplog.messages[-1] == f"__init__ ({place}) has the wrong parameters; write: def __init__(self)"


def test_a_class_without_a_file() -> None:
    made = type("Made", (), {"__module__": "nowhere"})
    with pytest.raises(PlayerFailed, match=r"^Made is not a player, because"):
        check_class(made)


def test_nobody_connects_with_a_player_that_cannot_play() -> None:
    class Short(Player):
        def choose(self, state: schwarm.State) -> schwarm.Move:  # type: ignore[override]
            return state.legal_moves()[0]

    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = Address("127.0.0.1", listening.getsockname()[1])
        with pytest.raises(PlayerFailed) as failed:
            Client(Short(), schwarm.game("piranhas-2026"), address).play()
        listening.setblocking(False)
        with pytest.raises(BlockingIOError):
            listening.accept()
    with speaking("de"):
        assert "; schreib: def choose(self, state, clock)" in str(failed.value.message)
