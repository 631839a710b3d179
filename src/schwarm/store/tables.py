"""The tables, as SQLAlchemy sees them; `migrations` holds how they came to be.

`games` is narrow, so that a hundred thousand are listed at once; what is read only when a game is opened is kept in
other tables.
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
    false,
)

# SQLite numbers rows by itself only where the column is called INTEGER.
Id = BigInteger().with_variant(Integer, "sqlite")

metadata = MetaData()

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
    Index("games_event", "event", "match"),
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

facts = Table(
    "facts",
    metadata,
    Column("scope", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("value", Text, nullable=False),
    PrimaryKeyConstraint("scope", "name", name="facts_place"),
)

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
    Column("edition", Integer, nullable=False, server_default="0"),
    Column("time", Text, nullable=False, server_default="2s/10s"),
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
    Column("group", Text, nullable=False, server_default=""),
    Column("standing", Text, nullable=False, server_default=""),
    Column("name_fixed", Boolean, nullable=False, server_default=false()),
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
    Column("spent", Double, nullable=False, server_default="0"),
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
