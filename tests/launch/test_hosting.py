"""A whole game between players of any kind: seated, timed, listened to, and gone with the game."""

import asyncio
import os
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import schwarm
from patience import PATIENCE, until
from schwarm import Reason, Team, launch
from schwarm.arena.game_job import check_startable
from schwarm.games import Move, Outcome, State, TimeControl
from schwarm.games.record import Record
from schwarm.games.time_control import UNLIMITED_TIME
from schwarm.launch import CannotLaunch, GameHost, parse_player
from schwarm.launch.game_host import BuiltinOccupant, RunningServer
from schwarm.player import Clock, Sparring
from schwarm.player.clock import MARGIN
from schwarm.referee.lobby import Lobby, Settings
from schwarm.referee.room import with_late_move
from schwarm.words import SchwarmError

pytestmark = pytest.mark.slow

NEVER_JOINS = "sh -c 'sleep 60'"
"""A shell, because `sleep` itself ends at once when it is told where to connect."""
BOTS = '''
import os, sys, time
from schwarm.player import Player

class Talker(Player):
    """Says something about every move, aloud and in a note."""

    def choose(self, state, clock):
        print("thinking about turn", state.turn)
        self.note(f"note on turn {state.turn}")
        return state.legal_moves()[0]

class Crasher(Talker):
    def choose(self, state, clock):
        if state.turn > 3:
            raise RuntimeError("out of ideas")
        return super().choose(state, clock)

class Sleeper(Talker):
    def choose(self, state, clock):
        time.sleep(60)
        return super().choose(state, clock)

class Cheat(Talker):
    def choose(self, state, clock):
        return "A4-D4"

class Chatterbox(Talker):
    def choose(self, state, clock):
        for number in range(3000):
            print("line", number)
        return super().choose(state, clock)

class Curious(Talker):
    def choose(self, state, clock):
        self.note(f"{state.game.rules} {clock.limit:.2f}")
        return state.legal_moves()[0]

class Parent(Talker):
    """Leaves a child behind that would live for ever."""

    def choose(self, state, clock):
        if state.turn < 2:
            child = os.fork()
            if not child:
                os.setsid()
                while True:
                    time.sleep(1)
            print("child", child)
        return super().choose(state, clock)
'''


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    file = tmp_path / "bots.py"
    file.write_text(BOTS)
    return file


def play(first: schwarm.State, red: str, blue: str, **options: Any) -> launch.PlayedGame:
    """A game in which nobody is in a hurry, unless that is what is tried."""
    calm: dict[str, Any] = {"time": "60s/90s", "patience": PATIENCE}
    return launch.play(first, red, blue, **(calm | options))


def start(seed: int = 3) -> schwarm.State:
    return schwarm.game("piranhas-2026").start(seed)


def test_what_a_bot_says_is_tied_to_its_moves(bots: Path) -> None:
    hosted = play(start(), f"{bots}:Talker", "greedy")
    record = hosted.record
    assert record.outcome.reason.regular
    assert record.players == ("Talker", "greedy")
    for turn, (played, printed) in enumerate(zip(record.moves, hosted.printed, strict=True)):
        if turn % 2 == 0:
            assert played.note == f"note on turn {turn}"
            assert f"thinking about turn {turn}" in [line.text for line in printed]
        else:
            assert (played.note, printed) == ("", ())
        assert played.seconds is not None


def test_both_sides_may_be_processes_or_both_built_in(bots: Path) -> None:
    hosted = play(start(), f"{bots}:Talker", f"{bots}:Talker")
    assert hosted.record.outcome.reason.regular
    for game in ("piranhas-2019", "ostseeschach-2022"):
        hosted = play(schwarm.game(game).start(1), "random", "greedy", seed=1)
        assert hosted.record.outcome.winner is Team.TWO
        assert hosted.record.start.game.id == game


def test_a_crash_is_told_from_leaving_and_its_last_words_are_kept(bots: Path) -> None:
    hosted = play(start(), "random", f"{bots}:Crasher")
    assert hosted.record.outcome.winner is Team.ONE
    assert hosted.record.outcome.reason is Reason.CRASHED
    assert str(hosted.record.outcome.sentence("Anna", "Ben")) == "Anna wins: Ben crashed."
    assert "RuntimeError: out of ideas" in [line.text for line in hosted.other_output[1]]


