"""`schwarm ladder` as a user meets it: a short real climb, bots that do not work, going on, and the links it gives."""

import json
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from cli.command import Terminal, schwarm
from patience import PATIENCE
from web.arena import Arena, Visitor

pytestmark = pytest.mark.slow

TINY = """
import time
from schwarm.player import Player, run


class Tiny(Player):
    game = "piranhas-2019"

    def choose(self, state, clock):
        print("thinking about turn", state.turn)
        {trouble}
        return state.legal_moves()[0]


if __name__ == "__main__":
    run(Tiny)
"""


def bot(folder: Path, trouble: str = "pass") -> str:
    """A bot's class in a file."""
    folder.mkdir(exist_ok=True)
    (folder / "tiny.py").write_text(TINY.replace("{trouble}", trouble))
    return f"{folder / 'tiny.py'}:Tiny"


@pytest.fixture(scope="module")
def climbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A short climb: the folder with bot and data, and what was said."""
    folder = tmp_path_factory.mktemp("climbed")
    done = climb(folder, "4")
    assert done.returncode == 0, done.stderr
    return folder, done.stdout


def climb(folder: Path, games: str, *options: str, lang: str = "en") -> subprocess.CompletedProcess:
    usual = ("-n", games, "--data", str(folder / "data"))
    return schwarm("ladder", bot(folder / "bot"), *usual, *(options or ("--seconds", "2")), lang=lang, patience=300)


def test_a_short_climb(climbed: tuple[Path, str]) -> None:
    _, said = climbed
    assert "The partners were measured at 0.2 s a move; only hecht:level=10 uses its time." in said
    assert re.search(r"^Tiny has .\d+ ± \d+ Elo on the ladder of Piranhas 2019, where random is 0\.$", said, re.M)
    assert re.search(r"^After [4-6] games it is not yet known to ± 80; no more are played\.$", said, re.M)
    assert "Its worst defeats" in said
    # What it printed is beside the moves on the page, where somebody knows what it is about.
    assert "thinking about turn" not in said


def test_its_links_lead_to_the_lost_game(climbed: tuple[Path, str]) -> None:
    folder, said = climbed
    game = re.findall(r"http://127\.0\.0\.1:8000(/game/\S+)", said)[0]
    contest = re.findall(r"http://127\.0\.0\.1:8000(/contests/\S+)", said)[0]
    with Arena(folder / "data") as serving:
        visitor = Visitor(serving.page_port)
        shown = visitor.ask(game)
        assert shown.status == 200
        assert "thinking about turn" in shown.text
        listed = visitor.ask(contest)
        assert listed.status == 200
        assert "Ladder" in listed.text
        assert game in listed.text


@pytest.mark.thorough
def test_its_links_lead_to_the_page_that_is_running(tmp_path: Path) -> None:
    name = ("ladder", bot(tmp_path / "bot", "1 / 0"), "--seconds", "5", "--data", str(tmp_path / "data"))
    with Arena(tmp_path / "data") as serving:
        said = schwarm(*name, patience=300).stdout
        (contest,) = re.findall(r"^All games: (\S+)$", said, re.M)
        assert contest.startswith(f"{serving.address}/contests/")
        assert ":8000" not in said
        assert "start it with" not in said
        assert Visitor(serving.page_port).ask(contest.removeprefix(serving.address)).status == 200
        serving.end(signal.SIGKILL)
    # Nobody took back what it had said, but nobody answers there either.
    said = schwarm(*name, patience=300).stdout
    assert re.search(r"^All games: http://127\.0\.0\.1:8000/contests/\S+$", said, re.M)
    start = f"schwarm serve --page-port 8000 --data {tmp_path / 'data'}"
    assert f"The links work while the page is running; start it with: {start}\n" in said


@pytest.mark.core
def test_the_lost_game_can_be_analysed(climbed: tuple[Path, str]) -> None:
    file = re.findall(r"schwarm analyse (\S+)", climbed[1])[0]
    analysed = schwarm("analyse", file, "--nodes", "20", patience=300)
    assert analysed.returncode == 0, analysed.stderr


@pytest.mark.thorough
def test_it_goes_on_or_says_why_not(climbed: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(climbed[0], tmp_path, dirs_exist_ok=True)
    elsewhere = climb(tmp_path, "2", lang="de")
    assert "zählen mit" not in elsewhere.stdout  # it is another bot that only looks the same
    again = climb(tmp_path, "4", lang="de")
    assert re.search(
        "^[2-4] Spiele, die dieser Bot früher gespielt hat, zählen mit; --anew lässt sie weg.$", again.stdout, re.M
    )
    assert re.search(r"^Tiny hat .\d+ ± \d+ Elo auf der Leiter von Piranhas 2019, auf der random", again.stdout, re.M)
    assert re.search("^Nach [4-6] Spielen ist das nicht auf ± 80 bekannt", again.stdout, re.M)
    assert "Seine schlimmsten Niederlagen" in again.stdout
    other = climb(tmp_path, "2", "--seconds", "3")
    assert "The bot had a different time per move in its last run, so it starts over." in other.stdout
    # Another bot beside it changes nothing.
    (tmp_path / "bot" / "more.py").write_text("")
    assert "it starts over" not in climb(tmp_path, "2").stdout
    monkeypatch.setitem(globals(), "TINY", f"{TINY}# better\n")
    changed = climb(tmp_path, "2")
    assert "The bot's files or Schwarm have changed since its last run, so it starts over." in changed.stdout


@pytest.mark.parametrize(
    ("trouble", "seconds", "reason", "word"),
    [
        ("1 / 0", "5", "crashed", "ZeroDivisionError"),
        pytest.param("time.sleep(0.6)", "0.2", "too slow", "thinking about turn", marks=pytest.mark.thorough),
    ],
)
def test_bots_that_break_off_every_game(tmp_path: Path, trouble: str, seconds: str, reason: str, word: str) -> None:
    name = bot(tmp_path / "bot", trouble)
    (tmp_path / "bot" / "start.sh").write_text('#!/bin/sh\nexec python3 tiny.py "$@"\n')
    done = schwarm("ladder", name, "--seconds", seconds, "--data", str(tmp_path / "data"), patience=300)
    lost = rf"^Tiny did not get through any of its (\d) games \({reason} \1\); nothing is known about its strength\.$"
    assert re.search(lost, done.stdout, re.M), done.stdout
    assert f"“schwarm check {tmp_path / 'bot'}” tells you more." in done.stdout
    assert word in done.stdout
    if reason == "crashed":
        # What is the same in every game is said once; and there is nothing to analyse.
        assert done.stdout.count(word) == 1
        assert "schwarm analyse" not in done.stdout
    assert done.returncode == 1


@pytest.mark.thorough
def test_a_folder_made_by_new(tmp_path: Path) -> None:
    assert schwarm("new", str(tmp_path / "mybot"), "--game", "ostseeschach-2022").returncode == 0
    made = ("ladder", str(tmp_path / "mybot"), "-n", "2", "--seconds", "5", "--data", str(tmp_path / "data"))
    done = schwarm(*made, "--json", "-", patience=300)
    facts = json.loads(done.stdout)
    assert facts["rules"] == ["ostseeschach-2022", "documents"]
    assert facts["ending"] == "enough"
    assert len(facts["games"]) == 2
    assert sum(rung["wins"] + rung["draws"] + rung["losses"] for rung in facts["rungs"]) == 2
    assert facts["elo"]["low"] < facts["elo"]["value"] < facts["elo"]["high"]


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "There is no start.sh, which the contest needs to start a bot; “schwarm new” makes one you can copy."),
        ({"start.sh": "#!/bin/sh\r\n"}, "start.sh has Windows line endings"),
        ({"start.sh": '#!/bin/sh\nexec python3 main.py "$@"\n'}, "start.sh starts main.py, which does not exist"),
        ({"start.sh": '#!/bin/sh\nexec nothing "$@"\n'}, "do not name one game that it plays; say which with --game:"),
    ],
)
def test_folders_that_are_no_bots(tmp_path: Path, files: dict[str, str], sentence: str) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, newline="")
        (tmp_path / name).chmod(0o755)
    done = schwarm("ladder", str(tmp_path), "--data", str(tmp_path / "data"))
    assert done.returncode == 1
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nobody",), "“nobody” is neither a player nor a bot's folder here; players are"),
        (("wait", "--game", "piranhas-2026"), "waits for nobody; name a bot instead of “wait”"),
        (("greedy",), "The files of “greedy” do not name one game that it plays; say which with --game:"),
        (("greedy", "--game", "chess"), "There is no game “chess”"),
        (("no.py:No",), "There is no file no.py."),
    ],
)
def test_mistakes_are_one_sentence(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    done = schwarm("ladder", *arguments, "--data", str(tmp_path))
    assert done.returncode == 1
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.thorough
def test_ctrl_c_ends_it_and_says_what_is_known(tmp_path: Path) -> None:
    name = bot(tmp_path / "bot", "time.sleep(0.05)")
    terminal = Terminal("ladder", name, "--data", str(tmp_path / "data"), home=tmp_path)
    # A rating is shown as soon as a game was played.
    terminal.read_until(" Elo", PATIENCE)
    terminal.type("\x03")
    terminal.read_until("stopping …", PATIENCE)
    said = terminal.read_until("Stopped; run the same command again to continue.", 60)
    assert terminal.leave() == 0
    (contest,) = re.findall(r"127\.0\.0\.1:8000(/contests/[\w-]+)", said)
    with Arena(tmp_path / "data") as serving:
        answer = Visitor(serving.page_port).ask(f"/api/v1{contest}/go-on", {})
    assert answer.status == 409
    assert answer.error == "Continue a ladder with “schwarm ladder”, which checks whether the bot is still the same."
