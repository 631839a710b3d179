"""Leagues, their teams with names, codes and reservations: the values, and what the store keeps of them."""

import hashlib
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from schwarm.games import TimeControl
from schwarm.store import tables
from schwarm.store.errors import NoLeague
from schwarm.store.games import Store
from schwarm.words.lookalike import fold_strokes, look_alike

WAITING, READY, FAULTY = "waiting", "ready", "faulty"
"""A version that waits to be checked, one that may play, and one that may not."""
SHOWN, HIDDEN, REMOVED = "", "hidden", "removed"
"""A team that takes part, one that an organiser hid until further notice, and one that is gone for good."""
WITHDRAWN = "withdrawn"
"""What a team is called that is not shown, with its number; `player.display_name` translates it."""

EVENT_PREFIX = "league-"
"""What the games of leagues belong to in the store begins with this; the league's key follows."""


class League(NamedTuple):
    """A league, and how much of the machine it may have."""

    id: int
    key: str
    """Its part of addresses."""
    title: str
    game: str
    rules: str
    cores: int
    """Games at the same time."""
    hours: float
    """For each core, within a day."""
    playing: bool
    made: float
    starts: float | None = None
    """When it begins to play; None: at once."""
    ends: float | None = None
    opens: int | None = None
    """Minutes after midnight, on the server's clock, from which it plays every day; None: around the clock."""
    closes: int | None = None
    edition: int = 0
    """Counts changes of what its teams are called: what was drawn for another edition is out of date."""
    time: str = "2s/10s"
    """Its time control as text."""

    def is_over(self, now: float) -> bool:
        """Whether its end has passed."""
        return self.ends is not None and now >= self.ends

    def is_open(self, now: float) -> bool:
        """Whether it may play at this time."""
        if now < (self.starts or 0.0) or self.is_over(now):
            return False
        if self.opens is None or self.closes is None:
            return True
        local = time.localtime(now)
        minute = 60 * local.tm_hour + local.tm_min
        if self.opens < self.closes:
            return self.opens <= minute < self.closes
        # Overnight.
        return minute >= self.opens or minute < self.closes

    @property
    def time_control(self) -> TimeControl:
        return TimeControl.parse(self.time)

    @property
    def event(self) -> str:
        """What its games belong to in the store."""
        return f"{EVENT_PREFIX}{self.key}"


class LeagueTeam(NamedTuple):
    """A school's team in a league."""

    id: int
    league_id: int
    number: int
    name: str
    fish: str
    entered: bool
    """Whether its code was ever used."""
    active: int | None
    """The version that plays."""
    group: str = ""
    """In which group of a season it plays; empty where there is one group."""
    standing: str = SHOWN
    name_fixed: bool = False
    """Whether an organiser chose its name, so that the team itself cannot change it."""

    @property
    def shown(self) -> bool:
        """Whether it takes part and others see it."""
        return self.standing == SHOWN

    @property
    def public_name(self) -> str:
        """What it is called wherever others read it."""
        return self.name if self.shown else f"{WITHDRAWN} {self.number}"

    @property
    def named(self) -> bool:
        """Whether it has chosen its name, and with it a picture."""
        return bool(self.fish)


class Version(NamedTuple):
    """What a team handed in once."""

    id: int
    team_id: int
    number: int
    file: str
    """What the team called it."""
    zip: str
    """The hash of its content, under which it is kept; empty for a client that plays from the team's computer."""
    size: int
    at: float
    state: str
    findings: str
    """What the check found, as JSON; empty before."""
    checked: float | None

    @property
    def from_home(self) -> bool:
        """Whether nothing was handed in: the team's own client connects by itself."""
        return not self.zip


class CodeOwner(NamedTuple):
    """The owner of a code: a team, an organiser of one league, or a person who may make leagues."""

    code_id: int
    league_id: int | None
    team_id: int | None


class OrganiserCode(NamedTuple):
    """One code of an organiser: when it was made, and how many browsers came with it."""

    id: int
    made: float
    browsers: int


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """One game of a league in numbers. Players are named by `league.player_name`."""

    key: str
    pair: int
    red: str
    blue: str
    points_red: float
    points_blue: float
    seconds: float
    """How long it took, starting and ending the players included."""
    at: float = 0.0
    spent: float = 0.0
    """Seconds of the league's day that it took: the cores the league had then shared them, and a game on another
    machine took none."""
    reason: str | None = None
    """Why it ended, as its record says; None where that is gone, or before the game is kept."""