def test_what_is_known_about_a_broken_off_game(bots: Path) -> None:
    def told(hosted: launch.PlayedGame) -> list[str]:
        return [str(fact) for fact in launch.report_violation(hosted)]

    crashed = play(start(), "random", f"{bots}:Crasher")
    line = 1 + BOTS.splitlines().index('            raise RuntimeError("out of ideas")')
    assert crashed.made_with_kit == (False, True)
    assert told(crashed) == [f"Its last words, from bots.py, line {line}: “RuntimeError: out of ideas”"]
    assert told(play(start(), "random", "random")) == []


LIAR = """
import json, os, sys
from schwarm.player import Player

class Liar(Player):
    def choose(self, state, clock):
        print("2026-11-15 19:00:01,456 The player chose an illegal move: too far", file=sys.stderr)
        with open(os.environ["SCHWARM_NOTES"], "a") as file:
            for turn, move in NOTED:
                move = move or str(state.legal_moves()[0])
                file.write(json.dumps({"turn": turn, "illegal": move}) + "\\n")
        os._exit(1)
"""


@pytest.mark.parametrize(
    ("noted", "reason"),
    [
        ("()", Reason.CRASHED),
        ("[(0, '')]", Reason.CRASHED),
        ("[(2, 'A1-A1')]", Reason.CRASHED),
        ("[(0, 5)]", Reason.CRASHED),
        ("[(0, 'A1-A1')]", Reason.ILLEGAL_MOVE),
    ],
    ids=["only printed", "legal", "another turn", "no text", "illegal"],
)
def test_who_says_that_a_move_was_illegal_has_to_name_one(noted: str, reason: Reason, tmp_path: Path) -> None:
    """The sentence of the kit is easily printed; what a bot notes instead is judged by the rules."""
    (tmp_path / "liar.py").write_text(LIAR.replace("NOTED", noted))
    hosted = play(start(), f"{tmp_path / 'liar.py'}:Liar", "random", time=f"{PATIENCE:g}s")
    outcome = hosted.record.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Team.TWO, reason)
    said = {
        Reason.CRASHED: "random wins: Liar crashed.",
        Reason.ILLEGAL_MOVE: "random wins: Liar made an illegal move.",
    }
    assert str(outcome.sentence("Liar", "random")) == said[reason]


def test_what_is_known_about_a_move_that_came_late() -> None:
    record = Record(start(), time=TimeControl.parse("1s/10s"))
    for _ in range(2):
        record = record.then(record.final.legal_moves()[0])
    lost = Outcome(Team.TWO, Reason.TIMEOUT, record.final.points())
    hosted = launch.PlayedGame(with_late_move(record, 1.43, 0.01).ended(lost), ((), ()), ((), ()))
    assert [str(fact) for fact in launch.report_violation(hosted)] == ["Its move 2 took 1.4 seconds; 1 are allowed."]
    # Only who uses the kit has such a clock.
    hosted = replace(hosted, made_with_kit=(True, False))
    assert [str(fact) for fact in launch.report_violation(hosted)] == [
        "Its move 2 took 1.4 seconds; 1 are allowed, and clock.left says how many of them remain."
    ]


@pytest.mark.parametrize(
    ("time", "said"),
    [
        ("1s", "Its move 2 was not there after 1 s, and more is not allowed."),
        ("5m+0s", "At its move 2 its time ran out."),
    ],
)
def test_what_is_known_about_a_move_that_never_came_in_time(time: str, said: str) -> None:
    record = Record(start(), time=TimeControl.parse(time))
    for _ in range(2):
        record = record.then(record.final.legal_moves()[0])
    lost = Outcome(Team.TWO, Reason.TIMEOUT, record.final.points())
    hosted = launch.PlayedGame(record.ended(lost), ((), ()), ((), ()))
    assert [str(fact) for fact in launch.report_violation(hosted)] == [said]


