"""What a contest wants to know of a game beyond its outcome: why a violation, and how both players used their time."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

Id = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "reports",
        sa.Column("game_id", Id, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("red_moves", sa.Integer, nullable=False),
        sa.Column("red_median", sa.Double, nullable=False),
        sa.Column("red_slowest", sa.Double, nullable=False),
        sa.Column("blue_moves", sa.Integer, nullable=False),
        sa.Column("blue_median", sa.Double, nullable=False),
        sa.Column("blue_slowest", sa.Double, nullable=False),
    )
