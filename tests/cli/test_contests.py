"""`schwarm match`, `tournament` and `season` as a user meets them."""

import csv
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from arena.results import drawn
from cli.command import schwarm
from patience import PATIENCE
from quantity import quantity
from schwarm.arena.contest import Conditions
from schwarm.arena.contest_records import save_contest
from schwarm.arena.fixture import GameKey, Result, ViolationNotes
from schwarm.arena.overview import Overview
from schwarm.arena.results import Results
from schwarm.arena.season import Season
from schwarm.arena.season_file import contest_key, read_season
from schwarm.arena.tournament import Tournament
from schwarm.cli.match_output import MAX_VIOLATIONS, tell_remedy, tell_violations
from schwarm.cli.tables import tell_bracket, tell_contest
from schwarm.games import Outcome, Reason, Team
from schwarm.launch.isolation import can_wall
from schwarm.referee.room import MAX_NAME_LENGTH
from schwarm.store import open_store
from schwarm.store.contests import set_folder

pytestmark = pytest.mark.slow

WRONG = """
from schwarm.player import Player

class Wrong(Player):
    def choose(self, state, clock=None):
        return "A0-J5"
"""
SPY = """
import os
from schwarm.player import Player

class Spy(Player):
    def choose(self, state, clock=None):
        assert not [name for folder in ("DATA", "OTHER") if os.path.isdir(folder) for name in os.listdir(folder)]
        return state.legal_moves()[0]
"""
BOTS = Path(__file__).parents[1] / "arena" / "bad_bots.py"


@pytest.mark.thorough
def test_a_match_says_what_came_out(tmp_path: Path) -> None:
    exports = ["--json", str(tmp_path / "m.json"), "--csv", str(tmp_path / "m.csv")]
    done = schwarm("match", "greedy", "random", "-n", "6", "--data", str(tmp_path / "data"), *exports)
    assert done.returncode == 0, done.stderr
    assert "greedy against random: 6 won, 0 drawn, 0 lost" in done.stdout
    assert "Too few games to say who is stronger; play at least 10." in done.stdout
    assert "heavier swarm" in done.stdout
    facts = json.loads((tmp_path / "m.json").read_text())
    assert facts["pairs"] == [0, 0, 0, 0, 3]
    assert len(facts["games"]) == 6
    assert facts["elo"]["value"] is None
    lines = (tmp_path / "m.csv").read_text().splitlines()
    assert len(lines) == 7
    assert lines[0].startswith("game,red,blue,winner,reason")
    more = schwarm(
        "match", "greedy", "random", "-n", "8", "--data", str(tmp_path / "data"), "--resume", *exports, lang="de"
    )
    assert "greedy gegen random: 8 gewonnen, 0 unentschieden, 0 verloren" in more.stdout
    # Programs depend on no language.
    with (tmp_path / "m.csv").open(encoding="utf-8") as file:
        assert {row["reason"] for row in csv.DictReader(file)} <= {"heavier", "swarm", "first-swarm", "blocked"}
    store = open_store(tmp_path / "data")
    assert len(store.listing()) == 8
    store.close()


@pytest.mark.thorough
def test_a_bot_speaks_the_language_that_was_chosen(tmp_path: Path) -> None:
    """And its last words are told without the time at which the kit wrote them down."""
    (tmp_path / "wrong.py").write_text(WRONG)
    bot = f"{tmp_path / 'wrong.py'}:Wrong"
    done = schwarm("match", bot, "random", "-n", "2", "--data", str(tmp_path), "--lang", "de", lang="en")
    assert done.returncode == 1
    # The kit does not even send such a move; the game is lost by it all the same.
    assert "verbotener Zug" in done.stdout
    assert "abgestürzt" not in done.stdout
    assert "Seine letzten Worte: „Der Spieler hat einen falschen Zug gewählt: " in done.stdout
    assert "In 2 Spielen, etwa Match · Spiel 1: random gewinnt: Wrong hat einen verbotenen Zug gemacht." in done.stdout
    # Nobody is told to play more games with a bot that plays none.
    assert "Zu wenige Spiele" not in done.stdout