def test_who_never_answers_loses_and_is_ended(bots: Path) -> None:
    hosted = play(start(), f"{bots}:Sleeper", "random", time="0.5s/1s")
    assert [str(fact) for fact in launch.report_violation(hosted)] == [
        "Its move 1 never came; look for an endless loop or something it waits for."
    ]
    assert hosted.record.outcome.reason is Reason.NO_ANSWER


def test_a_player_that_does_not_start_never_comes() -> None:
    hosted = play(start(), "false", "random")
    assert hosted.record.outcome.reason is Reason.NEVER_CAME
    assert hosted.record.outcome.winner is Team.TWO
    assert hosted.record.moves == ()
    nobody = play(start(), "false", "false", patience=2)
    assert nobody.record.outcome.winner is None


def test_a_player_that_never_joins_is_not_waited_for_for_ever() -> None:
    hosted = play(start(), NEVER_JOINS, "random", patience=0.5)
    assert hosted.record.outcome.reason is Reason.NEVER_CAME


def test_a_bot_that_joins_and_leaves_at_once_loses(tmp_path: Path, bots: Path) -> None:
    bot = tmp_path / "brief.py"
    bot.write_text(
        "import socket, sys\n"
        "options = dict(zip(sys.argv[1::2], sys.argv[2::2]))\n"
        "server = socket.create_connection((options['-h'], int(options['-p'])))\n"
        "code = options['-r']\n"
        "server.sendall(('<protocol><joinPrepared reservationCode=\"' + code + '\"/>').encode())\n"
        "server.recv(100)\n"
    )
    hosted = play(start(), str(bot), f"{bots}:Talker", patience=PATIENCE)
    assert hosted.record.outcome.winner is Team.TWO
    assert hosted.record.outcome.reason is Reason.LEFT


def test_children_end_with_the_game(bots: Path) -> None:
    hosted = play(start(), f"{bots}:Parent", "random")
    children = [int(line.text.split()[1]) for line in hosted.printed[0] if line.text.startswith("child ")]
    assert children
    for child in children:
        until(partial(_ended, child))


