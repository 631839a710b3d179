"""Openings: which games came through a position, and how each went on from there."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

Id = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "openings",
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("game_id", Id, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("position", "game_id", name="openings_place"),
    )
    op.create_index("openings_game", "openings", ["game_id"])
    op.create_table(
        "indexed",
        sa.Column("game_id", Id, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
        sa.Column("people", sa.Boolean, nullable=False),
    )