class NewLeague(NamedTuple):
    """What a league is made from."""

    title: str
    game: str
    rules: str
    time: str
    cores: int
    hours: float
    teams: int
    starts: float | None = None
    ends: float | None = None
    opens: int | None = None
    closes: int | None = None
    groups: int = 1

    def row(self) -> dict[str, Any]:
        return {name: value for name, value in self._asdict().items() if name not in ("teams", "groups")}

    def group_of(self, number: int) -> str:
        """The group of a team, by its number: they are dealt out in turn."""
        return chr(ord("A") + (number - 1) % self.groups) if self.groups > 1 else ""


MAX_FREED = 20
"""Names that one team gave up and that are kept from the others of its league."""
MAX_SESSIONS = 60
"""Browsers in which one code is known; those that came first go."""
MAX_SESSION_SECONDS = 365 * 24 * 3600.0
"""For which a browser is known that came with a code."""

_codes, _sessions, _teams = tables.league_codes.c, tables.league_sessions.c, tables.league_teams.c
_reservations, _freed = tables.league_reservations.c, tables.freed_names.c


def add_league(
    store: Store, key: str, new: NewLeague, team_hashes: Sequence[str], names: Sequence[str], organiser_hash: str
) -> League:
    """Make a league with its teams and their codes, all or nothing."""
    now = time.time()
    with store.database.writing() as connection:
        row = {**new.row(), "key": key, "playing": True, "made": now, "edition": 0}
        league_id = _insert(connection, tables.leagues, row)
        _insert(connection, tables.league_codes, {"hash": organiser_hash, "league_id": league_id, "made": now})
        for number, (code, name) in enumerate(zip(team_hashes, names, strict=True), 1):
            team = {"league_id": league_id, "number": number, "name": name, "fish": "", "entered": False}
            team |= {"group": new.group_of(number), "standing": SHOWN, "name_fixed": False}
            team_id = _insert(connection, tables.league_teams, team)
            owned = {"hash": code, "league_id": league_id, "team_id": team_id, "made": now}
            _insert(connection, tables.league_codes, owned)
    found = load_league(store, key)
    assert found is not None
    return found


def _insert(connection: Connection, table: Any, row: Mapping[str, Any]) -> int:
    inserted = connection.execute(insert(table).values(row)).inserted_primary_key
    assert inserted is not None
    return int(inserted[0])


@contextmanager
def changing(store: Store) -> Iterator[Connection]:
    """A transaction that adds something to a league; raises `NoLeague` where that was deleted this very moment."""
    try:
        with store.database.writing() as connection:
            yield connection
    except IntegrityError as error:
        raise NoLeague from error


def load_league(store: Store, key: str) -> League | None:
    with store.database.reading() as connection:
        row = connection.execute(select(tables.leagues).where(tables.leagues.c.key == key)).first()
    return League(*row) if row else None


def is_over(store: Store, league_id: int, now: float) -> bool:
    """Whether the last of a league's dates has passed; raises `NoLeague`."""
    with store.database.reading() as connection:
        row = connection.execute(select(tables.leagues.c.ends).where(tables.leagues.c.id == league_id)).first()
    if row is None:
        raise NoLeague
    return row.ends is not None and now >= row.ends


def list_leagues(store: Store) -> list[League]:
    """All leagues, the newest first."""
    with store.database.reading() as connection:
        return [League(*row) for row in connection.execute(select(tables.leagues).order_by(tables.leagues.c.id.desc()))]


def change_league(store: Store, league_id: int, **values: Any) -> None:
    with store.database.writing() as connection:
        connection.execute(update(tables.leagues).where(tables.leagues.c.id == league_id).values(values))


def remove_league(store: Store, league: League, contests: Collection[str] = ()) -> None:
    """Remove a league with its teams, codes, versions, games and everything about them, and its `contests` with their
    games. All at once, or nothing."""
    with store.database.writing() as connection:
        connection.execute(delete(tables.games).where(tables.games.c.event.in_([league.event, *contests])))
        for table in (tables.contests, tables.leases, tables.contest_words):
            connection.execute(delete(table).where(table.c.event.in_(contests)))
        connection.execute(delete(tables.leagues).where(tables.leagues.c.id == league.id))


# -- teams -----------------------------------------------------------------------------------------------


def list_teams(store: Store, league_id: int, *, hidden: bool = False) -> list[LeagueTeam]:
    """The teams that take part; with `hidden` also those that an organiser hid. Removed teams are in no list."""
    query = select(tables.league_teams).where(_teams.league_id == league_id, _teams.standing != REMOVED)
    if not hidden:
        query = query.where(_teams.standing == SHOWN)
    with store.database.reading() as connection:
        return [LeagueTeam(*row) for row in connection.execute(query.order_by(_teams.number))]


def list_team_ids(store: Store, league_id: int) -> list[int]:
    """The ids of all teams of a league, also of those that were removed: contests may need what they handed in."""
    with store.database.reading() as connection:
        return list(connection.execute(select(_teams.id).where(_teams.league_id == league_id)).scalars())


