"""A contest as a store remembers it: written down when it begins, made again to be shown or to go on."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schwarm.arena.assignment import check_startable
from schwarm.arena.claim import check_not_running
from schwarm.arena.contest import BadContest, Conditions
from schwarm.arena.database_results import SCOPE, begin, load_contests
from schwarm.arena.fixture import DrawSeed, Results
from schwarm.arena.ladder import MAX_GAMES, Ladder
from schwarm.arena.match import Match
from schwarm.arena.season import Entrant, Season
from schwarm.arena.season_file import bot_in
from schwarm.arena.sprt import Sprt
from schwarm.arena.tournament import Tournament
from schwarm.games import TimeControl
from schwarm.launch import CannotLaunch, Sandbox
from schwarm.launch.bot_fingerprint import fingerprint
from schwarm.words import SchwarmError, Sentence

if TYPE_CHECKING:
    from schwarm.store.games import Store

PREFIX = "season "
"""What the name of a season with a file begins with in the store; its title follows."""


def kind_of(contest: Match | Tournament | Season) -> str:
    if isinstance(contest, Match):
        return "match"
    if isinstance(contest, Season):
        return "season"
    return "ladder" if isinstance(contest, Ladder) else "tournament"


def contest_terms(contest: Match | Tournament | Season) -> dict[str, Any]:
    """What makes it this contest: who goes on with other terms holds another one."""
    how = contest.conditions
    if isinstance(contest, Season):
        return season_terms(contest) | {"bots": dict(contest.bots)}
    found = {
        "bots": dict(contest.bots),
        "game": how.game_id,
        "rules": how.rules,
        "time": str(how.time),
        "seed": contest.seed,
    }
    if isinstance(contest, Match):
        return found | {"sprt": contest.sprt.terms if contest.sprt else None}
    if isinstance(contest, Ladder):
        return found | {"fingerprint": contest.fingerprint}
    return found | {"gauntlet": contest.first_against_all}


def season_terms(season: Season) -> dict[str, Any]:
    """What decides about the games of a season."""
    return {
        "kind": "season",
        "game": [season.conditions.game_id, season.conditions.rules],
        "time": str(season.conditions.time),
        "seed": season.seed,
        "games": season.games,
        "final_games": season.duel_games,
        "stages": [season.league_per_group, season.finalists, season.most_games, season.third_place],
        "teams": [[team.name, team.group] for team in season.teams],
    }


def begun_final_games(known: Mapping[str, Any]) -> int | None:
    """Games of an encounter of the Final Eight in a season that has begun: in one that is older than this number, those
    of all encounters."""
    number = known.get("final_games", known.get("games"))
    return number if isinstance(number, int) else None


def save_contest(
    store: "Store",
    contest: Match | Tournament | Season,
    event: str | None = None,
    *,
    folder: Path | None = None,
    about: Mapping[str, Any] | None = None,
) -> str:
    """Remember a contest that begins, or how it goes on; gives its name in the store.

    Bots are named as seen from `folder`, by default the current one. `about` is whatever else is to be known of it."""
    settings = {
        "games": contest.games,
        "sandboxed": contest.conditions.sandboxed,
        "folder": str(folder or os.getcwd()),
        **(about or {}),
    }
    if not isinstance(contest, Season | Ladder):
        walled = Sandbox(wall=contest.conditions.sandboxed).has_wall
        settings["fingerprints"] = take_fingerprints(contest.bots, folder or Path.cwd(), walled=walled)
    if (
        name := contest.title
        if isinstance(contest, Season)
        else contest.name
        if isinstance(contest, Tournament)
        else ""
    ):
        settings["title"] = name
    if event is None:
        # In one piece: after a crash it is there whole or not at all.
        return begin(store, kind_of(contest), contest_terms(contest) | settings)
    # Whoever goes on beside others must not change what they play.
    check_not_running(store, event)
    known = store.recall(SCOPE, event)
    changed = find_changed(known.get("fingerprints", {}), settings.get("fingerprints", {}))
    if changed and store.keys(event=event):
        raise BadContest(OTHER_FILES(player=changed[0]))
    store.remember(SCOPE, event, known | settings)
    return event


def take_fingerprints(bots: Mapping[str, str], folder: Path, *, walled: bool) -> dict[str, str]:
    """What the files of all players look like now, as far as they are there and only people change them; bots are named
    as seen from `folder`."""
    found = {}
    for name, bot in bots.items():
        with suppress(CannotLaunch):
            if taken := fingerprint(check_startable(bot_in(bot, folder)), walled=walled):
                found[name] = taken
    return found


def find_changed(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """Players whose files are known to have been others."""
    return [name for name in new if old.get(name, new[name]) != new[name]]


def load_contest(event: str, known: Mapping[str, Any], results: Results) -> Match | Tournament | Season:
    """The contest of this name; raises `BadContest` where what is known of it makes no sense.

    A season that has a file comes without its bots, which only the file knows."""
    try:
        match known["kind"]:
            case "match":
                test = known.get("sprt")
                games = known.get("games") or max(2, len(results) + len(results) % 2)
                return Match(_bots(known), _conditions(known), games, _seed(known), Sprt(*test) if test else None)
            case "tournament":
                games, gauntlet = known.get("games") or _max_meetings(results), known.get("gauntlet", False)
                name = known.get("title", "")
                return Tournament(_bots(known), _conditions(known), games, _seed(known), gauntlet, name)
            case "ladder":
                most = known.get("games") or MAX_GAMES
                return Ladder(_bots(known), _conditions(known), most, known["seed"], fingerprint=known["fingerprint"])
            case "season":
                return _season(event, known)
    except SchwarmError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadContest(FORGOTTEN(event=event)) from error
    raise BadContest(FORGOTTEN(event=event))


def _bots(known: Mapping[str, Any]) -> dict[str, str]:
    """How players are started, from wherever we are now."""
    folder = Path(known["folder"]) if known.get("folder") else None
    return {name: bot_in(bot, folder) if folder else bot for name, bot in known["bots"].items()}


def _conditions(known: Mapping[str, Any]) -> Conditions:
    time = TimeControl.parse(known["time"])
    how = Conditions(known["game"], known["rules"], time, sandboxed=known.get("sandboxed", True))
    # A game that is not installed here is said now.
    assert how.game
    return how


def _seed(known: Mapping[str, Any]) -> int:
    return DrawSeed(known["seed"], known["drawn"]) if "drawn" in known else int(known["seed"])


def _max_meetings(results: Results) -> int:
    """How many games the longest encounter has so far, made even."""
    numbers = [int(number) for key in results if (number := key.rpartition("/")[2]).isdigit()]
    most = max(numbers, default=2)
    return most + most % 2


def _season(event: str, known: Mapping[str, Any]) -> Season:
    game_id, rules = known["game"]
    league, finalists, most, third = known["stages"]
    bots = _bots(known) if "bots" in known else {}
    return Season(
        title=known.get("title") or event.removeprefix(PREFIX),
        teams=tuple(Entrant(name, bots.get(name, ""), group) for name, group in known["teams"]),
        conditions=_conditions({"game": game_id, "rules": rules, "time": known["time"]}),
        seed=_seed(known),
        games=known["games"],
        league_per_group=league,
        finalists=finalists,
        final_games=begun_final_games(known),
        most_games=most,
        third_place=third,
    )


def find_season(store: "Store", wanted: str) -> tuple[str, Season] | None:
    """The season of this title or name in the store, and what it is called there; of several the newest."""
    found = []
    for event, known in load_contests(store).items():
        if isinstance(known, dict) and known.get("kind") == "season":
            season = load_contest(event, known, {})
            if isinstance(season, Season) and wanted in (event, season.title):
                found.append((known.get("begun", 0.0), event, season))
    return max(found, key=lambda entry: entry[:2])[1:] if found else None


def key_of(store: "Store", event: str) -> Mapping[str, Any] | None:
    """What is remembered of a contest; None if there is none of this name."""
    found = load_contests(store).get(event)
    return found if isinstance(found, dict) else None


OTHER_FILES = Sentence(
    "The files of “{player}” have changed since this contest began, so its games would be those of two bots; put the "
    "old files back, or start a new contest."
)
FORGOTTEN = Sentence(
    "The saved data of “{event}” does not describe a contest; it may come from another version of Schwarm."
)
