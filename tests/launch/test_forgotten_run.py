"""Folders with a player that nobody lets play."""

from pathlib import Path

import pytest

from schwarm import launch
from schwarm.games import game
from schwarm.launch.bot_facts import MAX_FILE_BYTES, find_forgotten_run

HEAD = "from schwarm.player import Player, run\n"
MINE = "class Mine(Player):\n    def choose(self, state, clock):\n        return state.play(state.legal_moves()[0])\n"
SAID = "bot.py never calls run, so Mine never plays; write at its end: run(Mine)"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + MINE, SAID),
        ("import schwarm.player as kit\n" + MINE.replace("Player", "kit.Player"), SAID),
        (HEAD + MINE + "run(Mine)\n", None),
        (HEAD + MINE + "if __name__ == '__main__':\n    run(Mine)\n", None),
        (
            HEAD + MINE + "if __name__ == 'main':\n    run(Mine)\n",
            'bot.py never calls run, because its line 5 is never true; write: if __name__ == "__main__":',
        ),
        ("from schwarm.player import *\n" + MINE + "run(Mine)\n", None),
        ("import schwarm.player\n" + MINE + "schwarm.player.run(Mine)\n", None),
        ("from schwarm.player import Player, run as go\n" + MINE + "go(Mine)\n", None),
        ("from schwarm.player.client import Client\n" + MINE + "Client(Mine(), None, None).play()\n", None),
        ("print('hello')\n", None),
        ("class Mine(Player:\n", None),
        (HEAD + MINE + "#" * MAX_FILE_BYTES, None),
    ],
)
def test_what_a_file_says(tmp_path: Path, text: str, said: str | None) -> None:
    (tmp_path / "bot.py").write_text(text)
    for script in ("bot.py", "start.sh"):
        found = find_forgotten_run(tmp_path / script)
        assert (None if found is None else str(found)) == said


def test_another_file_may_call_it(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(HEAD + MINE)
    (tmp_path / "main.py").write_text("from schwarm.player import run\nfrom bot import Mine\nrun(Mine)\n")
    assert find_forgotten_run(tmp_path / "start.sh") is None
    assert str(find_forgotten_run(tmp_path / "bot.py")) == SAID, "here it is another bot"
    assert find_forgotten_run(tmp_path / "main.py") is None
    (tmp_path / "bot.py").write_text(HEAD + MINE + "if __name__ == 'main':\n    run(Mine)\n")
    assert find_forgotten_run(tmp_path / "start.sh") is None
    assert find_forgotten_run(tmp_path / "nothing" / "start.sh") is None


@pytest.mark.slow
def test_who_plays_a_game_is_told(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(HEAD + MINE)
    played = launch.play(game("piranhas-2026").start(1), str(bot), "random")
    assert [str(message) for message in launch.report_violation(played)] == [SAID]
