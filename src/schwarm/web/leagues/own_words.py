"""What bots said in a league's game, for the eyes of their own teams and the organisers alone.

Stored games hold nothing of it: it is added to a copy for whoever may read it.
"""

from collections.abc import Mapping
from dataclasses import replace

from starlette.requests import Request

from schwarm.league.game_report import BOTH, read_words
from schwarm.league.player_name import parse_player_name
from schwarm.league.role import Deed, Role
from schwarm.store import leagues
from schwarm.store.games import Store
from schwarm.store.league_games import load_output
from schwarm.store.league_rows import EVENT_PREFIX
from schwarm.store.stored_game import StoredGame
from schwarm.web.leagues.membership import Member, identify
from schwarm.web.live.async_store import AsyncStore
from schwarm.web.shell.responses import visitor_of


async def add_own_words(request: Request, store: AsyncStore, kept: StoredGame) -> StoredGame:
    """A game with whatever the asker may read beside its moves."""
    event = kept.summary.event
    if not event.startswith(EVENT_PREFIX):
        return kept
    key = event.removeprefix(EVENT_PREFIX)
    cookie, admin = request.cookies.get(f"league-{key}", ""), visitor_of(request).admin
    return await store.read(lambda store: _add(store, key, kept, cookie, admin))


def _add(store: Store, key: str, kept: StoredGame, cookie: str, admin: bool) -> StoredGame:
    league = leagues.load_league(store, key)
    found = load_output(store, kept.summary.key) if league else None
    if league is None or found is None:
        return kept
    member = identify(store, league, cookie, admin)
    if not member.may(Deed.READ_REPORTS):
        return kept
    game, outputs = found
    teams = {team.number: team for team in leagues.list_teams(store, league.id)}
    readable = []
    for side, name in enumerate((game.red, game.blue)):
        player = parse_player_name(name)
        team = teams.get(player.team) if player else None
        if member.may_read(team) if team else _organises(member):
            readable.append(side)
    if _organises(member):
        readable.append(BOTH)
    return _with_words(kept, {side: outputs[side] for side in readable if side in outputs})


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
