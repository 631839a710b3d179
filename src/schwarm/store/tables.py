"""The tables, made at once in a new database; a database with another schema is refused.

`games` is narrow, so that a hundred thousand are listed at once; other tables keep the parts that are read only when a
game is opened.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    insert,
    inspect,
    select,
)

from schwarm.store.database import Database
from schwarm.store.errors import CannotStore
from schwarm.words import Sentence

VERSION = 1
"""Of the schema; one more with every change after a release."""

# SQLite numbers rows by itself only where the column is called INTEGER.
Id = BigInteger().with_variant(Integer, "sqlite")

metadata = MetaData()

schema = Table("schema", metadata, Column("version", Integer, primary_key=True, autoincrement=False))


def prepare(database: Database) -> None:
    """Make the tables of a new database; raises `CannotStore` for one of another version."""
    if _is_ready(database):
        return
    with database.alone() as connection:
        # Another process may have made them at this very moment.
        if not inspect(connection).has_table(schema.name):
            metadata.create_all(connection)
            connection.execute(insert(schema).values(version=VERSION))


def _is_ready(database: Database) -> bool:
    with database.reading() as connection:
        looking = inspect(connection)
        if looking.has_table(schema.name):
            found = connection.execute(select(schema.c.version)).scalar_one()
        elif looking.has_table(games.name):
            # Before the first release, which numbered its schemas in another way.
            found = 0
        else:
            return False
    if found != VERSION:
        raise CannotStore((NEWER if found > VERSION else OLDER)(name=database.name))
    return True


games = Table(
    "games",
    metadata,
    Column("id", Id, primary_key=True, autoincrement=True),
    Column("key", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("red", Text, nullable=False),
    Column("blue", Text, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("finished", Boolean, nullable=False),
    Column("winner", Text),
    Column("reason", Text),
    Column("points_red", Integer),
    Column("points_blue", Integer),
    Column("event", Text, nullable=False),
    Column("match", Text, nullable=False),
    Column("pairing", Text, nullable=False),
    Column("at", Double, nullable=False),
    UniqueConstraint("key", name="games_key"),
    Index("games_event", "event", "id"),
    Index("games_finished", "finished", "at"),
)

texts = Table(
    "texts",
    metadata,
    Column("game_id", Id, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("record", Text, nullable=False),
    Column("meta", Text, nullable=False),
)

logs = Table(
    "logs",
    metadata,
    Column("game_id", Id, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("side", Integer, nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("game_id", "turn", "side", name="logs_place"),
)

reports = Table(
    "reports",
    metadata,
    Column("game_id", Id, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("why", Text, nullable=False),
    Column("red_moves", Integer, nullable=False),
    Column("red_median", Double, nullable=False),
    Column("red_slowest", Double, nullable=False),
    Column("blue_moves", Integer, nullable=False),
    Column("blue_median", Double, nullable=False),
    Column("blue_slowest", Double, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    # A game may be reviewed before it is stored.
    Column("key", Text, primary_key=True),
    Column("mark", Text, nullable=False),
    Column("verdict", Text, nullable=False),
)

chances = Table(
    "chances",
    metadata,
    Column("game_id", Id, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("values", Text, nullable=False),
)

# -- contests -----------------------------------------------------------------------------------------------

contests = Table(
    "contests",
    metadata,
    Column("event", Text, primary_key=True),
    Column("kind", Text),
    Column("begun", Double),
    Column("league", Text),
    Column("terms", Text, nullable=False),
    Column("folder", Text),
    Column("fingerprints", Text),
    Column("wanted", Boolean, nullable=False),
)

leases = Table(
    "leases",
    metadata,
    Column("event", Text, primary_key=True),
    Column("mark", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("machine", Text, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("since", Text),
)

contest_words = Table(
    "contest_words",
    metadata,
    Column("event", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("side", Integer, nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("event", "key", "side", name="contest_words_place"),
)

# -- the page ---------------------------------------------------------------------------------------------------

page = Table("page", metadata, Column("address", Text, primary_key=True))

sign_ins = Table(
    "sign_ins",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("code", Text, nullable=False),
    Column("until", Double, nullable=False),
)
tokens = Table(
    "tokens",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("visitor", Text, nullable=False),
    Column("until", Double, nullable=False),
)

# -- studies and openings ------------------------------------------------------------------------------------

studies = Table(
    "studies",
    metadata,
    Column("key", Text, primary_key=True),
    Column("secret", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Index("studies_at", "at"),
)

openings = Table(
    "openings",
    metadata,
    Column("position", BigInteger, nullable=False),
    Column("game_id", Id, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("move", Text, nullable=False),
    PrimaryKeyConstraint("position", "game_id", name="openings_place"),
    Index("openings_game", "game_id"),
)

indexed = Table(
    "indexed",
    metadata,
    Column("game_id", Id, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("people", Boolean, nullable=False),
)

# -- leagues: teams hand in, and what they handed in plays -------------------------------------------------
# Numbers are never used again, so that nothing of a deleted league lands in a new one.

leagues = Table(
    "leagues",
    metadata,
    Column("id", Id, primary_key=True, autoincrement=True),
    Column("key", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("cores", Integer, nullable=False),
    Column("hours", Double, nullable=False),
    Column("playing", Boolean, nullable=False),
    Column("made", Double, nullable=False),
    Column("starts", Double),
    Column("ends", Double),
    Column("opens", Integer),
    Column("closes", Integer),
    Column("edition", Integer, nullable=False),
    Column("time", Text, nullable=False),
    UniqueConstraint("key", name="leagues_key"),
    sqlite_autoincrement=True,
)

league_teams = Table(
    "league_teams",
    metadata,
    Column("id", Id, primary_key=True, autoincrement=True),
    Column("league_id", Id, ForeignKey("leagues.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("fish", Text, nullable=False),
    Column("entered", Boolean, nullable=False),
    Column("active", Integer),
    Column("group", Text, nullable=False),
    Column("standing", Text, nullable=False),
    Column("name_fixed", Boolean, nullable=False),
    UniqueConstraint("league_id", "number", name="league_teams_number"),
    sqlite_autoincrement=True,
)

league_codes = Table(
    "league_codes",
    metadata,
    Column("id", Id, primary_key=True, autoincrement=True),
    Column("hash", Text, nullable=False),
    Column("league_id", Id, ForeignKey("leagues.id", ondelete="CASCADE")),
    Column("team_id", Id, ForeignKey("league_teams.id", ondelete="CASCADE")),
    Column("made", Double, nullable=False),
    Column("ended", Double),
    UniqueConstraint("hash", name="league_codes_hash"),
    sqlite_autoincrement=True,
)

freed_names = Table(
    "freed_names",
    metadata,
    Column("league_id", Id, ForeignKey("leagues.id", ondelete="CASCADE"), nullable=False),
    Column("hash", Text, nullable=False),
    Column("number", Integer, nullable=False),
    PrimaryKeyConstraint("league_id", "hash", name="freed_names_place"),
)

league_sessions = Table(
    "league_sessions",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("code_id", Id, ForeignKey("league_codes.id", ondelete="CASCADE"), nullable=False),
    Column("at", Double, nullable=False),
)

league_reservations = Table(
    "league_reservations",
    metadata,
    Column("team_id", Id, ForeignKey("league_teams.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("hash", Text, nullable=False),
    Column("made", Double, nullable=False),
    UniqueConstraint("hash", name="league_reservations_hash"),
)

league_versions = Table(
    "league_versions",
    metadata,
    Column("id", Id, primary_key=True, autoincrement=True),
    Column("team_id", Id, ForeignKey("league_teams.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("file", Text, nullable=False),
    Column("zip", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    Column("state", Text, nullable=False),
    Column("findings", Text, nullable=False),
    Column("checked", Double),
    UniqueConstraint("team_id", "number", name="league_versions_number"),
    Index("league_versions_state", "state"),
    Index("league_versions_zip", "zip"),
    sqlite_autoincrement=True,
)

league_changes = Table(
    "league_changes",
    metadata,
    Column("id", Id, primary_key=True, autoincrement=True),
    Column("team_id", Id, ForeignKey("league_teams.id", ondelete="CASCADE"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Index("league_changes_team", "team_id"),
)

league_games = Table(
    "league_games",
    metadata,
    Column("id", Id, primary_key=True, autoincrement=True),
    Column("league_id", Id, ForeignKey("leagues.id", ondelete="CASCADE"), nullable=False),
    Column("key", Text, nullable=False),
    Column("pair", Integer, nullable=False),
    Column("red", Text, nullable=False),
    Column("blue", Text, nullable=False),
    Column("points_red", Double, nullable=False),
    Column("points_blue", Double, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("at", Double, nullable=False),
    Column("spent", Double, nullable=False),
    UniqueConstraint("key", name="league_games_key"),
    Index("league_games_league", "league_id", "pair"),
    sqlite_autoincrement=True,
)

league_outputs = Table(
    "league_outputs",
    metadata,
    Column("game_id", Id, ForeignKey("league_games.id", ondelete="CASCADE"), nullable=False),
    Column("side", Integer, nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("game_id", "side", name="league_outputs_place"),
)


NEWER = Sentence("The database {name} was written by a newer Schwarm; update this one to open it.")
OLDER = Sentence(
    "The database {name} was written by an older Schwarm; export its games with that one (schwarm data export "
    "games.parquet), then name a new folder or database with --data."
)
