"""What teams of a league are called, wherever the store says it: beside their codes, in games, and in what bots said.

A name is given in one transaction: before and after it every place agrees.
"""

import json
import re
from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, func, or_, select, update

from schwarm.store import tables
from schwarm.store.leagues import League, LeagueTeam

BETWEEN = " – "
"""Between the two names in a key of a contest's games."""

_games, _texts = tables.games.c, tables.texts.c
_played, _outputs, _teams = tables.league_games.c, tables.league_outputs.c, tables.league_teams.c
_words = tables.contest_words.c


# -- games of the league ---------------------------------------------------------------------------------


def rename_in_league(connection: Connection, league: League, number: int, called: str) -> None:
    """Call a team so in all stored games of its league, and in what bots said there."""
    old = set[str]()
    for column, name, header in ((_played.red, _games.red, "Red"), (_played.blue, _games.blue, "Blue")):
        keys = select(_played.key).where(_played.league_id == league.id, column.like(f"{number}.%"))
        here = and_(_games.event == league.event, _games.key.in_(keys), name != called)
        old |= set(connection.execute(select(name).where(here).distinct()).scalars())
        _rename_games(connection, here, name, header, called)
    sides = or_(_played.red.like(f"{number}.%"), _played.blue.like(f"{number}.%"))
    for name_before in sorted(old, key=len, reverse=True):
        _rename_in_outputs(connection, and_(_played.league_id == league.id, sides), name_before, called)


def _rename_games(
    connection: Connection, here: ColumnElement[bool], name: ColumnElement[str], header: str, called: str
) -> None:
    ids = select(_games.id).where(here)
    before = select(name).where(_games.id == _texts.game_id).scalar_subquery()
    old_line = f"\n{header}: " + before + "\n"
    texts = update(tables.texts).where(_texts.game_id.in_(ids))
    connection.execute(texts.values(record=func.replace(_texts.record, old_line, f"\n{header}: {called}\n")))
    connection.execute(update(tables.games).where(here).values({name.key: called}))


def _rename_in_outputs(connection: Connection, here: ColumnElement[bool], old: str, new: str) -> None:
    games = select(_played.id).where(here)
    said = _outputs.text.contains(_in_json(old), autoescape=True)
    rows = select(tables.league_outputs).where(_outputs.game_id.in_(games), said)
    for game_id, side, text in connection.execute(rows).all():
        place = and_(_outputs.game_id == game_id, _outputs.side == side)
        changed = json.dumps(rename_in_words(json.loads(text), old, new), ensure_ascii=False)
        connection.execute(update(tables.league_outputs).where(place).values(text=changed))


def _in_json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def rename_in_words(said: Any, old: str, new: str) -> Any:
    """What bots said, with another name in place of this one wherever it stands as a word of its own."""
    if isinstance(said, str):
        return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda found: new, said)
    if isinstance(said, list):
        return [rename_in_words(part, old, new) for part in said]
    if isinstance(said, dict):
        return {key: rename_in_words(part, old, new) for key, part in said.items()}
    return said


def forget_words(connection: Connection, league: League, number: int) -> None:
    """Forget what the bots of a team said in the games of its league."""
    for side, column in enumerate((_played.red, _played.blue)):
        games = select(_played.id).where(_played.league_id == league.id, column.like(f"{number}.%"))
        connection.execute(
            delete(tables.league_outputs).where(_outputs.game_id.in_(games), _outputs.side.in_((side, 2)))
        )


# -- contests --------------------------------------------------------------------------------------------


def rename_in_contest(connection: Connection, event: str, old: str, new: str) -> None:
    """Rename a player in the games of a contest, whose keys hold the names of both, and in what bots said there."""
    for name, header in ((_games.red, "Red"), (_games.blue, "Blue")):
        _rename_games(connection, and_(_games.event == event, name == old), name, header, new)
    rows = select(_games.id, _games.key, _games.match).where(
        _games.event == event, _games.key.contains(old, autoescape=True)
    )
    for number, key, match in connection.execute(rows).all():
        changed = {"key": rename_key(key, old, new), "match": rename_key(match, old, new)}
        connection.execute(update(tables.games).where(_games.id == number).values(changed))
    for _, key, side, text in connection.execute(select(tables.contest_words).where(_words.event == event)).all():
        values = {"key": rename_key(key, old, new), "text": _rename_nested(text, old, new)}
        if values != {"key": key, "text": text}:
            here = and_(_words.event == event, _words.key == key, _words.side == side)
            connection.execute(update(tables.contest_words).where(here).values(values))


def _rename_nested(text: str, old: str, new: str) -> str:
    """Words are kept as JSON."""
    if _in_json(old) not in text:
        return text
    return json.dumps(rename_in_words(json.loads(text), old, new), ensure_ascii=False)


def rename_key(key: str, old: str, new: str) -> str:
    """A game's key with another name for one of its players."""
    return "/".join(
        BETWEEN.join(new if name == old else name for name in part.split(BETWEEN)) if BETWEEN in part else part
        for part in key.split("/")
    )


def forget_contest_words(connection: Connection, event: str, player: str) -> None:
    """Remove what the bots of a player said in the games of a contest."""
    for side, name in enumerate((_games.red, _games.blue)):
        keys = select(func.substr(_games.key, len(event) + 2)).where(_games.event == event, name == player)
        own = and_(_words.event == event, _words.key.in_(keys), _words.side.in_((side, 2)))
        connection.execute(delete(tables.contest_words).where(own))


# -- teams -----------------------------------------------------------------------------------------------


def forget_team(connection: Connection, league: League, team: LeagueTeam, kept: Collection[int]) -> None:
    """Forget who comes in as a team, what its bots said, and its versions but for those that are `kept`."""
    forget_words(connection, league, team.number)
    versions = tables.league_versions.c
    connection.execute(delete(tables.league_codes).where(tables.league_codes.c.team_id == team.id))
    connection.execute(delete(tables.league_reservations).where(tables.league_reservations.c.team_id == team.id))
    connection.execute(delete(tables.league_changes).where(tables.league_changes.c.team_id == team.id))
    own = versions.team_id == team.id
    connection.execute(delete(tables.league_versions).where(own, versions.number.not_in(list(kept))))
    connection.execute(update(tables.league_versions).where(own).values(file="", findings=""))
