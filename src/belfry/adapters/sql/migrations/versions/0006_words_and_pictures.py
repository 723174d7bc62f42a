"""The tables of drafts, photos, customers' pages, consent and replies."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_BY_LETTER = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("jobs", sa.Column("photo", sa.Text(), nullable=False, server_default=""))
    op.add_column("jobs", sa.Column("photos", sa.Integer(), nullable=False, server_default="0"))
    op.create_index("idx_jobs_contact", "jobs", ["contact", "id"])
    has_cell = sa.text("is_open AND photo <> ''")
    op.create_index(
        "idx_jobs_cell", "jobs", ["id"], sqlite_where=has_cell, postgresql_where=has_cell
    )
    op.add_column("messages", sa.Column("worded", sa.Text(), nullable=False, server_default=""))
    _create_picture_tables()
    _create_customer_tables()


def _create_picture_tables() -> None:
    op.create_table(
        "drafts",
        sa.Column("message_id", _BY_LETTER, nullable=False),
        sa.Column("job_id", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("reply", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("trouble", sa.Text(), nullable=False),
        sa.Column("verdict", sa.JSON(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("message_id"),
    )
    op.create_index("idx_drafts_job", "drafts", ["job_id", "message_id"])
    op.create_table(
        "photos",
        sa.Column("job_id", _BY_LETTER, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("added_by", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("job_id", "number"),
    )
    op.create_table(
        "photo_files",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("stamp", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )


def _create_customer_tables() -> None:
    op.create_table(
        "tracking_pages",
        sa.Column("job_id", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("job_id"),
    )
    op.create_index("idx_tracking_pages_token", "tracking_pages", ["token"], unique=True)
    op.create_table(
        "contacts",
        sa.Column("audit_seq", sa.Integer(), nullable=False),
        sa.Column("audit_hash", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("consent", sa.Text(), nullable=False),
        sa.Column("said_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("said_by", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("idx_contacts_token", "contacts", ["token"], unique=True)
    op.create_table(
        "replies",
        sa.Column("id", _BY_LETTER, nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("contact", sa.Text(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("meaning", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("idx_replies_about", "replies", ["about", "at", "id"])
    op.create_index("idx_replies_contact", "replies", ["contact", "at", "id"])
    is_open = sa.text("is_open")
    op.create_index(
        "idx_replies_open",
        "replies",
        ["at", "id"],
        sqlite_where=is_open,
        postgresql_where=is_open,
    )


def downgrade() -> None:
    for table in ("replies", "contacts", "tracking_pages", "photo_files", "photos", "drafts"):
        op.drop_table(table)
    op.drop_column("messages", "worded")
    op.drop_index("idx_jobs_cell", "jobs")
    op.drop_index("idx_jobs_contact", "jobs")
    op.drop_column("jobs", "photos")
    op.drop_column("jobs", "photo")
