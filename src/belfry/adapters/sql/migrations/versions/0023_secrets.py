"""Credentials leave the workflows, their runs and the audit log; runs find them by name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from belfry.adapters.sql.redaction import redact_workflows

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.create_table(
        "stored_secrets",
        sa.Column("team_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("team_id", "name"),
    )
    op.add_column(
        "audit_entries",
        sa.Column("is_redacted", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    redact_workflows(op.get_bind())


def downgrade() -> None:
    op.drop_column("audit_entries", "is_redacted")
    op.drop_table("stored_secrets")
