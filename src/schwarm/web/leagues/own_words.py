"""What bots said in a game of a league or of its contests, for the eyes of their own teams and the organisers alone.

Stored games hold nothing of it: it is added to a copy for whoever may read it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from starlette.requests import Request

from schwarm.league.game_report import BOTH, read_words
from schwarm.league.league_contest import versions_in
from schwarm.league.permission import Permission, Role
from schwarm.league.player_name import parse_player_name
from schwarm.store import leagues
from schwarm.store.contests import load_terms
from schwarm.store.games import Store, StoredGame
from schwarm.store.league_games import load_contest_words, load_output
from schwarm.store.leagues import EVENT_PREFIX
from schwarm.web.leagues.membership import Member, identify
from schwarm.web.live.async_store import AsyncStore
from schwarm.web.shell.responses import visitor_of


class Said(NamedTuple):
    """What was said in one game, by side, and the numbers of the teams that played there."""

    league: str
    """Its key."""
    teams: tuple[int | None, int | None]
    """None for a sparring partner."""
    words: Mapping[int, str]


async def add_own_words(request: Request, store: AsyncStore, kept: StoredGame) -> StoredGame:
    """A game with whatever the asker may read beside its moves."""
    if not kept.summary.event:
        return kept
    cookies, admin = request.cookies, visitor_of(request).admin
    return await store.read(lambda store: add_readable(store, kept, cookies, admin))


def add_readable(store: Store, kept: StoredGame, cookies: Mapping[str, str], admin: bool) -> StoredGame:
    """A game with what somebody with these cookies may read."""
    in_league = kept.summary.event.startswith(EVENT_PREFIX)
    said = _find_in_league(store, kept) if in_league else _find_in_contest(store, kept)
    league = leagues.load_league(store, said.league) if said else None
    if said is None or league is None:
        return kept
    member = identify(store, league, cookies.get(f"league-{league.key}", ""), admin)
    if not member.may(Permission.READ_REPORTS):
        return kept
    teams = {team.number: team for team in leagues.list_teams(store, league.id, hidden=True)}
    readable = []
    for side, number in enumerate(said.teams):
        team = teams.get(number) if number is not None else None
        if member.may_read(team) if team else _organises(member):
            readable.append(side)
    if _organises(member):
        readable.append(BOTH)
    return _with_words(kept, {side: said.words[side] for side in readable if side in said.words})


def _find_in_league(store: Store, kept: StoredGame) -> Said | None:
    found = load_output(store, kept.summary.key)
    if found is None:
        return None
    game, words = found
    red, blue = (player.team if (player := parse_player_name(name)) else None for name in (game.red, game.blue))
    return Said(kept.summary.event.removeprefix(EVENT_PREFIX), (red, blue), words)


def _find_in_contest(store: Store, kept: StoredGame) -> Said | None:
    """Teams play there under their names of that time."""
    event = kept.summary.event
    known = load_terms(store, event) or {}
    league = str(known.get("league", ""))
    if not league:
        return None
    numbers = {name: number for name, (number, _) in versions_in(known).items()}
    words = load_contest_words(store, event, kept.summary.key.removeprefix(f"{event}/"))
    return Said(league, (numbers.get(kept.summary.red), numbers.get(kept.summary.blue)), words)


def _organises(member: Member) -> bool:
    return bool(member.roles & {Role.ORGANISER, Role.ADMINISTRATOR})


def _with_words(kept: StoredGame, outputs: Mapping[int, str]) -> StoredGame:
    logs, notes, meta = dict(kept.logs), dict[int, str](), dict(kept.meta)
    for side, text in outputs.items():
        said = read_words(text)
        logs |= {(turn, side): printed for turn, printed in said.printed}
        notes |= dict(said.notes)
        if said.why:
            meta["why"] = list(said.why)
    return replace(kept, logs=logs, record=kept.record.with_notes(notes), meta=meta)
