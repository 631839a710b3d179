"""Hecht from Python: analyses, limits, levels, the end of a game, and the review of a whole one."""

import copy
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import schwarm
from known_games import known_games
from patience import PATIENCE
from schwarm import core
from schwarm.core import networks
from schwarm.engine import LEVELS, Analysis, Engine, Limit, Line, Verdict, chance_of, review
from schwarm.engine.engine import GameOver, InvalidSetting, WrongGame, run_interruptibly
from schwarm.engine.level import UnknownLevel
from schwarm.engine.limit import InvalidLimit
from schwarm.games.record import Record
from schwarm.games.splitmix import SplitMix64
from schwarm.player import Hecht
from schwarm.words import SchwarmError, sentence, speaking

pytestmark = pytest.mark.core
GAMES = known_games()
PIRANHAS = schwarm.game("piranhas-2026")
START = PIRANHAS.start(7)
# Red has one amber, and a piece to capture with a tower of two is worth the second.
AMBER = "8/8/8/4m3/3S+4/8/8/8 0 1:0"
SHORE = schwarm.game("ostseeschach-2022")
OVER = "8/8/8/8/4m3/3S4/8/8 20 2:0"
HALF: Any = 1.5
NO_COPY = "An engine cannot be copied or sent to another process; make a new one there, with Engine(game)."
NO_STATE = "A position is a state, like game.start(), game.parse(text) or board.state(), not None."


def middle_game(id: str, moves: int = 12) -> schwarm.State:
    numbers = SplitMix64(5)
    state = schwarm.game(id).start(5)
    for _ in range(moves):
        state = state.play(numbers.choice(state.legal_moves()))
    return state


