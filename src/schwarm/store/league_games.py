"""The games of leagues: each is stored once, with a public record and the output of each side for its own team."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from schwarm.games.record import Record
from schwarm.store import tables
from schwarm.store.games import Store
from schwarm.store.leagues import League, LeagueGame, load_public_names

_games, _outputs, _words = tables.league_games.c, tables.league_outputs.c, tables.contest_words.c
# A record may be gone; the numbers stay.
_WITH_REASON = select(tables.league_games, tables.games.c.reason).join_from(
    tables.league_games, tables.games, tables.games.c.key == _games.key, isouter=True
)


def add_league_game(
    store: Store, league: League, game: LeagueGame, record: Record, outputs: Mapping[int, str]
) -> Record | None:
    """Add a game with everything about it, all or nothing; returns the stored record, None if the game is known or
    its league is gone.

    `outputs` are what each side printed and noted; only its own team reads them. Teams get their present names,
    whatever they were when the game began."""
    row = {"league_id": league.id, "key": game.key, "pair": game.pair, "red": game.red, "blue": game.blue}
    row |= {"points_red": game.points_red, "points_blue": game.points_blue}
    row |= {"seconds": game.seconds, "at": time.time(), "spent": game.spent}
    try:
        with store.database.writing() as connection:
            called = load_public_names(connection, league.id, lock=True)
            players = [
                called.get(_team_of(name), own) for name, own in zip((game.red, game.blue), record.players, strict=True)
            ]
            record = replace(record, players=(players[0], players[1]))
            store.add(game.key, record, event=league.event, match=f"{league.event}/{game.pair}", connection=connection)
            inserted = connection.execute(insert(tables.league_games).values(row)).inserted_primary_key
            assert inserted is not None
            for side, text in outputs.items():
                # PostgreSQL keeps no null character.
                said = text.replace("\0", "\N{REPLACEMENT CHARACTER}")
                printed = {"game_id": inserted[0], "side": side, "text": said}
                connection.execute(insert(tables.league_outputs).values(printed))
    except IntegrityError:
        return None
    return record


def add_contest_words(store: Store, event: str, key: str, words: Mapping[int, str]) -> None:
    """Keep what each side said in a game of a contest, before the game itself counts; said again, it is replaced."""
    rows = [
        {"event": event, "key": key, "side": side, "text": text.replace("\0", "\N{REPLACEMENT CHARACTER}")}
        for side, text in words.items()
    ]
    with store.database.alone() as connection:
        connection.execute(delete(tables.contest_words).where(_words.event == event, _words.key == key))
        connection.execute(insert(tables.contest_words), rows)


def load_contest_words(store: Store, event: str, key: str) -> dict[int, str]:
    """What each side said in one game of a contest, see `league.game_report.read_words`."""
    query = select(_words.side, _words.text).where(_words.event == event, _words.key == key)
    with store.database.reading() as connection:
        return {row.side: row.text for row in connection.execute(query)}


def list_contest_words(store: Store, event: str) -> dict[str, dict[int, str]]:
    """The same of all games, by their keys in the contest."""
    found: dict[str, dict[int, str]] = {}
    with store.database.reading() as connection:
        for key, side, text in connection.execute(
            select(_words.key, _words.side, _words.text).where(_words.event == event)
        ):
            found.setdefault(key, {})[side] = text
    return found


def _team_of(player: str) -> int:
    """The number of the team in a player's name like `3.7`; 0 for a sparring partner."""
    number = player.partition(".")[0]
    return int(number) if number.isdigit() else 0


def list_league_games(store: Store, league_id: int, after: int = 0) -> list[tuple[int, LeagueGame]]:
    """Games of a league with their numbers, in the order they came; only those `after` a number, if one is given."""
    query = _WITH_REASON.where(_games.league_id == league_id, _games.id > after).order_by(_games.id)
    with store.database.reading() as connection:
        return [(row[0], LeagueGame(*row[2:])) for row in connection.execute(query)]


def spent_since(store: Store, league_id: int, since: float) -> float:
    """How many seconds of its day a league has spent with the games that ended since then."""
    query = select(func.sum(_games.spent)).where(_games.league_id == league_id, _games.at >= since)
    with store.database.reading() as connection:
        return float(connection.execute(query).scalar() or 0.0)


def load_output(store: Store, key: str) -> tuple[LeagueGame, Mapping[int, str]] | None:
    """One game and what its players said, by side."""
    with store.database.reading() as connection:
        row = connection.execute(_WITH_REASON.where(_games.key == key)).first()
        if row is None:
            return None
        said = connection.execute(select(_outputs.side, _outputs.text).where(_outputs.game_id == row[0]))
        return LeagueGame(*row[2:]), {words.side: words.text for words in said}


def measure_outputs(store: Store, league_id: int) -> int:
    """How many characters are kept of what players of a league said."""
    query = (
        select(func.sum(func.length(_outputs.text)))
        .join_from(tables.league_outputs, tables.league_games)
        .where(_games.league_id == league_id)
    )
    with store.database.reading() as connection:
        return int(connection.execute(query).scalar() or 0)


def drop_old_outputs(store: Store, league_id: int, characters: int) -> int:
    """Delete outputs of the oldest games of a league until this number of characters is gone; returns the number. The
    games themselves stay."""
    query = (
        select(_games.id, func.sum(func.length(_outputs.text)))
        .join_from(tables.league_outputs, tables.league_games)
        .where(_games.league_id == league_id)
        .group_by(_games.id)
        .order_by(_games.id)
    )
    gone, old = 0, []
    with store.database.writing() as connection:
        for number, size in connection.execute(query):
            if gone >= characters:
                break
            gone += size
            old.append(number)
        if old:
            ours = select(_games.id).where(_games.league_id == league_id, _games.id <= old[-1])
            connection.execute(delete(tables.league_outputs).where(_outputs.game_id.in_(ours)))
    return gone


def load_outputs(store: Store, league_id: int) -> Sequence[tuple[str, int, str]]:
    """All that players of a league said: of which game, on which side, and what."""
    query = (
        select(_games.key, _outputs.side, _outputs.text)
        .join_from(tables.league_outputs, tables.league_games)
        .where(_games.league_id == league_id)
        .order_by(_games.id, _outputs.side)
    )
    with store.database.reading() as connection:
        return [(key, side, text) for key, side, text in connection.execute(query)]
