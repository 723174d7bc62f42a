"""Index the runs that failed, and the messages of one room."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

_PARKED = "status IN ('parked', 'interrupted')"


def upgrade() -> None:
    parked = sa.text(_PARKED)
    columns = ["scheduled_for", "id"]
    op.create_index(
        "idx_runs_parked", "runs", columns, sqlite_where=parked, postgresql_where=parked
    )
    op.create_index("idx_messages_room", "messages", ["room", "made_at", "id"])


def downgrade() -> None:
    op.drop_index("idx_messages_room", "messages")
    op.drop_index("idx_runs_parked", "runs")
