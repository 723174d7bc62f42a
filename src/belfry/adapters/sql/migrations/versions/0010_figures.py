"""Index moves by time, to compute how long jobs stay in a stage."""

from __future__ import annotations

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_index("idx_moves_at", "moves", ["at", "job_id"])


def downgrade() -> None:
    op.drop_index("idx_moves_at", "moves")
