"""Mail that arrived, and how far each door was read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"

_BY_LETTER = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "incoming_mails",
        sa.Column("audit_seq", sa.Integer(), nullable=False),
        sa.Column("audit_hash", sa.Text(), nullable=False),
        sa.Column("id", _BY_LETTER, nullable=False),
        sa.Column("route", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("subject_line", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    is_open = sa.text("is_open")
    op.create_index("idx_incoming_mails_at", "incoming_mails", ["at", "id"])
    op.create_index(
        "idx_incoming_mails_open",
        "incoming_mails",
        ["at", "id"],
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
    op.create_table(
        "mail_doors",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("looked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("mail_doors")
    op.drop_table("incoming_mails")
