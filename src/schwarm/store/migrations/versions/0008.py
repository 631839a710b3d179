"""Leagues: whoever came with a team's code has entered it, also without giving it a name."""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.execute("""
        UPDATE league_teams SET entered = true
        WHERE id IN (SELECT team_id FROM league_versions)
        OR id IN (SELECT team_id FROM league_codes JOIN league_sessions ON league_sessions.code_id = league_codes.id)
    """)