def _ended(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_bot_that_prints_a_lot_costs_no_time_afterwards(bots: Path) -> None:
    hosted = play(start(), f"{bots}:Chatterbox", "random")
    assert hosted.record.outcome.reason.regular


def test_a_bot_is_told_the_limit_and_the_rules(bots: Path) -> None:
    first = schwarm.game("piranhas-2026", rules="official").start(3)
    hosted = play(first, f"{bots}:Curious", "random", time="40s/60s")
    assert hosted.record.moves[0].note == f"official {40.0 - MARGIN:.2f}"


def test_a_seed_repeats_the_game(bots: Path) -> None:
    games = {tuple(play(start(), f"{bots}:Talker", "random", seed=7).record.moves[1::2]) for _ in range(2)}
    assert len({tuple(played.move for played in game) for game in games}) == 1
    with pytest.raises(SchwarmError, match="A seed is a whole number like 7, not 'x'"):
        play(start(), "random", "random", seed="x")


def test_what_goes_on_during_a_game_ends_before_its_players_are_stopped() -> None:
    seen = []

    @asynccontextmanager
    async def during(launched: GameHost) -> AsyncIterator[None]:
        process = launched.processes[Team.ONE]
        seen.append((process, launched.room.over, process.running))
        yield
        seen.append((process, launched.room.over, process.running))

    players = parse_player(NEVER_JOINS), parse_player("random")
    played = launch.play(start(), *players, patience=0.5, names=("Anna", "Ben"), during=during)
    (process, *before), (_, *after) = seen
    assert (before, after) == ([False, True], [True, True])
    assert not process.running
    assert played.record.players == ("Anna", "Ben")


def test_an_unknown_player_is_told_before_anything_starts() -> None:
    with pytest.raises(CannotLaunch, match="is neither a player nor a bot's folder here; players are"):
        play(start(), "random", "nobody-knows")


def test_secrets_stay_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHWARM_ADMIN_PASSWORD", "hush")
    script = tmp_path / "tell.sh"
    script.write_text("#!/bin/sh\nenv\n")
    script.chmod(0o755)
    hosted = play(start(), str(script), "random")
    printed = "\n".join(line.text for line in hosted.other_output[0])
    assert "PATH=" in printed
    assert "hush" not in printed


def test_a_built_in_player_that_fails_loses_and_the_game_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    from schwarm.player.simple_players import Random

    def fail(self: Random, state: schwarm.games.State, clock: object = None) -> None:
        raise ZeroDivisionError("a mistake of ours")

    monkeypatch.setattr(Random, "choose", fail)
    played = launch.play(schwarm.game("piranhas-2026").start(1), "greedy", "random", seed=1)
    assert played.record.outcome == schwarm.Outcome(
        schwarm.Team.ONE, schwarm.Reason.CRASHED, played.record.final.points()
    )
    assert str(played.troubles[1]) == (
        "The built-in player failed, which is Schwarm's fault: ZeroDivisionError: a mistake of ours"
    )


GAMES = """
from schwarm.player import Player

class Any(Player):
    def choose(self, state, clock):
        return state.legal_moves()[0]

class Fish(Any):
    game = "piranhas-2026"

class Cod(Fish): ...

class Chess(Fish):
    game: str = "ostseeschach-2022"
"""


@pytest.mark.parametrize("other", ["Fish", "Cod", "Any:game=piranhas-2026"])
def test_a_class_that_plays_another_game_is_refused_before_it_starts(tmp_path: Path, other: str) -> None:
    (tmp_path / "bots.py").write_text(GAMES)
    name = f"{tmp_path}/bots.py:{other}"
    with pytest.raises(CannotLaunch) as caught:
        check_startable(name, "ostseeschach-2022")
    assert str(caught.value) == f"“{other}” plays piranhas-2026, not ostseeschach-2022."
    assert check_startable(name, "piranhas-2026")
    hosted = play(schwarm.game("ostseeschach-2022").start(1), name, "random")
    assert hosted.record.outcome.reason is Reason.NEVER_CAME
    assert hosted.troubles[0] == caught.value.message


def test_a_class_that_names_no_game_plays_every_game(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(GAMES)
    one, two = (f"{tmp_path}/bots.py:{kind}" for kind in ("Any", "Chess"))
    hosted = play(schwarm.game("ostseeschach-2022").start(1), one, two)
    assert hosted.record.outcome.reason.regular, hosted.troubles


class Ponderer(Sparring):
    """Thinks until somebody says that it may stop."""

    quick = False

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.stopped = threading.Event(), threading.Event()

    def choose(self, state: State, clock: Clock | None = None) -> Move:
        self.begun.set()
        assert self.stopped.wait(PATIENCE)
        return state.legal_moves()[0]

    def stop(self) -> None:
        self.stopped.set()


def test_nobody_thinks_on_in_a_game_that_was_left() -> None:
    game = schwarm.game("piranhas-2026")

    async def scenario() -> None:
        lobby = Lobby(Settings(game, time=UNLIMITED_TIME))
        with ThreadPoolExecutor(1) as threads:
            players = [Ponderer() for _ in range(2)]
            for player in players:
                room = lobby.open(game)
                for seat in room.seats:
                    server = RunningServer(lobby, 0, threads=threads)
                    lobby.seat(room, seat, BuiltinOccupant(room, player, server, print))
            first, second = lobby.rooms.values()
            # One thinks, the other waits for the thread; both games are left.
            assert await asyncio.to_thread(players[0].begun.wait, PATIENCE)
            second.suspend()
            await asyncio.sleep(0)
            first.suspend()
        assert players[0].stopped.is_set()
        assert not players[1].begun.is_set()

    asyncio.run(scenario())


def test_a_game_may_be_played_where_a_loop_runs(bots: Path) -> None:
    start = schwarm.game("piranhas-2026").start(1)

    def moves(blue: str) -> list[Move]:
        return [played.move for played in launch.play(start, "greedy", blue, seed=1).record.moves]

    async def cell() -> list[Move]:
        # As in a notebook.
        assert len(moves(f"{bots}:Talker")) > 10
        return moves("random")

    assert asyncio.run(cell()) == moves("random")
