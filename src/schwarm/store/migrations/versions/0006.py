"""Reservations of teams whose clients play from their own computers."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

Id = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    team = sa.ForeignKey("league_teams.id", ondelete="CASCADE")
    op.create_table(
        "league_reservations",
        sa.Column("team_id", Id, team, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.UniqueConstraint("hash", name="league_reservations_hash"),
    )