def load_team_names(store: Store, league_id: int) -> dict[int, str]:
    """What all teams that ever took part are called in public, by their numbers."""
    with store.database.reading() as connection:
        return load_public_names(connection, league_id)


def name_team(store: Store, team: LeagueTeam, name: str, fish: str, others: Collection[str] = ()) -> bool:
    """Give a team the name and picture that it chose. False if another of the league has that name or had it, or one
    that looks like it, or if it looks like one of `others`."""
    with store.database.alone() as connection:
        if is_taken(connection, team, name) or was_freed(connection, team, name):
            return False
        if any(look_alike(name, other) for other in others):
            return False
        if team.named and name != team.name:
            free_name(connection, team, team.name)
        change_team(connection, team, {"name": name, "fish": fish})
    return True


def group_teams(store: Store, league_id: int, groups: Mapping[int, str]) -> None:
    """Put teams, by their numbers, into groups."""
    with store.database.writing() as connection:
        for number, group in groups.items():
            here = update(tables.league_teams).where(_teams.league_id == league_id, _teams.number == number)
            connection.execute(here.values(group=group))


# -- codes -----------------------------------------------------------------------------------------------


def add_organiser(store: Store, code: str, league_id: int | None) -> None:
    """One more organiser's code, of a league or for making leagues."""
    with changing(store) as connection:
        _insert(connection, tables.league_codes, {"hash": code, "league_id": league_id, "made": time.time()})


def renew_code(store: Store, team: LeagueTeam, code: str) -> None:
    """A team's new code. The old one opens nothing any more, nor do the browsers that came with it; they are known so
    that they can be told why."""
    with changing(store) as connection:
        own = _codes.team_id == team.id
        connection.execute(delete(tables.league_codes).where(own, _codes.ended.is_not(None)))
        old = connection.execute(select(_codes.id).where(own)).scalar()
        values = {"hash": f"ended {old}", "ended": time.time()}
        connection.execute(update(tables.league_codes).where(own).values(values))
        owned = {"hash": code, "league_id": team.league_id, "team_id": team.id, "made": time.time()}
        _insert(connection, tables.league_codes, owned)


def find_code(store: Store, code: str) -> CodeOwner | None:
    query = select(_codes.id, _codes.league_id, _codes.team_id).where(_codes.hash == code, _codes.ended.is_(None))
    with store.database.reading() as connection:
        row = connection.execute(query).first()
    return CodeOwner(*row) if row else None


def open_session(store: Store, owner: CodeOwner, session: str) -> None:
    """Know a browser again that came with a code, or a program that hands in; a team has entered by that."""
    with changing(store) as connection:
        if owner.team_id is not None:
            connection.execute(update(tables.league_teams).where(_teams.id == owner.team_id).values(entered=True))
        row = {"hash": session, "code_id": owner.code_id, "at": time.time()}
        connection.execute(insert(tables.league_sessions).values(row))
        kept = (
            select(_sessions.hash)
            .where(_sessions.code_id == owner.code_id)
            .order_by(_sessions.at.desc())
            .limit(MAX_SESSIONS)
        )
        recent = connection.execute(kept).scalars().all()
        old = delete(tables.league_sessions).where(
            _sessions.code_id == owner.code_id, _sessions.hash.not_in(list(recent))
        )
        connection.execute(old)


def find_session(store: Store, session: str) -> CodeOwner | None:
    """With which code a browser came, if that still counts."""
    return _find_owner(store, session, _codes.ended.is_(None))


def find_ended_session(store: Store, session: str) -> CodeOwner | None:
    """With which code a browser came that an organiser has renewed since then."""
    return _find_owner(store, session, _codes.ended.is_not(None))


def _find_owner(store: Store, session: str, ended: ColumnElement[bool]) -> CodeOwner | None:
    recent = _sessions.at > time.time() - MAX_SESSION_SECONDS
    query = select(_codes.id, _codes.league_id, _codes.team_id).join_from(tables.league_sessions, tables.league_codes)
    with store.database.reading() as connection:
        row = connection.execute(query.where(_sessions.hash == session, recent, ended)).first()
    return CodeOwner(*row) if row else None


def close_session(store: Store, session: str) -> None:
    with store.database.writing() as connection:
        connection.execute(delete(tables.league_sessions).where(_sessions.hash == session))


