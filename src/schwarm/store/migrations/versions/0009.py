"""Leagues: what a game took of its league's day on this machine; older games as if they had the cores of today."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("league_games", sa.Column("spent", sa.Double, nullable=False, server_default="0"))
    op.execute("""
        UPDATE league_games
        SET spent = seconds / (SELECT cores FROM leagues WHERE leagues.id = league_games.league_id)
    """)
