"""Every game fulfils what every game must, by both sets of rules, and agrees with its golden data."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import schwarm
from quantity import quantity
from schwarm import conformance
from schwarm.conformance.promises import NonConformance, check_golden, rows_of
from schwarm.games import all_games

GAMES = [game.id for game in all_games()]
PLAYS: dict[str, list] = {}


def plays(game: schwarm.games.Game) -> list:
    key = repr(game)
    if key not in PLAYS:
        PLAYS[key] = conformance.random_games(game, quantity(3, 200))
    return PLAYS[key]


@pytest.mark.parametrize("promise", conformance.CHECKS, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize("rules", ["documents", "official"])
@pytest.mark.parametrize("id", GAMES)
def test_promises(id: str, rules: str, promise: conformance.Promise) -> None:
    game = schwarm.game(id, rules)
    promise(game, plays(game))


@pytest.mark.parametrize("id", GAMES)
def test_golden_data(id: str, data: Path) -> None:
    # The core counts deeper, see core/test_equals_rules.py.
    check_golden(schwarm.game(id), data / id, depth=quantity(2, 3))


@pytest.mark.parametrize(
    ("id", "rows"),
    [("piranhas-2026", 1505 + 215 + 160 + 120 + 48 + 30), ("piranhas-2019", 1937 + 185 + 150 + 12)]
    + [("ostseeschach-2022", 1742 + 220 + 220 + 74 + 22)],
)
def test_golden_data_are_complete(id: str, rows: int, data: Path) -> None:
    found = sum(1 for path in (data / id).iterdir() for _ in rows_of(path))
    assert found == rows


def test_missing_golden_data_are_noticed(tmp_path: Path) -> None:
    with pytest.raises(NonConformance, match="has no golden games or counts"):
        check_golden(schwarm.game("piranhas-2026"), tmp_path)


def test_wrong_golden_data_are_noticed(tmp_path: Path) -> None:
    position = schwarm.game("ostseeschach-2022").start(1)
    (tmp_path / "perft.jsonl").write_text(f'{{"position": "{position}", "perft": [1]}}\n')
    with pytest.raises(NonConformance, match="the counts are"):
        check_golden(schwarm.game("ostseeschach-2022"), tmp_path)


class Liar(schwarm.games.piranhas.PiranhasState):
    """A game that forgets moves."""

    def _moves(self) -> Iterator[schwarm.Move]:
        return islice(super()._moves(), 0, None, 2)


def test_a_forgotten_move_is_noticed() -> None:
    game = schwarm.game("piranhas-2026")
    start = game.start(1)
    liar = Liar(game, 0, start.red, start.blue, start.medium, start.large, start.squids)
    record = schwarm.games.record.Record(liar)
    with pytest.raises(NonConformance, match="is explained wrongly"):
        conformance.check_legality(game, [record])