def list_organisers(store: Store, league_id: int | None) -> list[OrganiserCode]:
    """The organisers' codes of a league, or those for making leagues, in the order in which they were made."""
    here = _codes.league_id.is_(None) if league_id is None else _codes.league_id == league_id
    query = (
        select(_codes.id, _codes.made, func.count(_sessions.hash))
        .join_from(tables.league_codes, tables.league_sessions, isouter=True)
        .where(here, _codes.team_id.is_(None))
        .group_by(_codes.id, _codes.made)
        .order_by(_codes.id)
    )
    with store.database.reading() as connection:
        return [OrganiserCode(*row) for row in connection.execute(query)]


def remove_organiser(store: Store, league_id: int | None, code_id: int) -> bool:
    """Take an organiser's code back, with all browsers that came with it; False where there is no such code."""
    here = _codes.league_id.is_(None) if league_id is None else _codes.league_id == league_id
    with store.database.writing() as connection:
        gone = delete(tables.league_codes).where(_codes.id == code_id, here, _codes.team_id.is_(None))
        return bool(connection.execute(gone).rowcount)


# -- names of teams --------------------------------------------------------------------------------------


def is_taken(connection: Connection, team: LeagueTeam, name: str) -> bool:
    """Whether another team of the league has that name, or one that looks like it."""
    others = select(_teams.name).where(
        _teams.league_id == team.league_id, _teams.id != team.id, _teams.standing != REMOVED
    )
    return any(look_alike(name, other) for other in connection.execute(others).scalars())


def was_freed(connection: Connection, team: LeagueTeam, name: str) -> bool:
    """Whether another team gave that name up, or one that looks like it: games and memories still connect the two."""
    own = _freed.league_id == team.league_id, _freed.hash.in_(_hashes(name))
    found = select(_freed.hash).where(*own, _freed.number != team.number)
    return connection.execute(found).first() is not None


def free_name(connection: Connection, team: LeagueTeam, name: str) -> None:
    """Keep a name that a team gives up from the others."""
    here = _freed.league_id == team.league_id
    connection.execute(delete(tables.freed_names).where(here, _freed.hash.in_(_hashes(name))))
    own = select(func.count()).select_from(tables.freed_names).where(here, _freed.number == team.number)
    if int(connection.execute(own).scalar() or 0) < MAX_FREED:
        rows = [{"league_id": team.league_id, "hash": hash, "number": team.number} for hash in _hashes(name)]
        connection.execute(insert(tables.freed_names), rows)


def _hashes(name: str) -> set[str]:
    """Of a name and of the same in small letters: of some letters only the capital looks like another one."""
    return {hashlib.sha256(fold_strokes(spelled).encode()).hexdigest()[:32] for spelled in (name, name.casefold())}


def change_team(connection: Connection, team: LeagueTeam, values: Mapping[str, Any]) -> None:
    """Change a team so that whatever was drawn of its league is out of date."""
    connection.execute(update(tables.league_teams).where(_teams.id == team.id).values(**values))
    edition = tables.leagues.c.edition
    here = update(tables.leagues).where(tables.leagues.c.id == team.league_id)
    connection.execute(here.values(edition=edition + 1))


def load_public_names(connection: Connection, league_id: int, *, lock: bool = False) -> dict[int, str]:
    """The public names of a league's teams, by their numbers; `lock` keeps them as they are until the end."""
    query = select(tables.league_teams).where(_teams.league_id == league_id)
    if lock:
        query = query.with_for_update(read=True)
    return {team.number: team.public_name for team in (LeagueTeam(*row) for row in connection.execute(query))}


def load_team(connection: Connection, team_id: int) -> LeagueTeam | None:
    """A team that was not removed."""
    query = select(tables.league_teams).where(_teams.id == team_id, _teams.standing != REMOVED)
    row = connection.execute(query).first()
    return LeagueTeam(*row) if row else None


# -- standing reservations of clients that play from a team's own computer; only hashes are kept ------------


def renew_reservation(store: Store, team: LeagueTeam, code: str) -> None:
    """A team's new reservation; the old one is worth nothing any more."""
    with changing(store) as connection:
        connection.execute(delete(tables.league_reservations).where(_reservations.team_id == team.id))
        row = {"team_id": team.id, "hash": code, "made": time.time()}
        connection.execute(insert(tables.league_reservations).values(row))


def find_reservation(store: Store, code: str) -> int | None:
    """Which team a reservation is of, by its id."""
    query = select(_reservations.team_id).where(_reservations.hash == code)
    with store.database.reading() as connection:
        found = connection.execute(query).scalar()
    return None if found is None else int(found)


def list_reservations(store: Store, league_id: int) -> dict[int, str]:
    """The reservations of a league, by the ids of its teams."""
    query = (
        select(_reservations.team_id, _reservations.hash)
        .join_from(tables.league_reservations, tables.league_teams)
        .where(_teams.league_id == league_id)
    )
    with store.database.reading() as connection:
        return {row.team_id: row.hash for row in connection.execute(query)}
