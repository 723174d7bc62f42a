"""Reminders name the channel by which they left."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    column = sa.Column("dispatched_via", sa.Text(), nullable=False, server_default="")
    op.add_column("control_reminders", column)


def downgrade() -> None:
    op.drop_column("control_reminders", "dispatched_via")
