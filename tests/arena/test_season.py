"""A season from its file to its champion, played by arithmetic instead of bots; and mistakes in the file."""

import os
from pathlib import Path

import pytest

from arena.results import book, drawn, won
from arena.seasons import HEAD, teams, written
from schwarm.arena.contest import BadContest
from schwarm.arena.results import Results
from schwarm.arena.season import Season
from schwarm.arena.season_file import (
    check_playable,
    contest_key,
    create_folder,
    find_troubles,
    game_of_bots,
    parse_season,
    read_season,
)
from schwarm.games import game
from schwarm.store import open_store
from schwarm.words import SchwarmError


def strength(results: Results, season: Season) -> Results:
    """Play what is due: the lower number wins."""
    for fixture in list(season.due(results)):
        best = min(fixture.players)
        points = (20, 5) if best == fixture.red else (5, 20)
        results.add(won(fixture.key, fixture.red, fixture.blue, points, by=best))
    return results


def test_a_whole_season(tmp_path: Path) -> None:
    season = written(
        tmp_path,
        HEAD + "[champions_league]\nper_group = 4\n[final_eight]\nmost_games = 12\n" + teams(12, 2),
    )
    assert season.total(Results()) == 2 * 15 * 6 + 28 * 6 + 8 * 6
    results = Results()
    # The first match day of both groups comes before the second of any.
    first = list(season.due(results))[:36]
    assert {fixture.key.stage for fixture in first} == {"championship/A", "championship/B"}
    assert len({player for fixture in first for player in fixture.players}) == 12
    results = strength(results, season)
    assert len(results) == 180
    assert [row.team for row in season.championship[0].table(results)] == [
        "t00",
        "t02",
        "t04",
        "t06",
        "t08",
        "t10",
    ]
    league = season.league(results)
    assert league is not None
    assert sorted(league.players) == [f"t{place:02}" for place in range(8)]
    assert season.bracket(results) is None
    results = strength(results, season)
    finals = season.bracket(results)
    assert finals is not None
    assert finals.seeded == tuple(f"t{place:02}" for place in range(8))
    for _ in range(3):
        results = strength(results, season)
    assert list(season.due(results)) == []
    assert season.champion(results) == "t00"
    assert len(results) == season.total(results) == 396


def test_a_season_goes_on_from_any_point(tmp_path: Path) -> None:
    season = written(tmp_path, HEAD + "[games]\nper_encounter = 2\n[final_eight]\nteams = 4\n" + teams(5))
    results = Results()
    keys = []
    while due := list(season.due(results)):
        keys.append(due[0].key)
        results.add(won(due[0].key, due[0].red, due[0].blue, (9, 3), by=min(due[0].players)))
    assert len(keys) == len(set(keys)) == len(results)
    # Asked in one go, the same games are played.
    whole = Results()
    while not season.finished(whole):
        strength(whole, season)
    assert set(whole) == set(results)


def test_finalists_without_a_champions_league_come_from_all_groups(tmp_path: Path) -> None:
    season = written(tmp_path, HEAD + "[games]\nper_encounter = 2\n[final_eight]\nteams = 4\n" + teams(6, 2))
    results = strength(Results(), season)
    finals = season.bracket(results)
    assert finals is not None
    # Both firsts before both seconds.
    assert set(finals.seeded[:2]) == {"t00", "t01"}
    assert set(finals.seeded[2:]) == {"t02", "t03"}


