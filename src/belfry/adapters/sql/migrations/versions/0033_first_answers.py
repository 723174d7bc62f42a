"""What a request was answered that came under an Idempotency-Key."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    op.add_column(
        "taken_requests", sa.Column("answer", sa.Text(), nullable=False, server_default="")
    )


def downgrade() -> None:
    op.drop_column("taken_requests", "answer")
