"""The first tables: games, their texts, what their players printed, and facts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

Id = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", Id, primary_key=True, autoincrement=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("red", sa.Text, nullable=False),
        sa.Column("blue", sa.Text, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.Column("winner", sa.Text),
        sa.Column("reason", sa.Text),
        sa.Column("points_red", sa.Integer),
        sa.Column("points_blue", sa.Integer),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("pairing", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.UniqueConstraint("key", name="games_key"),
    )
    op.create_index("games_event", "games", ["event", "match"])
    op.create_index("games_finished", "games", ["finished", "at"])
    op.create_table(
        "texts",
        sa.Column("game_id", Id, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("meta", sa.Text, nullable=False),
    )
    op.create_table(
        "logs",
        sa.Column("game_id", Id, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "turn", "side", name="logs_place"),
    )
    op.create_table(
        "facts",
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("scope", "name", name="facts_place"),
    )
