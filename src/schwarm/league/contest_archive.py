"""The contests of a league in its export: results as tables and JSON, all games, output of bots."""

import json
import zipfile

from schwarm.arena.database_results import DatabaseResults, load_contests
from schwarm.arena.export import COLUMNS, row
from schwarm.arena.spreadsheet import to_csv, to_xlsx
from schwarm.arena.standings import describe_faults
from schwarm.games import game
from schwarm.league.game_report import BOTH
from schwarm.league.league_contest import list_contests
from schwarm.player.display_name import is_withdrawn
from schwarm.store.games import Store
from schwarm.store.league_games import list_contest_words
from schwarm.store.leagues import League

SIDES = {0: "red", 1: "blue", BOTH: "both"}


def count_contest_games(store: Store, league: League) -> int:
    counts = store.counts()
    return sum(counts.get(event, (0, 0.0))[0] for event in list_contests(store, league))


def write_contests(archive: zipfile.ZipFile, store: Store, league: League) -> None:
    """Write each contest into a folder of its own. Games are numbered: their keys contain arbitrary names."""
    known, played = load_contests(store), game(league.game, league.rules)
    for event in list_contests(store, league):
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
        about = {name: value for name, value in known[event].items() if name != "folder"}
        about["faults"] = str(describe_faults(played))
        archive.writestr(f"{place}/contest.json", json.dumps({**about, "results": games}, ensure_ascii=False, indent=1))
        archive.writestr(f"{place}/results.csv", to_csv(COLUMNS, games))
        archive.writestr(f"{place}/results.xlsx", to_xlsx(COLUMNS, games))
