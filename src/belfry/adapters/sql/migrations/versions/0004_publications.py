"""What was published of each workflow to an external scheduler."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "publications",
        sa.Column("workflow_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("environment", sa.Text(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("told_revision", sa.Integer(), nullable=False),
        sa.Column("held_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("workflow_id"),
    )


def downgrade() -> None:
    op.drop_table("publications")
