"""Studies: games with variations and remarks, read under one link and changed under another."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("studies_at", "studies", ["at"])