def test_groups_of_different_size_are_compared_by_averages(tmp_path: Path) -> None:
    """Groups of 4, 3 and 3 teams, one of three seconds goes on: 5 points of 4 games are more than 6 of 6."""
    listed = "".join(
        f'[[team]]\nname = "{name}"\nbot = "random"\ngroup = "{name[0]}"\n'
        for name in ("A1", "A2", "A3", "A4", "B1", "B2", "B3", "C1", "C2", "C3")
    )
    season = written(tmp_path, HEAD + "[games]\nper_encounter = 2\n[final_eight]\nteams = 4\n" + listed)
    results = book(
        won("championship/A/A2 – A3/1", "A2", "A3", (9, 9), by="A3"),
        drawn("championship/B/B1 – B2/1", "B1", "B2", (9, 9)),
    )
    due = list(season.due(results))
    assert len(due) == len(list(season.due(Results()))) - 2
    for fixture in due:
        results.add(won(fixture.key, fixture.red, fixture.blue, (9, 9), by=min(fixture.players)))
    finals = season.bracket(results)
    assert finals is not None
    assert set(finals.seeded[:3]) == {"A1", "B1", "C1"}
    assert finals.seeded[3] == "B2"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("title = 1", "“title” cannot be 1."),
        ('title = "x"\n' + teams(2), "The season has no “game”; add it at the top of the file."),
        (HEAD, "Every group needs at least two teams."),
        (HEAD + teams(3, 2), "Every group needs at least two teams."),
        (HEAD + "colour = 3\n", "“colour” is not a setting of season.toml; the settings are title,"),
        (HEAD + "[games]\nper_encounter = 5\n" + teams(2), "from 2 to 1000, two from each start, not 5"),
        (HEAD + "[games]\nper_encounter = 1002\n" + teams(2), "an even number of games from 2 to 1000"),
        (HEAD + "[games]\ntime = 2\n" + teams(2), "“time” cannot be 2."),
        (HEAD + "[games]\nsoft = 2\n" + teams(2), "“soft” is not a setting of games; the settings are per_encounter,"),
        (HEAD + '[games]\ntime = "soon"\n' + teams(2), "“soon” is not a time control; write 2s or 2s/10s for a move,"),
        (HEAD + '[games]\ntime = "20s/10s"\n' + teams(2), "may take 20 seconds but would be waited for only 10;"),
        (
            HEAD + "[champions_league]\nper_group = 3\n" + teams(4, 2),
            "cannot take 3 teams from each group: the smallest group has 2",
        ),
        (HEAD + "[final_eight]\n" + teams(4), "cannot take 8 teams out of 4"),
        (HEAD + "[final_eight]\nteams = 3\n" + teams(4), "8 teams, or 4 or 2 in a small season, not 3"),
        (HEAD + "[final_eight]\nteams = 4\nmost_games = 4\n" + teams(4), "even number of at least 6, not 4"),
        (HEAD + '[[team]]\nbot = "random"\n', "A team has no name"),
        (HEAD + teams(2) + '[[team]]\nname = "t00"\n', "Two teams are called “t00”; names must differ."),
        (HEAD + '[[team]]\nname = "a/b"\n', "cannot contain a slash or a dash between spaces, but “a/b” does"),
        (HEAD + '[[team]]\nname = "a – b"\n', "but “a – b” does"),
        (HEAD + '[[team]]\nname = "a\\nb"\n', "cannot be a player's name"),
        (HEAD.replace("2026", "1999"), "There is no game “piranhas-1999”; the games are"),
        ("title = ", "season.toml ends in the middle of something; every quote and bracket needs its other half."),
        (
            HEAD + '[[team]]\nname = "The "best""\n',
            "season.toml cannot be understood in line 4 from column 14 on; texts stand in quotes, and a quote inside "
            'one is written as \\".',
        ),
        (HEAD + HEAD, "season.toml has a setting or a section twice; keep one of them."),
        (HEAD + "team = 3\n", "“team” cannot be 3."),
        (HEAD + "team = [3]\n", "“team” is a section of its own"),
    ],
)
def test_mistakes_are_said_in_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(SchwarmError) as caught:
        written(tmp_path, text)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_utf_8(tmp_path: Path) -> None:
    (tmp_path / "season.toml").write_bytes('title = "Übermut"'.encode("latin-1"))
    with pytest.raises(BadContest, match=r"season\.toml is not a text in UTF-8; save it as one\."):
        read_season(tmp_path)


def test_a_folder_without_a_season(tmp_path: Path) -> None:
    with pytest.raises(BadContest, match="create one with: schwarm season init"):
        read_season(tmp_path)


def test_what_init_writes_can_be_held(tmp_path: Path) -> None:
    path = create_folder(tmp_path / "new", game("piranhas-2019"), 'A "cup"')
    season = read_season(path)
    assert season.title == 'A "cup"'
    assert season.conditions.game_id == "piranhas-2019"
    assert len(season.bots) == 4
    assert find_troubles(season) == {}
    with pytest.raises(BadContest, match="already exists"):
        create_folder(tmp_path / "new", game("piranhas-2019"), "again")


def test_init_finds_the_bots_that_lie_there(tmp_path: Path) -> None:
    bots = tmp_path / "bots"
    (bots / "shark").mkdir(parents=True)
    (bots / "shark" / "start.sh").write_text("#!/bin/sh\n")
    (bots / "shark" / "start.sh").chmod(0o755)
    (bots / "ray.py").write_text("")
    (bots / "readme.txt").write_text("")
    season = read_season(create_folder(tmp_path, game("piranhas-2026"), "Cup"))
    assert season.bots == {
        "shark": str(bots / "shark" / "start.sh"),
        "ray": str(bots / "ray.py"),
    }
    assert find_troubles(season) == {}


