"""Leagues: when they begin and end, at which hours they play, and the groups of their teams."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("leagues", sa.Column("starts", sa.Double))
    op.add_column("leagues", sa.Column("ends", sa.Double))
    op.add_column("leagues", sa.Column("opens", sa.Integer))
    op.add_column("leagues", sa.Column("closes", sa.Integer))
    op.add_column("league_teams", sa.Column("group", sa.Text, nullable=False, server_default=""))
