"""Shifts name the channels by which their people were told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    column = sa.Column("dispatched_via", sa.Text(), nullable=False, server_default="")
    op.add_column("draft_lines", column)


def downgrade() -> None:
    op.drop_column("draft_lines", "dispatched_via")