@pytest.mark.thorough
def test_figures_for_programs_stand_alone_where_they_are_piped(tmp_path: Path) -> None:
    """What people read goes to the other output then."""
    done = schwarm("match", "greedy", "random", "-n", "2", "--data", str(tmp_path), "--json", "-")
    assert len(json.loads(done.stdout)["games"]) == 2
    assert "greedy against random: 2 won, 0 drawn, 0 lost" in done.stderr
    done = schwarm("tournament", "greedy", "random", "-n", "2", "--data", str(tmp_path), "--csv", "-")
    assert done.stdout.startswith("game,red,blue,winner,reason")
    assert len(done.stdout.splitlines()) == 3
    assert "Standings" in done.stderr
    schwarm("season", "init", str(tmp_path / "cup"))
    done = schwarm("season", "table", str(tmp_path / "cup"), "--data", str(tmp_path), "--json", "-")
    assert json.loads(done.stdout)["games"] == []
    assert "Championship" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("greedy", "nobody"), "“nobody” is neither a player nor a bot's folder here; players are"),
        (("greedy", "wait"), "waits for nobody; name a bot instead of “wait”"),
        (("greedy", "random", "-n", "5"), "A match needs an even number of games"),
        (("greedy", "random", "--game", "chess"), "There is no game “chess”"),
        (("greedy", "random", "--sprt", "5", "0"), "the smaller one first"),
        (("greedy", "random", "--sprt", "0", "1e5"), "from −1000 to 1000"),
        (("greedy", "random", "--resume"), "No contest was started with these players and options"),
    ],
)
def test_mistakes_are_one_sentence(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    done = schwarm("match", *arguments, "--data", str(tmp_path))
    assert done.returncode == 1
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "verb",
    [("match", "greedy", "random"), ("tournament", "greedy", "random"), ("ladder", "greedy")],
    ids=lambda verb: verb[0],
)
@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("nothing/found.json", "there is no such folder"),
        ("file/found.json", "there is no such folder"),
        (".", "it is a folder"),
    ],
)
def test_results_that_could_not_be_written_are_not_waited_for(
    tmp_path: Path, verb: tuple[str, ...], file: str, sentence: str
) -> None:
    (tmp_path / "file").touch()
    found = (tmp_path / file).resolve()
    done = schwarm(*verb, "--game", "piranhas-2026", "--json", str(found), "--data", str(tmp_path / "data"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"Error: {found} cannot be written: {sentence}.\n"
    assert not (tmp_path / "data").exists(), "not a game was played"


@pytest.mark.thorough
def test_a_folder_with_files_called_like_modules_of_python(tmp_path: Path) -> None:
    """A bot's author may call a file random.py or copy.py; only the bots that lie beside it read it."""
    for name in ("copy", "queue", "random", "types"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not meant for you')\n")
    done = schwarm("match", "greedy", "random", "-n", "2", "--data", "data", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert "greedy against random: 2 won" in done.stdout


@pytest.mark.thorough
def test_a_test_stops_when_it_is_decided_and_says_why(tmp_path: Path) -> None:
    done = schwarm("match", "greedy", "random", "--sprt", "0", "300", "--data", str(tmp_path), patience=300)
    assert done.returncode == 0, done.stderr
    assert "Passed: 300 Elo is more likely than 0; the LLR of" in done.stdout


def test_a_test_with_normalized_elo(tmp_path: Path) -> None:
    options = ("-n", "2", "--sprt", "0", "300", "--elo", "normalized", "--data", str(tmp_path))
    done = schwarm("match", "greedy", "random", *options)
    assert "Undecided between 0 and 300 normalized Elo" in done.stdout
    again = schwarm("match", "greedy", "random", *options, "--resume", "--json", "-")
    assert json.loads(again.stdout)["sprt"]["normalized"] is True


def test_without_bubblewrap_it_says_so_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = schwarm("match", f"{BOTS}:Plain", f"{BOTS}:Plain", "-n", "2", "--data", str(tmp_path / "data"))
    if os.geteuid() == 0:
        assert done.returncode == 1
        assert done.stderr.startswith("Error: As root, bots run only in a sandbox, ")
    else:
        assert done.returncode == 0, done.stderr
        said = " ".join(done.stdout.split())
        assert said.count("Bots run without a sandbox, only with limits, because bubblewrap is not installed") == 1
    without = schwarm("match", "greedy", "random", "-n", "2", "--data", str(tmp_path / "data"))
    assert "sandbox" not in without.stdout  # there is no bot to put a wall around


@pytest.mark.skipif(not can_wall(), reason="bubblewrap is missing")
def test_no_bot_of_a_contest_sees_where_its_games_are_kept_nor_other_bots() -> None:
    """Also not of those that play against others at the moment."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        data, bot, other = (Path(name) / place for place in ("data", "mine/bot.py", "other/bot.py"))
        Path(name).chmod(0o755)
        for folder in (data, bot.parent, other.parent):
            folder.mkdir(0o755)
        bot.write_text(SPY.replace("DATA", str(data)).replace("OTHER", str(other.parent)))
        shutil.copy(BOTS, other)
        players = f"{bot}:Spy", "random", f"{other}:Plain"
        done = schwarm("tournament", "--gauntlet", *players, "-n", "2", "--data", str(data))
    assert done.returncode == 0, done.stderr
    assert "crashed" not in done.stdout


def test_what_cannot_be_played_is_said_with_its_cause(tmp_path: Path) -> None:
    # Whoever should play the games ends at once.
    program = "import schwarm.arena.executors as crew; from schwarm.cli import main; import sys;"
    program += "import schwarm.arena.backoff as backoff; backoff.FIRST_SECONDS = 0.0;"
    program += "crew.sys = type('sys', (), {'executable': '/bin/false'}); main(sys.argv[1:])"
    command = [sys.executable, "-c", program, "--lang", "en", "match", "greedy", "random", "-n", "2"]
    done = subprocess.run([*command, "--data", str(tmp_path)], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1
    assert "No game was played to the end." in done.stdout
    cause = "the process that played the game exited with code 1"
    told = " ".join(done.stdout.split())
    assert f"Not played, through no fault of the players: 2 of 2 games ({cause}); try again with: --resume" in told


@pytest.mark.thorough
def test_a_tournament(tmp_path: Path) -> None:
    done = schwarm(
        "tournament", "greedy", "random", f"{BOTS}:Crashes", "-n", "2", "--data", str(tmp_path), patience=300
    )
    assert done.returncode == 0, done.stderr
    assert "Standings" in done.stdout
    assert "1.  greedy" in done.stdout
    line = 1 + BOTS.read_text().splitlines().index('            raise RuntimeError("out of ideas")')
    why = f"Its last words, from bad_bots.py, line {line}: “RuntimeError: out of ideas”"
    assert f"Crashes: crashed 4: {why}" in done.stdout
    assert "2/2" in done.stdout
    gauntlet = schwarm("tournament", "random", "random", "random", "-n", "2", "--gauntlet", "--data", str(tmp_path))
    store = open_store(tmp_path)
    assert len(store.listing()) == 6 + 4
    store.close()
    assert "random 3" in gauntlet.stdout


def test_a_swiss_tournament(tmp_path: Path) -> None:
    data = ["--data", str(tmp_path)]
    bots = ["greedy", "random", "random", "random", "random"]
    done = schwarm("tournament", *bots, "-n", "2", "--swiss", "--rounds", "2", *data, patience=300)
    assert done.returncode == 0, done.stderr
    assert "Buchholz" in done.stdout
    # Two rounds of two encounters; with five players one is free in each, and so has as many points as from two wins.
    store = open_store(tmp_path)
    assert len(store.listing()) == 8
    store.close()
    # Nothing is left to play, so it says the same again.
    again = schwarm("tournament", *bots, "-n", "2", "--swiss", "--rounds", "2", "--resume", *data)
    assert again.stdout == done.stdout
    refused = schwarm("tournament", "greedy", "random", "--rounds", "3", *data)
    assert refused.stderr.startswith("Error: --rounds is for another kind of tournament, not for this one (Tournament)")


def check_rules_are_told(site: Path, printed: str, differs: str) -> None:
    """Terminal and pages say what is decided how, beside every table and bracket."""
    finals = (site / "en" / "final-eight.html").read_text()
    for page in (finals, (site / "en" / "index.html").read_text(), printed):
        assert differs in page
        assert "has 2 games; while it is tied, two more are played, up to 4, then the better placing decides." in page
    assert "counts 0 for it" not in finals  # There is no secondary criterion.
    counted = "“heaviest swarm on average”: a game that a team lost by a crash or another fault counts 0 for it"
    assert printed.count(counted) == 3
    german = "ein Spiel, das ein Team durch einen Absturz oder einen anderen Fehler verloren hat"
    pages = [path.read_text() for path in (site / "de").glob("*.html")]
    tables = [page for page in pages if 'class="standings"' in page]
    assert len(tables) == 4
    assert all(page.count(german) == page.count('class="standings"') for page in pages)


def check_counted(played: list[dict[str, str]]) -> None:
    """A crashed game counts nothing for its loser, and what was on the board for the winner."""
    crashed = [line for line in played if line["reason"] == "crashed"]
    assert crashed
    for line in crashed:
        side, other = ("blue", "red") if line["winner"] == line["red"] else ("red", "blue")
        assert line[f"counted_{side}"] == "0"
        assert line[f"counted_{other}"] == line[f"points_{other}"] != "0"


def test_a_season_from_one_command_to_pages(tmp_path: Path) -> None:
    teams, games = quantity(6, 12), quantity(32, 132)
    text = 'title = "Cup"\ngame = "piranhas-2026"\nseed = 3\n[games]\nper_encounter = 2\n'
    text += (
        f"[champions_league]\nper_group = {teams // 4 + 1}\n"
        f"[final_eight]\nteams = {quantity(4, 8)}\nper_encounter = 2\nmost_games = 4\n"
    )
    bots = ["greedy", *["random"] * (teams - 3), f"{BOTS}:Crashes", "bots/missing.jar"]
    for number, bot in enumerate(bots):
        text += f'[[team]]\nname = "T{number}"\nbot = "{bot}"\ngroup = "{"AB"[number % 2]}"\n'
    (tmp_path / "season.toml").write_text(text)
    checked = schwarm("season", "check", str(tmp_path))
    assert f"{teams} teams in 2 groups, at least {games} games" in checked.stdout
    differs = "This differs from the rules: Piranhas 2026 asks for at least 6 games in an encounter of the Final Eight"
    assert differs in checked.stdout
    assert f"T{teams - 1}: There is no file bots/missing.jar." in checked.stdout
    assert checked.returncode == 1
    before = schwarm("season", "status", str(tmp_path))
    first = f"T{quantity(2, 0)} against T{teams - 2}"
    assert f"0 of at least {games} games played\nChampionship: next is {first}" in before.stdout
    site = tmp_path / "one command"
    ran = schwarm("season", "run", str(tmp_path), "--publish", str(site), patience=600)
    assert ran.returncode == 0, ran.stderr
    assert (site / "index.html").is_file()
    check_rules_are_told(site, ran.stdout, differs)
    said, _, written = ran.stdout.rpartition("The season is over; ")
    assert re.fullmatch(rf"T\d+ won\.\nWritten; open {site}/index\.html\n", written)
    for part in ("Championship A", "Championship B", "Champions League", "Final Eight", "Semi-finals", "→"):
        assert part in ran.stdout
    assert f"T{teams - 1}: never joined {teams - 2}: There is no file bots/missing.jar." in ran.stdout
    again = schwarm("season", "run", str(tmp_path))
    won = written.partition("\n")[0]
    end = f"The season is over; {won}\nWrite it as pages: schwarm season publish {tmp_path}\n"
    assert again.stdout == f"{said}{end}"  # nothing is played twice
    # Whatever else is wrong with it by now: a season that has begun stays as it is.
    (tmp_path / "season.toml").write_text(text.partition('[[team]]\nname = "T3"')[0])
    for verb in ("check", "run"):
        assert schwarm("season", verb, str(tmp_path)).stderr.startswith(
            "Error: The season “Cup” has begun, so its “teams” can no longer be changed;"
        )
    (tmp_path / "season.toml").write_text(text)
    over = schwarm("season", "status", str(tmp_path), lang="de")
    assert "Die Saison ist zu Ende;" in over.stdout
    assert "at least" not in schwarm("season", "status", str(tmp_path)).stdout
    published = schwarm("season", "publish", str(tmp_path))
    assert published.stdout == f"Written; open {tmp_path}/site/index.html\n"
    table = schwarm("season", "table", str(tmp_path), "--csv", str(tmp_path / "games.csv"))
    assert table.stdout == said
    with (tmp_path / "games.csv").open(newline="", encoding="utf-8") as file:
        played = list(csv.DictReader(file))
    listed = len(played)
    check_counted(played)
    # Each game with its moves, its final position and its winning chances.
    files = Counter(path.name.partition(".")[2] for path in (tmp_path / "site" / "games").iterdir())
    assert files == dict.fromkeys(("js", "svg", "chances.js"), listed)
    assert listed >= games


def test_init_leads_to_a_season_that_runs(tmp_path: Path) -> None:
    done = schwarm("season", "init", str(tmp_path / "new"), "--title", "Klasse 9b", lang="de")
    assert done.stdout.startswith("Geschrieben, für Piranhas 2026: ")
    assert "Sieh sie durch, dann: schwarm season check" in done.stdout
    written = (tmp_path / "new" / "season.toml").read_text(encoding="utf-8")
    assert "gleicher Startwert, gleiche Anfangsaufstellungen" in written
    checked = schwarm("season", "check", str(tmp_path / "new")).stdout
    assert "4 teams, at least 60 games" in checked
    assert "All bots are there." in checked


def test_a_season_is_found_by_its_title_or_it_is_said_where_it_is(tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    store = open_store(data)
    season = Season({"A": "random", "B": "random"}, Conditions("piranhas-2026"), name="Süd", games=2)
    save_contest(store, season, folder=tmp_path)
    store.close()
    schwarm("season", "init", str(tmp_path / "cup"), "--title", "Nord")
    cup = tmp_path / "cup"
    assert schwarm("season", "table", "Süd", "--data", data, cwd=tmp_path).returncode == 0
    store = open_store(data)
    set_folder(store, contest_key(read_season(cup), store), cup)
    store.close()
    for typed, said in (
        (("run", "Süd"), "“Süd” is a season of the page, where its bots are; continue it there, under “Contests” of "),
        (("run", "Nord"), f"The season “Nord” is in the folder {cup}; name that instead of its title."),
        (("status", "West"), "West is neither a season's folder nor the title of a season that is kept here; "),
        (("run", "West"), "There is no season in West; create one with: schwarm season init FOLDER"),
    ):
        done = schwarm("season", *typed, "--data", data, cwd=tmp_path)
        assert done.stderr.startswith(f"Error: {said}"), done.stderr
        assert done.returncode == 1


@pytest.mark.parametrize(
    ("more", "said"), [(1, "1 more game that was cut short"), (2, "2 more games that were cut short")]
)
def test_games_that_were_broken_off_are_not_all_listed(
    capsys: pytest.CaptureFixture[str], more: int, said: str
) -> None:
    lost = Outcome(Team.TWO, Reason.CRASHED)
    tell_violations(
        Results(
            Result(GameKey(f"a/{n}"), "one", "two", lost, ViolationNotes(f"No {n}."))
            for n in range(MAX_VIOLATIONS + more)
        )
    )
    assert capsys.readouterr().out.splitlines()[-1] == f"… and {said}"


def test_the_tables_say_when_the_lot_decided_a_final(capsys: pytest.CaptureFixture[str]) -> None:
    teams = {"A": "random", "B": "random"}
    season = Season(teams, Conditions("piranhas-2026"), name="Level", games=2, finalists=2, final_games=2, most_games=4)
    results = Results()
    while due := list(season.due(results)):
        for fixture in due:
            results.add(drawn(fixture.key, *fixture.players, points=(5, 5)))
    tell_bracket(Overview(season, results))
    level = r"[AB] – [AB]  0:0  → [AB] \(tied to the end and equal in the table; decided by lot\)"
    assert re.search(level, capsys.readouterr().out)


def test_long_names_cost_no_table_its_numbers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["x" * MAX_NAME_LENGTH, "Mustermann Max_1234567_assignsubmission_file", *map(str, range(3, 15))]
    contest = Tournament(dict.fromkeys(names, "random"), Conditions("piranhas-2026"), 2)
    pairs = itertools.combinations(names, 2)
    results = Results(drawn(f"tournament/{one} – {two}/1", one, two, points=(5, 5)) for one, two in pairs)

    def tell_all() -> str:
        tell_contest(contest, results)
        return re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out)

    monkeypatch.delenv("COLUMNS", raising=False)
    in_file = tell_all()
    # In a file every row is one line, names included.
    for name in names[:2]:
        assert re.search(rf"^ *1\.  {name} +13  0  13  0      13 +5\.00 *$", in_file, re.MULTILINE)
    assert len(re.findall(r"^14 14 +(0\.5/1 +){13}·", in_file, re.MULTILINE)) == 1
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    shown = tell_all()
    assert max(map(len, shown.splitlines())) <= 80
    assert "…" not in shown
    assert len(re.findall(r" 13  0  13  0      13 +5\.00", shown)) == len(names)
    assert "This window is too narrow for the crosstable." in shown
    assert "0.5/1" not in shown


def test_whatever_can_be_checked_is_named_where_more_can_be_learnt(capsys: pytest.CaptureFixture[str]) -> None:
    """A class alone cannot be."""
    for bot in ("mybot.zip", "my bot.py", "mybot.jar", "mybot.py:Mybot", "greedy"):
        tell_remedy(bot)
    named = re.findall("“schwarm check (.+)” tells you more", capsys.readouterr().out)
    assert named == ["mybot.zip", "'my bot.py'", "mybot.jar"]


@pytest.mark.parametrize("verb", ["match", "tournament", "season", "worker"])
def test_help_speaks_german(verb: str) -> None:
    german, english = (schwarm(verb, "--help", lang=lang).stdout for lang in ("de", "en"))
    assert "Optionen" in german
    assert german != english
