"""A swap may have been settled by two moves: what the taker gave up, and who took that."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"

_COLUMNS = ("gave_up", "stand_in")


def upgrade() -> None:
    for name in _COLUMNS:
        op.add_column("swaps", sa.Column(name, sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    for name in _COLUMNS:
        op.drop_column("swaps", name)