# -- what was learned --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("content", [None, b"SNN1 and no more"])
def test_without_its_network_it_counts(
    id: str, content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = middle_game(id)
    learned = Engine(state.game)
    assert learned.learned
    monkeypatch.setattr(networks, "FOLDER", tmp_path)
    if content is not None:
        networks.network_path(id).write_bytes(content)
    counting = Engine(state.game)
    assert not counting.learned
    assert counting.evaluate(state) == learned.evaluate(state, use_network=False)
    assert counting.evaluate(state) != learned.evaluate(state)
    for engine in (counting, learned):
        board = core.Board(state)
        assert engine.evaluate(board) == engine.evaluate(state)
        board.push(board.legal_moves()[0])
        assert engine.evaluate(board) == engine.evaluate(board.state()) != engine.evaluate(state)
    # Lower levels never use it.
    limit = Limit(nodes=2_000)
    assert counting.choose(state, limit, 7) == learned.choose(state, limit, 7)


# -- analyses ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_a_glance_changes_no_question(id: str) -> None:
    engine, state, limit = Engine(id), middle_game(id), Limit(depth=4)

    def scores(*, glances: bool) -> list[int]:
        engine.forget()
        told = []
        for found in engine.deepening(state, limit, use_network=False):
            told.append(found.lines[0].score)
            if glances:
                engine.evaluate(state)
        return told

    assert scores(glances=True) == scores(glances=False)
    assert scores(glances=False)[-1] == engine.analyse(state, limit, use_network=False).lines[0].score
    assert engine.best_move(state, limit, use_network=False) in state.legal_moves()


@pytest.mark.parametrize("id", GAMES)
def test_lines_can_be_played_and_come_best_first(id: str) -> None:
    state = middle_game(id)
    found = Engine(state.game).analyse(state, Limit(depth=4), lines=4)
    assert len(found.lines) == 4
    assert len({line.move for line in found.lines}) == 4
    assert [line.score for line in found.lines] == sorted((line.score for line in found.lines), reverse=True)
    assert found.best is found.lines[0]
    assert found.move == found.lines[0].pv[0]
    for line in found.lines:
        after = state
        for move in line.pv:
            after = after.play(move)


@pytest.mark.parametrize("id", GAMES)
def test_a_step_that_is_cut_short_names_no_move_twice(id: str) -> None:
    state = middle_game(id)
    for nodes in range(1_000, 6_000, 400):
        found = Engine(state.game, memory=1).analyse(state, Limit(nodes=nodes), lines=4)
        assert len({line.move for line in found.lines}) == 4


def test_a_step_that_is_cut_short_proves_no_defeat() -> None:
    """The first move loses; the second, which wins, is not looked at to the end."""
    state = SHORE.parse("2hm2h1/3m3R+/2s5/4sS2/2MR4/8/H2rH3/3M3S 56 0:0")
    for nodes in range(190, 420, 10):
        found = Engine(SHORE).analyse(state, Limit(nodes=nodes))
        assert found.best is not None
        assert found.best.loses_in is None, nodes
        assert found.chance > 0.1
    assert Engine(SHORE).analyse(state, Limit(nodes=2_000)).chance == 1.0


@pytest.mark.parametrize("id", GAMES)
def test_each_step_is_deeper_and_has_seen_more(id: str) -> None:
    state = middle_game(id)
    steps = list(Engine(state.game).deepening(state, Limit(depth=5)))
    assert [step.depth for step in steps] == [1, 2, 3, 4, 5]
    nodes = [step.nodes for step in steps]
    assert nodes == sorted(set(nodes))
    assert steps[-1].seconds >= steps[0].seconds


@pytest.mark.parametrize("id", GAMES)
def test_the_same_nodes_give_the_same_answer(id: str) -> None:
    state = middle_game(id)
    engines = [Engine(state.game), Engine(state.game)]
    first, second = (engine.analyse(state, Limit(nodes=8_000), lines=2) for engine in engines)
    assert replace(first, seconds=0.0) == replace(second, seconds=0.0)
    engines[0].analyse(state.game.start(1), Limit(nodes=3_000))
    engines[0].forget()
    again = engines[0].analyse(state, Limit(nodes=8_000), lines=2)
    assert replace(again, seconds=0.0) == replace(first, seconds=0.0)


def test_limits_are_kept() -> None:
    engine = Engine(PIRANHAS)
    assert engine.analyse(START, Limit(depth=3)).depth == 3
    found = engine.analyse(START, Limit(nodes=4_000))
    assert found.nodes < 4_100
    assert engine.analyse(START, Limit(nodes=1)).lines, "there is an answer however short the time"


def test_two_threads_find_a_move_too() -> None:
    found = Engine(PIRANHAS, threads=2).analyse(START, Limit(nodes=20_000), lines=2)
    assert len(found.lines) == 2
    assert found.move in START.legal_moves()


def test_stop_ends_an_endless_search() -> None:
    engine = Engine(PIRANHAS)
    steps = engine.deepening(START, Limit())
    next(steps)
    timer = threading.Timer(0.05, engine.stop)
    timer.start()
    found = list(steps)
    timer.join()
    assert found[-1].lines


@pytest.fixture
def ctrl_c() -> Iterator[Callable[[], None]]:
    """Lets somebody press it soon. Whoever started the tests in the background may have told them not to hear it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    yield timer.start
    timer.join()
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_ends_a_long_search_at_once(ctrl_c: Callable[[], None]) -> None:
    engine = Engine(PIRANHAS)
    ctrl_c()
    with pytest.raises(KeyboardInterrupt):
        engine.analyse(START, Limit(seconds=PATIENCE))
    # And the engine is as good as before.
    assert engine.best_move(START, Limit(nodes=1_000_000)) in START.legal_moves()


def test_ctrl_c_is_told_until_it_is_heard(ctrl_c: Callable[[], None]) -> None:
    told: list[None] = []
    heard = threading.Event()

    def stop() -> None:
        told.append(None)
        if len(told) > 1:
            heard.set()

    ctrl_c()
    assert run_interruptibly(lambda: heard.wait(PATIENCE), stop)


def test_a_new_question_ends_the_one_before() -> None:
    engine = Engine(PIRANHAS)
    begun = threading.Event()
    given: list[Analysis] = []

    def ask() -> None:
        for found in engine.deepening(START, Limit()):
            given.append(found)
            begun.set()

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    assert begun.wait(PATIENCE)
    assert engine.analyse(PIRANHAS.start(8), Limit(nodes=500)).lines
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert given[-1].move in START.legal_moves()


def test_chances_come_from_scores() -> None:
    assert chance_of(0) == 0.5
    assert chance_of(100) == pytest.approx(0.731, abs=0.001)
    assert chance_of(-100) == pytest.approx(1 - chance_of(100))
    assert (chance_of(29_990), chance_of(-29_990)) == (1.0, 0.0)
    move = START.legal_moves()[0]
    assert (Line(29_995, (move,)).wins_in, Line(29_995, (move,)).loses_in) == (5, None)
    assert (Line(-29_996, (move,)).wins_in, Line(-29_996, (move,)).loses_in) == (None, 4)
    assert (Line(300, (move,)).wins_in, Line(300, (move,)).loses_in) == (None, None)


def test_a_win_is_proven_and_seen_from_either_side() -> None:
    state = SHORE.parse(AMBER)
    found = Engine(SHORE).analyse(state, Limit(depth=3))
    assert found.best
    assert found.best.wins_in
    assert (found.chance, found.red) == (1.0, 1.0)
    as_blue = Analysis(state.play("d4-e5"), (), 0, 0, 0.0)
    assert as_blue.red == 1 - as_blue.chance


# -- the end of a game -------------------------------------------------------------------------------------------


def test_a_game_that_is_over_has_no_lines() -> None:
    state = SHORE.parse(OVER)
    assert state.outcome()
    engine = Engine(SHORE)
    found = engine.analyse(state, Limit(nodes=100))
    assert (found.lines, found.best, found.move, found.red) == ((), None, None, 1.0)
    for level in (1, 10):
        with pytest.raises(GameOver, match="There is no move to play"):
            engine.choose(state, Limit(nodes=100), level)
    with pytest.raises(GameOver):
        engine.best_move(state, Limit(nodes=100))


def test_who_cannot_move_by_the_official_rules_has_no_move_at_any_level() -> None:
    game = schwarm.game("piranhas-2019", "official")
    state = game.parse("10/10/10/10/10/10/10/10/10/F9 3")
    assert state.outcome() is None
    for level in (1, 10):
        with pytest.raises(GameOver, match="There is no move to play"):
            Engine(game).choose(state, Limit(nodes=100), level)


# -- levels ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", range(1, 11))
def test_every_level_plays_a_legal_move(level: int) -> None:
    state = middle_game("piranhas-2026")
    assert Engine(PIRANHAS, seed=1).choose(state, Limit(nodes=2_000), level).move in state.legal_moves()


def test_a_low_level_errs_by_its_seed_and_never_misses_a_win() -> None:
    chosen = {Engine(PIRANHAS, seed=seed).choose(START, Limit(nodes=2_000), 1).move for seed in range(8)}
    assert len(chosen) > 1
    assert chosen == {Engine(PIRANHAS, seed=seed).choose(START, Limit(nodes=2_000), 1).move for seed in range(8)}
    wins = {Engine(SHORE, seed=seed).choose(SHORE.parse(AMBER), Limit(nodes=2_000), 1).move for seed in range(8)}
    assert wins == {schwarm.Move("d4", "e5")}


def test_there_are_ten_levels() -> None:
    assert len(LEVELS) == 10
    for number in (0, 11, "4"):
        with pytest.raises(UnknownLevel, match=f"There is no level {number!r}; Hecht plays at levels 1 to 10"):
            Engine(PIRANHAS).choose(START, Limit(nodes=10), number)  # type: ignore[arg-type]


# -- errors ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "limit", [{"nodes": 0}, {"depth": -1}, {"seconds": 0.0}, {"seconds": float("nan")}, {"nodes": "5"}]
)
def test_limits_leave_room_to_think(limit: dict[str, Any]) -> None:
    with pytest.raises(InvalidLimit, match="A limit is a number above 0"):
        Limit(**limit)
    assert Limit(nodes=1e5) == Limit(nodes=100_000)  # type: ignore[arg-type]
    for half in (1.5, float("inf")):
        with pytest.raises(InvalidLimit, match=f"The limit “depth” is a whole number, not {half}"):
            Limit(depth=half)  # type: ignore[arg-type]
    assert Limit().endless
    assert not Limit(depth=1).endless


def test_what_is_refused_is_said_in_both_languages() -> None:
    with pytest.raises(WrongGame) as wrong:
        Engine(PIRANHAS).analyse(SHORE.start(0), Limit(nodes=10))
    assert str(wrong.value) == "This engine plays Piranhas 2026, but the position is from Ostseeschach 2022."
    assert sentence(wrong.value, "de").startswith("Dieser Hecht spielt Piranhas 2026")
    with pytest.raises(WrongGame):
        Engine(PIRANHAS).evaluate(SHORE.start(0))
    with pytest.raises(WrongGame):
        Engine(PIRANHAS).evaluate(core.Board(SHORE.start(0)))
    for settings, english in (
        ({"threads": 0}, "Hecht thinks on 1 to 256 threads, not on 0."),
        ({"threads": 1000}, "Hecht thinks on 1 to 256 threads, not on 1000."),
        ({"memory": 0}, "Hecht remembers positions in 1 to 4096 megabytes, not in 0."),
        ({"memory": 10**9}, "Hecht remembers positions in 1 to 4096 megabytes, not in 1000000000."),
    ):
        with pytest.raises(InvalidSetting) as refused:
            Engine(PIRANHAS, **settings)
        assert str(refused.value) == english
        with speaking("de"):
            assert str(refused.value) != english


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: Engine(PIRANHAS).analyse(START, HALF), "1.5 is not a limit; give one like Limit(seconds=2)."),
        (lambda: Engine(PIRANHAS).analyse(None, Limit(nodes=9)), NO_STATE),  # type: ignore[arg-type]
        (lambda: Engine(PIRANHAS).choose(None, Limit(nodes=9), 1), NO_STATE),  # type: ignore[arg-type]
        (lambda: Engine(PIRANHAS).evaluate(None), NO_STATE),  # type: ignore[arg-type]
        (lambda: Engine(PIRANHAS).choose(START, HALF), "1.5 is not a limit; give one like Limit(seconds=2)."),
        (lambda: Engine(PIRANHAS).analyse(START, Limit(nodes=9), HALF), "lines must be a whole number, not 1.5."),
        (lambda: Engine(PIRANHAS, memory=HALF), "memory must be a whole number, not 1.5."),
        (lambda: Engine(PIRANHAS, threads=HALF), "threads must be a whole number, not 1.5."),
        (lambda: copy.copy(Engine(PIRANHAS)), NO_COPY),
        (lambda: pickle.dumps(Engine(PIRANHAS)), NO_COPY),
        (
            lambda: Engine(HALF),
            "There is no game “1.5”; the games are piranhas-2026, ostseeschach-2022 and piranhas-2019.",
        ),
        (lambda: Hecht().choose(START, HALF), "1.5 is not a clock; give one like Clock(2.0), or none."),
    ],
)
def test_what_has_the_wrong_type_is_said_in_our_words(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(SchwarmError) as refused:
        ask()
    assert str(refused.value) == said


def test_a_game_that_the_core_does_not_know_is_searched_in_python() -> None:
    foreign = Engine(replace(PIRANHAS, id="halma-1883", title="Halma"))
    assert (foreign.search, foreign.slow) == ("Python", True)
    assert "searches Halma in Python" in str(foreign.remark())
    native = Engine(PIRANHAS)
    assert (native.search, native.slow, native.remark()) == ("native", False, None)


# -- a whole game ------------------------------------------------------------------------------------------------


def played(*moves: str, start: schwarm.State) -> Record:
    record = Record(start)
    for move in moves:
        record = record.then(move)
    return record


def test_a_missed_win_is_a_blunder_and_a_win_is_the_best_move() -> None:
    # Red can capture with his tower for the second amber, lets it be, and Blue captures the tower for hers.
    start = SHORE.parse("8/8/8/4s3/3S+4/8/8/R7 0 1:1")
    missed = review(played("a1-b3", "e5-d4", start=start), Limit(depth=4))
    assert [seen.verdict for seen in missed.moves] == [Verdict.BLUNDER, Verdict.BEST]
    assert missed.moves[0].best == schwarm.Move("d4", "e5")
    assert (missed.moves[0].before, missed.moves[0].after) == (1.0, 0.0)
    assert (missed.moves[0].turn, missed.moves[0].team) == (0, schwarm.Team.ONE)
    assert missed.chances == [1.0, 0.0, 0.0]
    assert missed.accuracy(schwarm.Team.ONE) == 0.0
    assert missed.accuracy(schwarm.Team.TWO) == 1.0


def test_progress_counts_positions_and_a_game_without_moves_is_reviewed() -> None:
    told: list[tuple[int, int]] = []
    record = played("A4-C4", start=START)
    done = review(record, Limit(nodes=300), progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 2), (2, 2)]
    assert len(done.analyses) == len(done.chances) == 2
    nothing = review(Record(START), Limit(nodes=300))
    assert (nothing.moves, nothing.accuracy(schwarm.Team.ONE)) == ((), None)


def test_marks() -> None:
    assert {verdict: verdict.mark for verdict in Verdict} == {
        Verdict.BEST: "",
        Verdict.GOOD: "",
        Verdict.INACCURACY: "?!",
        Verdict.MISTAKE: "?",
        Verdict.BLUNDER: "??",
    }
