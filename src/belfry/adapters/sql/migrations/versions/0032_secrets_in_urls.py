"""Credentials in URLs leave workflows, runs and the audit log, as those in headers did."""

from __future__ import annotations

from alembic import op

from belfry.adapters.sql.redaction import redact_workflows

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    redact_workflows(op.get_bind())


def downgrade() -> None:
    """The workflows of the version before can do with the references."""
