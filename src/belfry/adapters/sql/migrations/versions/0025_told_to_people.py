"""A workflow names who hears of its notices, and the silence of a worker is counted on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.add_column("workflows", sa.Column("notify", sa.Text(), nullable=False, server_default=""))
    op.add_column(
        "workflows",
        sa.Column("notify_urgent", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "silences",
        sa.Column("worker_id", sa.Text(), primary_key=True),
        sa.Column("heartbeat", sa.Integer(), nullable=False),
        sa.Column("lasted", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("silences")
    op.drop_column("workflows", "notify_urgent")
    op.drop_column("workflows", "notify")
