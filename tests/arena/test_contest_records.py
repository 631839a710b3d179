"""A contest comes back from the store as it was written down, with nothing that nobody said."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.fake_pool import FakePool
from arena.seasons import HEAD, teams, written
from schwarm.arena.contest import BadContest, Conditions
from schwarm.arena.contest_records import DatabaseResults, load_contest, save_contest
from schwarm.arena.ladder import Ladder, players, scale
from schwarm.arena.match import Match
from schwarm.arena.results import Results
from schwarm.arena.runner import Runner
from schwarm.arena.season import Season
from schwarm.arena.sprt import Sprt
from schwarm.arena.tournament import Tournament
from schwarm.games import TimeControl
from schwarm.store import open_store
from schwarm.store.contests import load_terms

GAME = "piranhas-2026"
BOTS = {"A": "greedy", "B": "random", "C": "hecht"}
PAIR = {"A": "greedy", "B": "random"}
LIMITED = Conditions(GAME, time=TimeControl.parse("red 0.5s/3s, blue 1m+2s"))
UNLIMITED = Conditions(GAME, time=TimeControl.parse("none"))
FINALS = "[final_eight]\nteams = 2\n"
BOT = "from schwarm import RandomPlayer\n\n\nclass My(RandomPlayer):\n    pass\n"


@pytest.mark.parametrize(
    "contest",
    [
        Match(PAIR, UNLIMITED, 20, seed=5),
        Match(PAIR, LIMITED, 4, sprt=Sprt(-2.5, 2.5)),
        Match(PAIR, LIMITED, 4, sprt=Sprt(0, 5, normalized=True)),
        Tournament(BOTS, LIMITED, 4),
        Tournament(BOTS, UNLIMITED, 2, gauntlet=True, name="Cup"),
        Ladder(players("bot", "random", scale(GAME).rungs), LIMITED, games=20, seed=3, fingerprint="abc"),
    ],
    ids=["match", "test", "normalized test", "tournament", "gauntlet", "ladder"],
)
def test_it_comes_back_as_it_began(contest: Match | Tournament, tmp_path: Path) -> None:
    store = open_store(tmp_path)
    event = save_contest(store, contest, folder=tmp_path)
    known = load_terms(store, event)
    store.close()
    assert known is not None
    again = load_contest(event, known)
    assert again == contest
    assert again.title == contest.title
    assert list(again.due(Results())) == list(contest.due(Results()))


def test_a_season_without_its_file_knows_no_bots(tmp_path: Path) -> None:
    season = written(tmp_path, HEAD + FINALS + teams(3))
    terms = season.terms()
    again, bare = (load_contest("season Cup", known | {"title": "Cup"}) for known in (terms, without_bots(terms)))
    assert isinstance(again, Season)
    assert again == replace(season, final_games=6)
    assert dict(bare.bots) == dict.fromkeys(season.bots, "")


def without_bots(terms: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in terms.items() if name != "bots"}


def test_a_team_may_change_its_bot_in_a_season_but_nobody_in_a_tournament(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(BOT)
    bots = [f"{path}:My", "random"]
    text = (
        HEAD
        + FINALS
        + "".join(f'[[team]]\nname = "{name}"\nbot = "{bot}"\n' for name, bot in zip("AB", bots, strict=True))
    )
    season = written(tmp_path, text)
    tournament = Tournament(dict(season.bots), LIMITED, 2)
    store = open_store(tmp_path)
    contests: list[Season | Tournament] = [season, tournament]
    events = [save_contest(store, contest) for contest in contests]
    for contest, event in zip(contests, events, strict=True):
        Runner(contest, FakePool(), DatabaseResults(store, event)).run()
        assert save_contest(store, contest, event=event) == event
    path.write_text(BOT + "\n\nCHANGED = True\n")
    assert save_contest(store, season, event=events[0]) == events[0]
    with pytest.raises(BadContest, match="A"):
        save_contest(store, tournament, event=events[1])
    store.close()
