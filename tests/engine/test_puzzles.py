"""The puzzles that come with the games: each has one good move, as a search proves, and none is there twice."""

import random

import pytest

import schwarm
from known_games import known_games
from quantity import quantity
from schwarm.engine import Engine, Line
from schwarm.engine.puzzle import (
    Goal,
    Puzzle,
    PuzzleSearch,
    difficulty_of,
    goal_of,
    is_proven,
    puzzle_file,
    puzzles,
    same_puzzle,
)

GAMES = known_games()
SAMPLE = quantity(2, 1000)
MAX_BYTES = 60_000
LEAST = 300
HARD = 4
LEAST_HARD = 60
# The search is another one whenever its evaluation is; what it found must stay far better, if not by as much.
STILL_FAR = 0.2


@pytest.mark.parametrize("id", GAMES)
def test_every_puzzle_can_be_read_and_its_line_played(id: str) -> None:
    game = schwarm.game(id)
    found = puzzles(game)
    assert len(found) >= LEAST
    assert puzzle_file(game).stat().st_size < MAX_BYTES
    order = [(puzzle.difficulty, puzzle.effort) for puzzle in found]
    assert order == sorted(order)
    # Who begins sees soon what a move is good for.
    assert all(puzzle.goal is Goal.WIN and puzzle.turns <= 2 for puzzle in found[:10])
    assert {puzzle.difficulty for puzzle in found} == {1, 2, 3, 4, 5}
    assert sum(puzzle.difficulty >= HARD for puzzle in found) >= LEAST_HARD
    for puzzle in found:
        state = puzzle.state
        assert state.outcome() is None
        for move in puzzle.line:
            state = state.play(move)


@pytest.mark.parametrize("id", GAMES)
def test_no_puzzle_is_there_twice_not_even_turned_around(id: str) -> None:
    seen: set[str] = set()
    for puzzle in puzzles(schwarm.game(id)):
        same = same_puzzle(puzzle.state)
        assert not seen & same
        seen |= same


@pytest.mark.core
@pytest.mark.parametrize("id", GAMES)
def test_a_search_finds_the_one_good_move(id: str) -> None:
    game = schwarm.game(id)
    found = list(puzzles(game))
    engine = Engine(game)
    for puzzle in random.Random(7).sample(found, min(SAMPLE, len(found))):
        assert is_proven(engine, puzzle, STILL_FAR), puzzle.write()


@pytest.mark.core
def test_a_move_that_is_not_the_only_good_one_is_no_solution() -> None:
    game = schwarm.game("piranhas-2026")
    start = game.start(7)
    assert not is_proven(Engine(game), Puzzle(start, Goal.GAIN, (start.legal_moves()[0],), 0, 1))


@pytest.mark.core
def test_a_puzzle_is_found_in_a_game_in_which_it_was_missed() -> None:
    game = schwarm.game("ostseeschach-2022")
    puzzle = next(puzzle for puzzle in puzzles(game) if puzzle.goal is Goal.WIN and puzzle.turns > 1)
    bad = next(move for move in puzzle.state.legal_moves() if move != puzzle.move)
    search = PuzzleSearch(game)
    found = search.look(puzzle.state)
    assert found is not None
    assert (found.move, found.goal) == (puzzle.move, Goal.WIN)
    assert [each.move for each in search.in_record(schwarm.Record(puzzle.state).then(bad))] == [puzzle.move]
    assert search.look(game.start(7)) is None


def test_one_move_wins_holds_or_gains() -> None:
    def line(score: int) -> Line:
        return Line(score, ())

    assert goal_of(line(29_995), line(50)) is Goal.WIN
    assert goal_of(line(29_995), line(29_990)) is None
    assert goal_of(line(10), line(-29_996)) is Goal.HOLD
    assert goal_of(line(-300), line(-29_996)) is None
    assert goal_of(line(150), line(-20)) is Goal.GAIN
    assert goal_of(line(150), line(100)) is None


def test_what_is_hidden_deeper_and_behind_tempting_moves_is_harder() -> None:
    assert difficulty_of(1, 0, crowded=False) == 1
    assert difficulty_of(1, 0, crowded=True) == 2
    assert difficulty_of(1, 3, crowded=False) == 2
    assert difficulty_of(4, 3, crowded=False) == 4
    assert difficulty_of(9, 20, crowded=True) == 5
