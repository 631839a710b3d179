"""Leagues: a time control instead of seconds per move."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("leagues", sa.Column("time", sa.Text, nullable=False, server_default="2s/10s"))
    op.execute("UPDATE leagues SET time = seconds || 's/' || (seconds + 8) || 's'")
    op.drop_column("leagues", "seconds")
