"""Where weeks are kept, with their drafts, hours, swaps and time off."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_BY_LETTER = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    _create_weeks()
    _create_lines()
    _create_requests()
    _create_swaps()
    _create_links()
    _create_sheets()


def _create_weeks() -> None:
    op.create_table(
        "rota_weeks",
        sa.Column("audit_seq", sa.Integer(), nullable=False),
        sa.Column("audit_hash", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("draft", sa.Integer(), nullable=False),
        sa.Column("is_waiting", sa.Boolean(), nullable=False),
        sa.Column("published", sa.Integer(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("published_by", sa.Text(), nullable=False),
        sa.Column("template_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("digest_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "week_drafts",
        sa.Column("week", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("making", sa.Text(), nullable=False),
        sa.Column("parent", sa.Integer(), nullable=False),
        sa.Column("because", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("filled", sa.Integer(), nullable=False),
        sa.Column("flagged", sa.Integer(), nullable=False),
        sa.Column("first", sa.JSON(), nullable=False),
        sa.Column("proof", sa.JSON(), nullable=False),
        sa.Column("approved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("approved_by", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("week", "number"),
    )


def _create_lines() -> None:
    op.create_table(
        "draft_lines",
        sa.Column("week", sa.Text(), nullable=False),
        sa.Column("draft", sa.Integer(), nullable=False),
        sa.Column("shift_id", _BY_LETTER, nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("starts", sa.Text(), nullable=False),
        sa.Column("ends", sa.Text(), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("skills", sa.Text(), nullable=False),
        sa.Column("headcount", sa.Integer(), nullable=False),
        sa.Column("assigned", sa.Text(), nullable=False),
        sa.Column("is_pinned", sa.Boolean(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("week", "draft", "shift_id"),
    )
    op.create_table(
        "person_weeks",
        sa.Column("person", _BY_LETTER, nullable=False),
        sa.Column("week", sa.Text(), nullable=False),
        sa.Column("placed", sa.Integer(), nullable=False),
        sa.Column("target", sa.Integer(), nullable=False),
        sa.Column("cap", sa.Integer(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("told_edition", sa.Integer(), nullable=False),
        sa.Column("told_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("told", sa.JSON(), nullable=False),
        sa.Column("sequences", sa.JSON(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", "week"),
    )
    op.create_index("idx_person_weeks_week", "person_weeks", ["week", "person"])


def _create_requests() -> None:
    op.create_table(
        "time_off_requests",
        sa.Column("audit_seq", sa.Integer(), nullable=False),
        sa.Column("audit_hash", sa.Text(), nullable=False),
        sa.Column("id", _BY_LETTER, nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("first_on", sa.Text(), nullable=True),
        sa.Column("last_on", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("read_by", sa.Text(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("answered_by", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("idx_time_off_requests_last", "time_off_requests", ["last_on"])


def _create_swaps() -> None:
    op.create_table(
        "swaps",
        sa.Column("audit_seq", sa.Integer(), nullable=False),
        sa.Column("audit_hash", sa.Text(), nullable=False),
        sa.Column("id", _BY_LETTER, nullable=False),
        sa.Column("week", sa.Text(), nullable=False),
        sa.Column("shift_id", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("refused", sa.Text(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("is_urgent", sa.Boolean(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("settled_by", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    where = sa.text("settled_at IS NULL")
    op.create_index(
        "idx_swaps_open", "swaps", ["made_at"], sqlite_where=where, postgresql_where=where
    )
    op.create_index("idx_swaps_week", "swaps", ["week", "made_at"])
    op.create_table(
        "clashes",
        sa.Column("audit_seq", sa.Integer(), nullable=False),
        sa.Column("audit_hash", sa.Text(), nullable=False),
        sa.Column("week", sa.Text(), nullable=False),
        sa.Column("shift_id", _BY_LETTER, nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("instead", sa.Text(), nullable=False),
        sa.Column("found_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("answered_by", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("week", "shift_id"),
    )
    where = sa.text("answered_at IS NULL")
    op.create_index(
        "idx_clashes_open",
        "clashes",
        ["week", "shift_id"],
        sqlite_where=where,
        postgresql_where=where,
    )


def _create_links() -> None:
    op.create_table(
        "rota_links",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index("idx_rota_links_expires", "rota_links", ["expires_at"])
    op.create_table(
        "shift_feeds",
        sa.Column("audit_seq", sa.Integer(), nullable=False),
        sa.Column("audit_hash", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("family", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person"),
    )
    where = sa.text("token <> ''")
    op.create_index(
        "idx_shift_feeds_token",
        "shift_feeds",
        ["token"],
        sqlite_where=where,
        postgresql_where=where,
    )


def _create_sheets() -> None:
    op.create_table(
        "sheets_seen",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("stamp", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def downgrade() -> None:
    for table in (
        "sheets_seen",
        "shift_feeds",
        "rota_links",
        "clashes",
        "swaps",
        "time_off_requests",
        "person_weeks",
        "draft_lines",
        "week_drafts",
        "rota_weeks",
    ):
        op.drop_table(table)
