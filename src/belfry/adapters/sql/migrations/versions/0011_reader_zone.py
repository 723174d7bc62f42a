"""Give each user a time zone of their own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("users", sa.Column("timezone", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("users", "timezone")
