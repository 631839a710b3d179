"""Leagues: their teams, codes, versions, games, and what the players of those printed."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

Id = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "leagues",
        sa.Column("id", Id, primary_key=True, autoincrement=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("cores", sa.Integer, nullable=False),
        sa.Column("hours", sa.Double, nullable=False),
        sa.Column("playing", sa.Boolean, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.UniqueConstraint("key", name="leagues_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "league_teams",
        sa.Column("id", Id, primary_key=True, autoincrement=True),
        sa.Column("league_id", Id, sa.ForeignKey("leagues.id", ondelete="CASCADE"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("fish", sa.Text, nullable=False),
        sa.Column("entered", sa.Boolean, nullable=False),
        sa.Column("active", sa.Integer),
        sa.UniqueConstraint("league_id", "number", name="league_teams_number"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "league_codes",
        sa.Column("id", Id, primary_key=True, autoincrement=True),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("league_id", Id, sa.ForeignKey("leagues.id", ondelete="CASCADE")),
        sa.Column("team_id", Id, sa.ForeignKey("league_teams.id", ondelete="CASCADE")),
        sa.Column("made", sa.Double, nullable=False),
        sa.UniqueConstraint("hash", name="league_codes_hash"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "league_sessions",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("code_id", Id, sa.ForeignKey("league_codes.id", ondelete="CASCADE"), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "league_versions",
        sa.Column("id", Id, primary_key=True, autoincrement=True),
        sa.Column("team_id", Id, sa.ForeignKey("league_teams.id", ondelete="CASCADE"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("zip", sa.Text, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("findings", sa.Text, nullable=False),
        sa.Column("checked", sa.Double),
        sa.UniqueConstraint("team_id", "number", name="league_versions_number"),
        sqlite_autoincrement=True,
    )
    op.create_index("league_versions_state", "league_versions", ["state"])
    op.create_index("league_versions_zip", "league_versions", ["zip"])
    op.create_table(
        "league_changes",
        sa.Column("id", Id, primary_key=True, autoincrement=True),
        sa.Column("team_id", Id, sa.ForeignKey("league_teams.id", ondelete="CASCADE"), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("league_changes_team", "league_changes", ["team_id"])
    op.create_table(
        "league_games",
        sa.Column("id", Id, primary_key=True, autoincrement=True),
        sa.Column("league_id", Id, sa.ForeignKey("leagues.id", ondelete="CASCADE"), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("pair", sa.Integer, nullable=False),
        sa.Column("red", sa.Text, nullable=False),
        sa.Column("blue", sa.Text, nullable=False),
        sa.Column("points_red", sa.Double, nullable=False),
        sa.Column("points_blue", sa.Double, nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.UniqueConstraint("key", name="league_games_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("league_games_league", "league_games", ["league_id", "pair"])
    op.create_table(
        "league_outputs",
        sa.Column("game_id", Id, sa.ForeignKey("league_games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "side", name="league_outputs_place"),
    )
