"""Where controls are kept, with their cycles, reminders and evidence."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_BY_LETTER = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    _create_controls()
    _create_histories()


def _create_controls() -> None:
    is_listed = sa.text("gone_at IS NULL")
    op.create_table(
        "controls",
        sa.Column("audit_seq", sa.Integer(), nullable=False),
        sa.Column("audit_hash", sa.Text(), nullable=False),
        sa.Column("id", _BY_LETTER, nullable=False),
        sa.Column("row", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("area", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("repeat", sa.Text(), nullable=False),
        sa.Column("proof", sa.Text(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.Column("chain_override", sa.Text(), nullable=False),
        sa.Column("requires_evidence", sa.Boolean(), nullable=False),
        sa.Column("first_due_on", sa.Text(), nullable=True),
        sa.Column("first_seen_on", sa.Text(), nullable=False),
        sa.Column("anchor_on", sa.Text(), nullable=False),
        sa.Column("counted_from_on", sa.Text(), nullable=False),
        sa.Column("cycle", sa.Integer(), nullable=False),
        sa.Column("opened_by", sa.Integer(), nullable=False),
        sa.Column("lines", sa.Integer(), nullable=False),
        sa.Column("due_on", sa.Text(), nullable=False),
        sa.Column("last_done_on", sa.Text(), nullable=True),
        sa.Column("withdrawn_on", sa.Text(), nullable=True),
        sa.Column("done_by", sa.Text(), nullable=False),
        sa.Column("windows", sa.JSON(), nullable=False),
        sa.Column("snoozes", sa.JSON(), nullable=False),
        sa.Column("escalated_on", sa.Text(), nullable=True),
        sa.Column("last_sent_on", sa.Text(), nullable=True),
        sa.Column("look_on", sa.Text(), nullable=False),
        sa.Column("missing_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("gone_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "idx_controls_due",
        "controls",
        ["due_on", "id"],
        sqlite_where=is_listed,
        postgresql_where=is_listed,
    )
    op.create_index(
        "idx_controls_look",
        "controls",
        ["look_on", "id"],
        sqlite_where=is_listed,
        postgresql_where=is_listed,
    )
    op.create_table(
        "control_cycles",
        sa.Column("control_id", _BY_LETTER, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("cycle", sa.Integer(), nullable=False),
        sa.Column("due_on", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("done_on", sa.Text(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("control_id", "number"),
    )
    op.create_index("idx_control_cycles_due", "control_cycles", ["due_on", "control_id", "number"])


def _create_histories() -> None:
    op.create_table(
        "control_reminders",
        sa.Column("control_id", sa.Text(), nullable=False),
        sa.Column("due_on", sa.Text(), nullable=False),
        sa.Column("slot", _BY_LETTER, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("on", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("control_id", "due_on", "slot"),
    )
    op.create_table(
        "control_evidence",
        sa.Column("control_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("due_on", sa.Text(), nullable=False),
        sa.Column("opened_by", sa.Integer(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("described", sa.Text(), nullable=False),
        sa.Column("described_by", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("control_id", "number"),
    )
    op.create_table(
        "answer_links",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("control_id", sa.Text(), nullable=False),
        sa.Column("due_on", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index("idx_answer_links_expires", "answer_links", ["expires_at"])
    op.create_table(
        "task_lists",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("first_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reading", sa.Text(), nullable=False),
        sa.Column("ticked_on", sa.Text(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "feed_tokens",
        sa.Column("audit_seq", sa.Integer(), nullable=False),
        sa.Column("audit_hash", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("family", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )


def downgrade() -> None:
    for table in (
        "feed_tokens",
        "task_lists",
        "answer_links",
        "control_evidence",
        "control_reminders",
        "control_cycles",
        "controls",
    ):
        op.drop_table(table)
