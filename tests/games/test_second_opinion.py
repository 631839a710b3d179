"""The package and a second, independent implementation of the rules must agree on everything, ply by ply.

Random games from starts show the ordinary course of play; sparse boards reach what starts hardly ever do:
sides without fish or moves, both sides united, credits, ties.
"""

from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import schwarm
from quantity import quantity
from second_opinion import ostseeschach, piranhas

OPINIONS = {"piranhas-2026": piranhas, "piranhas-2019": piranhas, "ostseeschach-2022": ostseeschach}
RULES = st.sampled_from(["documents", "official"])
TEAMS = [schwarm.Team.ONE, schwarm.Team.TWO]

# The numbers are per game: 10,000 starts and 10,000 sparse boards in all when thorough.
sparse_boards = settings(
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=quantity(sample=300, thorough=3_334),
    suppress_health_check=[HealthCheck.too_slow],
)
# A whole game is not worth shrinking: it takes minutes, and the assertion names the position anyway.
whole_games = settings(sparse_boards, max_examples=quantity(sample=25, thorough=3_334), phases=[Phase.generate])


def choices(least: int, most: int) -> st.SearchStrategy[bytes]:
    """One byte per ply picks the move: as shrinkable as a list of numbers, and drawn in one go."""
    return st.binary(min_size=least, max_size=most)


def sparse(columns: str, rows: str, letters: list[str]) -> st.SearchStrategy[dict[str, str]]:
    """A few pieces anywhere, or crowded in a corner, where fish unite and get stuck and light pieces arrive."""

    def board(columns: str, rows: str, most: int) -> st.SearchStrategy[dict[str, str]]:
        squares = [column + row for column in columns for row in rows]
        return st.dictionaries(st.sampled_from(squares), st.sampled_from(letters), max_size=most)

    low, high = board(columns[:3], rows[:3], 7), board(columns[-3:], rows[-3:], 7)
    return st.one_of(board(columns, rows, 12), board(columns, rows, 4), low, high)


# The last rounds come up often enough to see all their ties.
TURNS = st.one_of(st.integers(0, 60), st.integers(50, 60))
FISH_2019 = sparse(piranhas.COLUMNS, piranhas.ROWS, ["F", "f", "x"])
FISH_2026 = sparse(piranhas.COLUMNS, piranhas.ROWS, list("SMLsmlx"))
PIECES = sparse(ostseeschach.FILES, ostseeschach.RANKS, [p + plus for p in "HMSRhmsr" for plus in ("", "+")])
AMBERS = st.fixed_dictionaries({"ONE": st.integers(0, 2), "TWO": st.integers(0, 2)})
POSITIONS = {
    "piranhas-2026": st.builds(piranhas.Position, FISH_2026, TURNS, st.sampled_from("--rb")),
    "piranhas-2019": st.builds(piranhas.Position, FISH_2019, TURNS, st.none()),
    "ostseeschach-2022": st.builds(ostseeschach.Position, PIECES, TURNS, AMBERS),
}


def compare(state: Any, position: Any, opinion: ModuleType, rules: str) -> list[str]:
    """Everything both can tell about a position; gives the legal moves, sorted."""
    where = opinion.text(position)
    assert str(state) == where
    moves = sorted(str(move) for move in state.beyond().legal_moves())
    assert moves == sorted(opinion.legal_moves(position)), where
    if opinion is piranhas:
        for team in TEAMS:
            assert state.heaviest(team) == piranhas.heaviest(position, team.value), where
            assert state.united(team) == piranhas.united(position, team.value), where
    outcome, expected = state.outcome(), opinion.outcome(position, rules)
    if outcome is None or expected is None:
        assert outcome == expected, where
    else:
        assert (outcome.winner and outcome.winner.value, outcome.reason.value) == expected, where
        assert outcome.points == opinion.points(position, rules), where
    return moves


def refuses(state: schwarm.State, moves: list[str], choice: int) -> None:
    """One piece's start with another's target is mostly no legal move: `play` must see that by itself."""
    start, _ = moves[choice % len(moves)].split("-")
    _, target = moves[choice // 2 % len(moves)].split("-")
    if start != target and f"{start}-{target}" not in moves:
        with pytest.raises(schwarm.IllegalMove):
            state.beyond().play(f"{start}-{target}")


def play_side_by_side(id: str, rules: str, text: str, plies: bytes) -> None:
    game, opinion = schwarm.game(id, rules=rules), OPINIONS[id]
    state, position = game.parse(text), opinion.parse(text)
    moves = compare(state, position, opinion, rules)
    for choice in plies:
        if not moves:
            break
        refuses(state, moves, choice)
        move = moves[choice % len(moves)]
        if state.turn == 60:
            with pytest.raises(schwarm.IllegalMove):
                state.beyond().play(move)
            break
        # A game that is over goes on here: the rules of movement and credit do not end with it.
        state, position = state.beyond().play(move), opinion.play(position, move, rules)
        moves = compare(state, position, opinion, rules)
    assert game.parse(str(state)) == state


@pytest.mark.parametrize("id", OPINIONS)
def test_random_games_from_starts(id: str) -> None:
    @whole_games
    @given(rules=RULES, seed=st.integers(0, 2**64 - 1), plies=choices(61, 61))
    def agree(rules: str, seed: int, plies: bytes) -> None:
        play_side_by_side(id, rules, str(schwarm.game(id, rules=rules).start(seed)), plies)

    agree()


@pytest.mark.parametrize("id", OPINIONS)
def test_sparse_boards(id: str) -> None:
    @sparse_boards
    @given(rules=RULES, position=POSITIONS[id], plies=choices(8, 24))
    def agree(rules: str, position: object, plies: bytes) -> None:
        play_side_by_side(id, rules, OPINIONS[id].text(position), plies)

    agree()
