"""The ratings of a league as its games come, and how they came to be."""

import time

import pytest

from league.leagues import hand_in, new_league, team
from schwarm.arena.rating import Bout, Encounters, Posterior, fit
from schwarm.league import rating_table
from schwarm.league.league_service import LeagueService
from schwarm.league.player_name import TeamVersion, middle_of, partners_of
from schwarm.league.rating_table import FEW_GAMES, RatingTable
from schwarm.store.leagues import LeagueGame


def test_what_changed_with_a_version(service: LeagueService, monkeypatch: pytest.MonkeyPatch) -> None:
    league = new_league(service.store)
    hand_in(service, team(service, league, 1), b"one")
    hand_in(service, team(service, league, 1), b"two")
    table, games, met = service.table_of(league), list[LeagueGame](), Encounters([*partners_of(league.game)])
    old, new = TeamVersion(1, 1), TeamVersion(1, 2)
    for pair in range(1, 41):
        for half in (1, 2):
            player = str(new if pair > 20 else old)
            red, blue = (player, "greedy") if half == 1 else ("greedy", player)
            won = pair > 20 or pair % 4 == 0
            points = (1.0, 0.0) if won == (half == 1) else (0.0, 1.0)
            games.append(LeagueGame(f"{pair}/{half}", pair, red, blue, *points, 1.0, time.time()))
        met.include(player)
        met.add(Bout(player, "greedy", 2, 2.0 * won))
    monkeypatch.setattr(rating_table, "list_league_games", lambda *about: list(enumerate(games, 1)))
    table.refresh(service.store)
    change = table.change(new, old)
    assert change is not None
    assert change.low > 0
    assert table.games_of("1.2") == 40
    assert table.change(TeamVersion(1, 3), new) is None
    assert FEW_GAMES <= 6
    assert [point.version for point in table.curves()[1]][-1] == 2
    # It began from what was believed before, and says the same.
    afresh = fit(met, table.partners, middle=middle_of(league.game))
    for player in ("1.1", "1.2"):
        rating, expected = table.rating(player), afresh.elo(player)
        assert rating is not None
        assert (rating.value, rating.margin) == pytest.approx((expected.value, expected.margin), abs=1e-3)


def test_a_long_history_is_read_at_once_and_tells_the_same(
    service: LeagueService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating_table, "MAX_POINTS", 10)
    league = new_league(service.store)
    played = [
        LeagueGame(f"{n}", n // 2, "1.1", "greedy", float(n % 3 == 0), float(n % 3 > 0), 1.0, n) for n in range(200)
    ]
    fits = []

    def count(*told: object) -> Posterior:
        fits.append(told)
        return fit(*told)  # type: ignore[arg-type]

    monkeypatch.setattr(rating_table, "fit", count)
    curves = []
    for step in (1, 200):

        def read(store: object, league: int, after: int, step: int = step) -> list[tuple[int, LeagueGame]]:
            return [(number, played[number - 1]) for number in range(after + 1, min(after + step, 200) + 1)]

        monkeypatch.setattr(rating_table, "list_league_games", read)
        table = RatingTable(league)
        fits.clear()
        while len(table.games) < len(played):
            table.refresh(service.store)
        curves.append(table.curves()[1])
    assert [point.at for point in curves[0]] == [point.at for point in curves[1]]
    assert [point.elo for point in curves[0]] == pytest.approx([point.elo for point in curves[1]], abs=1e-3)
    assert len(fits) <= 11
