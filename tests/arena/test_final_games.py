"""How many games an encounter of the Final Eight has: six or more as the rules ask, or fewer and it is said."""

from pathlib import Path

import pytest

from arena.results import drawn, won
from arena.seasons import HEAD, teams, written
from schwarm.arena.contest import BadContest
from schwarm.arena.contest_records import DatabaseResults, find_contest, save_contest
from schwarm.arena.game_job import GameReport
from schwarm.arena.results import Results
from schwarm.arena.season import Season
from schwarm.arena.season_file import check_begun, contest_key, create_folder, parse_season
from schwarm.games import game
from schwarm.games.record import Record
from schwarm.store import open_store
from schwarm.store.games import Store
from schwarm.words import speaking

SHORT = "[games]\nper_encounter = 2\n"
FEWER = (
    "This differs from the rules: Piranhas 2026 asks for at least 6 games in an encounter of the Final Eight, and here "
    "there are 2."
)


def play(season: Season) -> tuple[int, int]:
    """How many games an encounter has before the finals and in them, where the first in the alphabet always wins."""
    results = Results()
    while due := list(season.due(results)):
        for fixture in due:
            results.add(won(fixture.key, fixture.red, fixture.blue, by=min(fixture.players)))
    assert season.champion(results) == "t00"
    assert len(results) == season.total(Results()) == season.total(results)
    keys = [result.key.encounter for result in results.values()]
    return tuple(keys.count(next(key for key in keys if key.startswith(stage))) for stage in ("champ", "final-"))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("text", "games"),
    [
        (SHORT + "[final_eight]\nteams = 2\n", (2, 6)),
        (SHORT + "[final_eight]\nteams = 4\nper_encounter = 8\n", (2, 8)),
        (SHORT + "[final_eight]\nteams = 2\nper_encounter = 2\n", (2, 2)),
        ("[games]\nper_encounter = 8\n[final_eight]\nteams = 2\n", (8, 8)),
        ("[games]\nper_encounter = 8\n[final_eight]\nteams = 2\nper_encounter = 6\n", (8, 6)),
        ("[games]\nper_encounter = 40\n[final_eight]\nteams = 2\n", (40, 40)),
        ("[final_eight]\nteams = 2\nper_encounter = 32\n", (6, 32)),
    ],
)
def test_the_finals_have_six_games_or_a_number_of_their_own(tmp_path: Path, text: str, games: tuple[int, int]) -> None:
    assert play(written(tmp_path, HEAD + text + teams(4))) == games


@pytest.mark.parametrize("number", [-2, 0, 1, 3, 7, 1002])
def test_an_odd_number_or_none_is_refused(tmp_path: Path, number: int) -> None:
    with pytest.raises(BadContest) as caught:
        written(tmp_path, HEAD + f"[final_eight]\nteams = 2\nper_encounter = {number}\nmost_games = 1002\n" + teams(2))
    assert str(caught.value) == (
        f"An encounter of the Final Eight needs an even number of games from 6 to 1000, two from each start, not "
        f"{number}; 2 and 4 are possible, too, and differ from the rules."
    )


def test_fewer_are_said_to_differ_from_the_rules_and_what_happens_when_it_is_tied(tmp_path: Path) -> None:
    def said(text: str) -> tuple[str, str]:
        season = written(tmp_path, text + teams(2))
        return " ".join(map(str, season.notes)) or "None", str(season.warning)

    finals = "[final_eight]\nteams = 2\n"
    assert said(HEAD + SHORT + finals) == (
        "An encounter of the Final Eight has 6 games; while it is tied, two more are played, up to 30, then the better "
        "placing decides.",
        "None",
    )
    assert said(HEAD + finals + "per_encounter = 2\nmost_games = 2\n") == (
        "An encounter of the Final Eight has 2 games; if it is tied, the better placing decides.",
        FEWER,
    )
    assert said(HEAD + SHORT) == ("None", "None")
    # The document of Ostseeschach is silent, so nothing differs from it.
    assert said(HEAD.replace("piranhas-2026", "ostseeschach-2022") + finals + "per_encounter = 4\n")[1] == (
        "The rules of Ostseeschach 2022 name no number of games for an encounter of the Final Eight; those of Piranhas "
        "ask for at least 6, and here there are 4."
    )
    with speaking("de"):
        assert said(HEAD + finals + "per_encounter = 2\n")[1].startswith("Das weicht von den Regeln ab: Piranhas 2026")


def test_two_more_games_come_while_it_is_tied(tmp_path: Path) -> None:
    season = written(tmp_path, HEAD + SHORT + "[final_eight]\nteams = 2\nmost_games = 10\n" + teams(2))
    results = Results()
    finals = []
    while due := list(season.due(results)):
        for fixture in due:
            results.add(drawn(fixture.key, *fixture.players))
        finals.append(len(due))
    assert finals == [2, 6, 2, 2]


def add_game(store: Store, season: Season, event: str) -> None:
    """Play the first game that is due."""
    fixture = next(season.due(Results()))
    result = won(fixture.key, fixture.red, fixture.blue)
    record = Record(game("piranhas-2026").start(1), players=fixture.players).ended(result.outcome)
    DatabaseResults(store, event).add(GameReport(fixture.key, str(record), seconds=1.0), record, result)


def test_a_season_that_has_begun_keeps_its_number(tmp_path: Path) -> None:
    text = HEAD + SHORT + "[final_eight]\nteams = 2\nper_encounter = 2\nmost_games = 6\n" + teams(2)
    (tmp_path / "season.toml").write_text(text)
    store = open_store(tmp_path)
    season = parse_season(tmp_path)
    add_game(store, season, contest_key(season, store))
    (tmp_path / "season.toml").write_text(text.replace("per_encounter = 2\nmost", "per_encounter = 6\nmost"))
    with pytest.raises(BadContest, match="has begun, so its “final_games” can no longer be changed"):
        check_begun(parse_season(tmp_path), store)
    store.close()


def test_a_season_of_the_store_is_read_with_its_number(tmp_path: Path) -> None:
    season = written(tmp_path, HEAD + SHORT + "[final_eight]\nteams = 2\nper_encounter = 4\n" + teams(2))
    store = open_store(tmp_path)
    save_contest(store, season)
    found = find_contest(store, Season, "Cup")
    store.close()
    assert found is not None
    assert play(found[1]) == (2, 4)


def test_what_init_writes_asks_for_six(tmp_path: Path) -> None:
    path = create_folder(tmp_path / "new", game("piranhas-2026"), "Cup")
    assert "per_encounter = 6  # games per encounter of the Final Eight; the rules ask for" in path.read_text()
    assert parse_season(path).final_games == 6
