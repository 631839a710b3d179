"""Leagues: teams that an organiser named, hid or removed, and codes that were renewed."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("leagues", sa.Column("edition", sa.Integer, nullable=False, server_default="0"))
    op.add_column("league_teams", sa.Column("standing", sa.Text, nullable=False, server_default=""))
    op.add_column("league_teams", sa.Column("name_fixed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("league_codes", sa.Column("ended", sa.Double))
