"""Find messages by when they were sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    was_sent = sa.text("sent_at IS NOT NULL")
    op.create_index(
        "idx_messages_sent",
        "messages",
        ["sent_at", "id"],
        sqlite_where=was_sent,
        postgresql_where=was_sent,
    )


def downgrade() -> None:
    op.drop_index("idx_messages_sent", "messages")
