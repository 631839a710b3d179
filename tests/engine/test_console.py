"""The line protocol: a conversation with Hecht, also a confused one, without processes or pipes."""

import io
import re
import threading
import time
from pathlib import Path

import pytest

import schwarm
from known_games import known_games
from patience import PATIENCE
from schwarm.engine import Analysis, Line
from schwarm.engine.console import MAX_LINE_LENGTH, OPTIONS, Console, info, lines
from schwarm.games.splitmix import SplitMix64
from schwarm.words import speaking

pytestmark = pytest.mark.core
INFO = re.compile(
    r"info depth \d+ multipv \d+ score (cp -?\d+|win \d+|loss \d+) chance [01]\.\d\d nodes \d+ nps \d+ time \d+ "
    r"pv( [A-Ja-h]\d-[A-Ja-h]\d)+"
)


class Talk:
    """Both ends of a conversation."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._news = threading.Condition()
        self.console = Console(self._write, "1.2.3")

    def _write(self, line: str) -> None:
        with self._news:
            self.said.append(line)
            self._news.notify_all()

    def __call__(self, *commands: str | None) -> list[str]:
        """Say something and give what is answered at once."""
        before = len(self.said)
        for command in commands:
            assert self.console.hear(command)
        return self.said[before:]

    def until(self, beginning: str) -> list[str]:
        """Everything said so far, once a line begins like that; forgets it."""
        with self._news:
            assert self._news.wait_for(lambda: any(line.startswith(beginning) for line in self.said), timeout=PATIENCE)
            said, self.said[:] = list(self.said), []
            return said


@pytest.fixture
def talk():
    talk = Talk()
    yield talk
    talk.console.leave()


def test_it_introduces_itself(talk: Talk) -> None:
    assert talk("uci") == [
        "id name Hecht 1.2.3",
        "id author Schwarm",
        "option name Level type spin default 10 min 1 max 10",
        "option name Threads type spin default 1 min 1 max 256",
        "option name Memory type spin default 32 min 1 max 4096",
        "option name MultiPV type spin default 1 min 1 max 200",
        "uciok",
    ]
    assert talk("isready") == ["readyok"]


@pytest.mark.parametrize("id", known_games())
def test_a_move_in_every_game(talk: Talk, id: str) -> None:
    assert talk(f"ucinewgame {id}", "position start 7", "setoption name multipv value 2") == []
    talk("go depth 3")
    *infos, best = talk.until("bestmove")
    assert all(INFO.fullmatch(line) for line in infos), infos
    assert [line.split()[2:5:2] for line in infos] == [[depth, place] for depth in "123" for place in "12"]
    assert best == f"bestmove {infos[-2].split(' pv ')[1].split()[0]}"
    assert schwarm.game(id).parse_move(best.split()[1]) in schwarm.game(id).start(7).legal_moves()


def test_a_position_with_moves_and_its_rules(talk: Talk) -> None:
    start = schwarm.game("piranhas-2026").start(3)
    moves = ["J1-H1"] if "J1-H1" in map(str, start.legal_moves()) else [str(start.legal_moves()[0])]
    after = start.play(moves[0])
    talk("ucinewgame piranhas-2026 official", f"position {start} moves {moves[0]}", "go nodes 500")
    move = talk.until("bestmove")[-1].split()[1]
    assert schwarm.game("piranhas-2026").parse_move(move) in after.legal_moves()


def test_proven_results_are_named(talk: Talk) -> None:
    talk("ucinewgame ostseeschach-2022", "position 8/8/8/4s3/3S+4/8/8/R7 0 1:1", "go depth 3")
    *_, last, best = talk.until("bestmove")
    assert re.search(r"score win [12] chance 1\.00", last)
    assert best == "bestmove d4-e5"
    state = schwarm.game("ostseeschach-2022").start(0)
    lost = Line(-29_996, (state.legal_moves()[0],))
    assert "score loss 4 chance 0.00" in info(Analysis(state, (lost,), 4, 10, 0.0), lost, 1)


def test_a_game_that_is_over_has_no_move(talk: Talk) -> None:
    talk("ucinewgame ostseeschach-2022", "position 8/8/8/8/4m3/3S4/8/8 20 2:0")
    assert talk("go depth 3") == ["info string Red wins: more ambers.", "bestmove none"]


def test_it_listens_while_it_thinks(talk: Talk) -> None:
    talk("position start 7", "go infinite")
    talk.until("info depth 3")
    assert "readyok" in talk("isready")
    assert any("Hecht is thinking; send stop" in line for line in talk("position start 8"))
    assert any("before go." in line for line in talk("go depth 1"))
    assert not any(line.startswith("bestmove") for line in talk.said)
    talk("stop")
    assert talk.until("bestmove")[-1].startswith("bestmove ")
    talk("position start 8", "go depth 1")
    assert talk.until("bestmove")[-1] != "bestmove none"


def test_stop_is_heard_however_early(talk: Talk) -> None:
    for _ in range(20):
        talk("position start 7", "go infinite", "stop")
        assert talk.until("bestmove")[-1] != "bestmove none"
    assert talk("stop") == [], "nothing to stop is no error"


def test_an_endless_search_keeps_its_move_until_it_is_stopped(talk: Talk) -> None:
    talk("ucinewgame ostseeschach-2022", "position 8/8/8/4s3/3S+4/8/8/R7 0 1:1", "go infinite")
    talk.until("info depth 1")
    time.sleep(0.1)
    assert not any(line.startswith("bestmove") for line in talk.said)
    talk("stop")
    assert talk.until("bestmove")[-1] == "bestmove d4-e5"


@pytest.mark.parametrize("level", [1, 6])
def test_lower_levels(talk: Talk, level: int) -> None:
    talk(f"setoption name Level value {level}", "position start 7", "go movetime 500")
    told, best = talk.until("bestmove")
    assert re.fullmatch(r"info score cp -?\d+ chance 0\.\d\d pv .*", told)
    assert best.split()[1] == told.split(" pv ")[1].split()[0]


def test_who_waits_has_the_move_afterwards() -> None:
    said: list[str] = []
    heard: list[str] = []
    about_to_say, may_say = threading.Event(), threading.Event()

    def write(line: str) -> None:
        if line.startswith("bestmove"):
            about_to_say.set()
            assert may_say.wait(PATIENCE)
        said.append(line)

    console = Console(write, "1.2.3")
    console.hear("go depth 1")
    assert about_to_say.wait(PATIENCE)

    def wait() -> None:
        console.hear("wait")
        heard.extend(said)

    waiting = threading.Thread(target=wait)
    waiting.start()
    # Whoever did not wait would be back by now.
    waiting.join(0.1)
    assert waiting.is_alive()
    may_say.set()
    waiting.join(PATIENCE)
    console.leave()
    assert heard[-1].startswith("bestmove")


def test_a_script_waits_between_its_questions(talk: Talk) -> None:
    script = [line for seed in (7, 8) for line in (f"position start {seed}", "go nodes 20000", "wait")]
    said = talk(*script, "wait")
    assert sum(line.startswith("bestmove ") for line in said) == 2
    assert not any("Hecht is thinking" in line for line in said)
    talk("go infinite")
    assert talk("wait")[-1] == "info string Hecht would think forever; send stop."
    *_, move, ready = talk("stop", "wait", "position start 9", "isready")
    assert (move.split()[0], ready) == ("bestmove", "readyok")


SENTENCES = {
    "hello": "“hello” is not a command; "
    "the commands are uci, isready, setoption, ucinewgame, position, go, stop, wait and quit.",
    "setoption Level 3": "Set an option like this: setoption name Level value 4.",
    "setoption name Colour value 3": "There is no option “Colour”; the options are Level, Threads, Memory and MultiPV.",
    "setoption name Level value 11": "“11” is not a value for Level; it takes a whole number from 1 to 10.",
    "setoption name Level value ten": "“ten” is not a value for Level; it takes a whole number from 1 to 10.",
    "ucinewgame halma": "There is no game “halma”; the games are piranhas-2026, ostseeschach-2022 and piranhas-2019.",
    "ucinewgame piranhas-2026 mine": "piranhas-2026 cannot be played by “mine” rules; it has documents and official.",
    "ucinewgame a b c": "Announce a new game like this: ucinewgame piranhas-2026, "
    "or ucinewgame piranhas-2026 official.",
    "position start seven": "Draw a start like this: position start 7; the number is its seed.",
    "position": "The position has 1 part, but it needs 3, separated by single spaces: board, turn and first swarm.",
    "position start 7 moves A4-D4": "A4 moves 2 squares on this line because 2 fish are on it; that is C4, not D4.",
    "position start 7 moves A4": "“A4” is not a move; a move names two squares, like A1-C1.",
    "go depth": "“depth” is not a limit; give depth, nodes or movetime a number above 0, or say infinite.",
    "go depth 0": "“depth 0” is not a limit; give depth, nodes or movetime a number above 0, or say infinite.",
    "go wtime 100": "“wtime 100” is not a limit; give depth, nodes or movetime a number above 0, or say infinite.",
}


@pytest.mark.parametrize("command", SENTENCES)
def test_what_is_not_understood_gets_one_sentence_and_changes_nothing(talk: Talk, command: str) -> None:
    talk("position start 7 moves A4-C4")
    state = talk.console.state
    assert talk(command) == [f"info string {SENTENCES[command]}"]
    assert talk.console.state == state
    with speaking("de"):
        (german,) = talk(command)
    assert german.startswith("info string ")
    assert german != f"info string {SENTENCES[command]}"


def test_lines_are_bounded() -> None:
    long = b"position " + b"x" * 3 * MAX_LINE_LENGTH
    stream = io.BytesIO(b"uci\r\n" + long + b"\nisready\n\xff\xfe\n\n" + long)
    assert list(lines(stream)) == ["uci", None, "isready", "\ufffd\ufffd", "", None]
    talk = Talk()
    assert talk(None) == ["info string The line is too long; a line has at most 4096 bytes."]
    assert talk("") == []
    assert not talk.console.hear("quit")


def test_the_end_of_the_input_lets_a_limited_search_finish(talk: Talk) -> None:
    talk("position start 7", "go depth 4")
    talk.console.leave(at_once=False)
    assert talk.said[-1].startswith("bestmove ")
    assert any(line.startswith("info depth 4") for line in talk.said)
    talk("go infinite")
    talk.console.leave(at_once=False)
    assert talk.said[-1].startswith("bestmove ")


def test_noise_never_crashes_it(talk: Talk) -> None:
    numbers = SplitMix64(11)
    words = ["uci", "isready", "setoption", "name", "value", "ucinewgame", "position", "start", "moves", "stop", "7"]
    words += ["Level", "MultiPV", "A4-C4", "piranhas-2019", "go", "depth", "1", "-1", "\x00", "é", "9" * 400]
    words += ["infinite"]
    for _ in range(400):
        talk(" ".join(numbers.choice(words) for _ in range(1 + numbers.below(5))))
        talk("stop")
    talk.console.leave()
    talk.said.clear()
    assert talk("ucinewgame piranhas-2026", "isready")[-1] == "readyok"


def test_the_documentation_names_every_command_and_option(root: Path, talk: Talk) -> None:
    page = (root / "docs" / "hecht.md").read_text(encoding="utf-8")
    (refusal,) = talk("help")
    commands = refusal.partition("the commands are ")[2].rstrip(".").replace(" and ", ", ").split(", ")
    assert {"uci", "go", "quit"} <= set(commands)
    for command in commands:
        assert re.search(rf"^\| `{command}[` ]", page, re.MULTILINE), command
    for name, (default, least, most) in OPTIONS.items():
        assert f"| `{name}` |" in page
        assert f"option name {name} type spin default {default} min {least} max {most}" in page