def test_whatever_files_are_called_init_writes_a_season_that_can_be_read(tmp_path: Path) -> None:
    bots = tmp_path / "bots"
    (bots / "shark").mkdir(parents=True)
    (bots / "shark" / "start.sh").write_text("#!/bin/sh\n")
    long = "Mustermann_Maximilian_1234567_assignsubmission_file_mybot_version"
    files = ("shark.zip", "SHARK.py", "Team 1 – final.zip", f"{long}_1.zip", f"{long}_2.zip", 'a"b\n\\.py')
    for file in files:
        (bots / file).write_bytes(b"")
    season = parse_season(create_folder(tmp_path, game("piranhas-2026"), "Cup"))
    assert len({team.casefold() for team in season.bots}) == len(files) + 1
    assert set(season.bots.values()) == {str(bots / file) for file in (*files, "shark/start.sh")}
    assert {"Team 1 - final", "shark.zip"} < season.bots.keys()


def test_what_cannot_be_a_season_is_said_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(BadContest, match="cannot be a contest's title; a title is one line of 1 to 60 visible"):
        create_folder(tmp_path, game("piranhas-2026"), "x" * 61)
    (tmp_path / "bots").mkdir()
    # Old archives unpack to names like this one.
    try:
        Path(os.fsdecode(os.fsencode(tmp_path / "bots") + b"/M\xfcller.py")).write_bytes(b"")
    except OSError:
        pytest.skip("this disk has no such names")
    with pytest.raises(BadContest, match=r"The file name “bots/M.ller.py” is not in UTF-8; rename the file\."):
        create_folder(tmp_path, game("piranhas-2026"), "Cup")
    assert [path.name for path in tmp_path.iterdir()] == ["bots"]


def test_a_season_is_for_the_game_of_its_bots(tmp_path: Path) -> None:
    assert game_of_bots(tmp_path).id == "piranhas-2026"
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "a.py").write_text("print('hello')\n")
    (tmp_path / "bots" / "b.py").write_text('class Mine:\n    game = "ostseeschach-2022"\n')
    (tmp_path / "bots" / "broken.zip").write_text("")
    assert game_of_bots(tmp_path).id == "ostseeschach-2022"


def test_who_cannot_play_holds_no_season(tmp_path: Path) -> None:
    there = HEAD + "".join(f'[[team]]\nname = "{name}"\nbot = "{{{name}}}"\n' for name in "abc")
    check_playable(written(tmp_path, there.format(a="gone.zip", b="greedy", c="random")))
    with pytest.raises(BadContest) as refused:
        check_playable(written(tmp_path, there.format(a="gone.zip", b="gone.jar", c="random")))
    assert str(refused.value).startswith(
        "1 of 3 bots can be started, so there is nobody to play; the first trouble is that of a: "
    )


def test_bots_are_named_from_the_season_s_folder(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "a.py").write_text("class Mine: ...\n")
    season = written(
        tmp_path,
        HEAD
        + '[[team]]\nname = "a"\nbot = "bots/a.py:Mine"\n[[team]]\nname = "b"\nbot = "bots/a.py --fast"\n'
        + '[[team]]\nname = "c"\nbot = "bots/c.zip"\n[[team]]\nname = "d"\n',
    )
    assert list(season.bots.values())[:2] == [f"{tmp_path}/bots/a.py:Mine", f"{tmp_path}/bots/a.py --fast"]
    troubles = find_troubles(season)
    assert troubles.keys() == {"c", "d"}
    assert str(troubles["d"]).startswith("It has no bot; name a zip, ")


def test_a_season_that_has_begun_keeps_its_terms(tmp_path: Path) -> None:
    season = written(tmp_path, HEAD + teams(2))
    store = open_store(tmp_path)
    name = contest_key(season, store)
    longer = written(tmp_path, HEAD + "seed = 7\n" + teams(2))
    assert contest_key(longer, store) == name  # nothing was played yet
    from schwarm.games.record import Record

    store.add(f"{name}/x/1", Record(game("piranhas-2026").start(1)).ended(won("x", "a", "b").outcome), event=name)
    with pytest.raises(BadContest, match="its “seed” can no longer be changed"):
        contest_key(season, store)
    assert contest_key(longer, store) == name
    store.close()


def test_long_encounters_and_names_that_no_file_can_have(tmp_path: Path) -> None:
    listed = teams(2) + f'[[team]]\nname = "long"\ngroup = "A"\nbot = "{"x" * 300}"\n'
    season = written(tmp_path, HEAD + "[games]\nper_encounter = 40\n" + listed)
    assert (season.games, season.most_games) == (40, 40)
    # Up to Python 3.13 the file system is heard, which refuses such a name; later ones say that there is no such file.
    assert str(find_troubles(season)["long"]).startswith(("There is no file xxx", "“xxx"))
