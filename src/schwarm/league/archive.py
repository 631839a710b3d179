"""The export of a league as one zip, and the output of a team's bot in a game as text."""

import json
import zipfile
from collections.abc import Collection, Mapping
from pathlib import Path

from schwarm.arena.contest_records import DatabaseResults
from schwarm.arena.export import COLUMNS, row, to_csv, to_xlsx
from schwarm.arena.stage import describe_faults
from schwarm.games import game
from schwarm.league.check import read_findings
from schwarm.league.game_report import BOTH, SideWords, read_words
from schwarm.league.league_contest import list_contests
from schwarm.league.league_service import LeagueService, NotTaken
from schwarm.league.player_name import parse_player_name
from schwarm.player.display_name import is_withdrawn
from schwarm.store import leagues, versions
from schwarm.store.games import Store
from schwarm.store.league_games import list_contest_words, load_outputs, measure_outputs
from schwarm.store.leagues import League, LeagueGame
from schwarm.words import Sentence

BYTES_PER_GAME = 10_000


def export_league(service: LeagueService, league: League, path: Path) -> None:
    """Write all stored data of a league except codes, of which only hashes are known: teams, versions, findings of
    checks, games, output of bots, and contests."""
    store = service.store
    teams = leagues.list_teams(store, league.id)
    numbers = {team.id: team.number for team in teams}
    handed_in = versions.list_versions(store, numbers)
    table = service.ratings(league)
    # Zips do not shrink; texts do, so this is an upper bound.
    needed = sum(version.size for version in handed_in) + measure_outputs(store, league.id)
    games = len(table.games) + count_contest_games(store, league)
    if not service.zips.has_room(needed + BYTES_PER_GAME * games):
        raise NotTaken(NO_ROOM(megabytes=needed // 1_000_000 + 1))
    facts = {
        "league": {name: value for name, value in league._asdict().items() if name != "id"},
        "teams": [
            {"number": team.number, "name": team.name, "fish": team.fish, "active": team.active} for team in teams
        ],
        "versions": [
            {
                "team": numbers[version.team_id],
                "version": version.number,
                "file": version.file,
                "sha256": version.zip,
                "bytes": version.size,
                "at": version.at,
                "state": version.state,
                "findings": [finding._asdict() for finding in read_findings(version.findings)],
            }
            for version in handed_in
        ],
        "changes": [
            {"team": numbers[change.team_id], "version": change.version, "at": change.at}
            for change in versions.list_changes(store, numbers)
        ],
        "games": [_game_json(game) for game in table.games],
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("league.json", json.dumps(facts, ensure_ascii=False, indent=1))
        for game in table.games:
            if kept := store.get(game.key):
                archive.writestr(f"games/{game.key.replace('/', '-')}.txt", str(kept.record))
        players = {game.key: (game.red, game.blue) for game in table.games}
        shown = {team.number for team in teams}
        for key, side, text in load_outputs(store, league.id):
            if not _may_take_along(players.get(key), side, shown):
                continue
            archive.writestr(f"output/{key.replace('/', '-')}-{('red', 'blue', 'both')[side]}.json", text)
        for version in handed_in:
            bot = service.zips.path(version.zip)
            if version.zip and bot.exists():
                archive.write(bot, f"bots/team-{numbers[version.team_id]}-version-{version.number}.zip")
        write_contests(archive, store, league)


def _may_take_along(players: tuple[str, str] | None, side: int, shown: Collection[int]) -> bool:
    """Whether output belongs to a visible team or a sparring partner. Output that may be either side's is exported only
    if both are visible."""
    if players is None:
        return False
    teams = [parse_player_name(name) for name in (players if side == BOTH else players[side : side + 1])]
    return all(team is None or team.team in shown for team in teams)


def _game_json(game: LeagueGame) -> dict[str, object]:
    return {name: getattr(game, name) for name in game.__slots__}


def own_words(kept: tuple[LeagueGame, Mapping[int, str]], team: int) -> str:
    """The output and notes of a team's bot by move, and its crash reason."""
    game, outputs = kept
    lines = []
    for side, name in enumerate((game.red, game.blue)):
        player = parse_player_name(name)
        if player is None or player.team != team or side not in outputs:
            continue
        said = read_words(outputs[side])
        lines += [*([str(said.why), ""] if said.why else []), *_by_turn(said)]
    return "\n".join(lines) + "\n" if lines else f"{SAID_NOTHING()}\n"


def _by_turn(said: SideWords) -> list[str]:
    found = []
    for turn, text in sorted([*said.printed, *said.notes]):
        found += [f"[{turn + 1}]" if turn >= 0 else "[0]", text.rstrip(), ""]
    return found


NO_ROOM = Sentence(
    "The export needs about {megabytes} MB, and the server's disk is nearly full; make room there first."
)
SAID_NOTHING = Sentence("It printed nothing in this game.")


SIDES = {0: "red", 1: "blue", BOTH: "both"}


def count_contest_games(store: Store, league: League) -> int:
    counts = store.counts()
    return sum(counts.get(event, (0, 0.0))[0] for event in list_contests(store, league))


def write_contests(archive: zipfile.ZipFile, store: Store, league: League) -> None:
    """Write each contest into a folder of its own. Games are numbered: their keys contain arbitrary names."""
    played = game(league.game, league.rules)
    for event, known in list_contests(store, league).items():
        place, results, games = f"contests/{event}", DatabaseResults(store, event).results(), []
        words = list_contest_words(store, event)
        for number, result in enumerate(results.in_order, 1):
            file = f"games/{number:05}.txt"
            games.append({**row(result, played), "file": file})
            if kept := store.get(f"{event}/{result.key}"):
                archive.writestr(f"{place}/{file}", str(kept.record))
            for side, text in words.get(result.key, {}).items():
                speakers = result.players if side == BOTH else (result.players[side],)
                if any(is_withdrawn(name) for name in speakers):
                    continue
                archive.writestr(f"{place}/output/{number:05}-{SIDES[side]}.json", text)
        # Paths of this machine are useless elsewhere.
        about = {name: value for name, value in known.items() if name != "folder"}
        about["faults"] = str(describe_faults(played))
        archive.writestr(f"{place}/contest.json", json.dumps({**about, "results": games}, ensure_ascii=False, indent=1))
        archive.writestr(f"{place}/results.csv", to_csv(COLUMNS, games))
        archive.writestr(f"{place}/results.xlsx", to_xlsx(COLUMNS, games))
