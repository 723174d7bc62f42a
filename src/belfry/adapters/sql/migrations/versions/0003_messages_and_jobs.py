"""Where messages, jobs and what is wrong with the team's documents are kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

# In the order of its bytes on both databases, whatever language Postgres was set up with.
_BY_LETTER = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    _create_job_tables()
    _create_message_tables()
    _create_desk_tables()


def _create_job_tables() -> None:
    op.create_table(
        "boards",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("first_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reading", sa.Text(), nullable=False),
        sa.Column("is_doubtful", sa.Boolean(), nullable=False),
        sa.Column("swept_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "jobs",
        sa.Column("audit_seq", sa.Integer(), nullable=False),
        sa.Column("audit_hash", sa.Text(), nullable=False),
        sa.Column("id", _BY_LETTER, nullable=False),
        sa.Column("row", sa.Text(), nullable=False),
        sa.Column("customer", sa.Text(), nullable=False),
        sa.Column("contact", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("consent", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("entered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entered_from", sa.Text(), nullable=False),
        sa.Column("eta", sa.Text(), nullable=False),
        sa.Column("eta_by", sa.DateTime(timezone=True), nullable=True),
        sa.Column("eta_stage", sa.Text(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("slip", sa.Text(), nullable=False),
        sa.Column("pending", sa.Text(), nullable=False),
        sa.Column("pending_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("missing_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("chases", sa.Integer(), nullable=False),
        sa.Column("chased_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("chased_stage", sa.Text(), nullable=False),
        sa.Column("late_told", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    _create_partial(
        "idx_jobs_late",
        "jobs",
        ["eta_by", "id"],
        "is_open AND missing_since IS NULL AND late_told <> moves",
    )
    op.create_index("idx_jobs_open", "jobs", ["is_open", "id"])
    _create_partial(
        "idx_jobs_quiet", "jobs", ["stage", "entered_at"], "is_open AND missing_since IS NULL"
    )
    op.create_index("idx_jobs_stage", "jobs", ["stage", "id"])
    _create_partial("idx_jobs_told_wrong", "jobs", ["id"], "slip <> ''")
    _create_partial(
        "idx_jobs_unsettled", "jobs", ["id"], "pending <> '' OR missing_since IS NOT NULL"
    )
    op.create_table(
        "moves",
        sa.Column("job_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("came_from", sa.Text(), nullable=False),
        sa.Column("went_to", sa.Text(), nullable=False),
        sa.Column("course", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("is_told", sa.Boolean(), nullable=False),
        sa.Column("eta", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("job_id", "number"),
    )


def _create_message_tables() -> None:
    op.create_table(
        "messages",
        sa.Column("audit_seq", sa.Integer(), nullable=False),
        sa.Column("audit_hash", sa.Text(), nullable=False),
        sa.Column("id", _BY_LETTER, nullable=False),
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("audience", sa.Text(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("counted_in", sa.Text(), nullable=False),
        sa.Column("own_words", sa.Text(), nullable=False),
        sa.Column("approved_by", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("sent_to", sa.Text(), nullable=False),
        sa.Column("subject_line", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("receipt", sa.Text(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("idx_messages_about", "messages", ["about", "made_at", "id"])
    _create_partial(
        "idx_messages_due", "messages", ["due_at", "id"], "state IN ('queued', 'held', 'sending')"
    )
    op.create_index("idx_messages_state", "messages", ["state", "made_at", "id"])
    op.create_index("idx_messages_time", "messages", ["made_at", "id"])
    _create_partial(
        "idx_messages_waiting", "messages", ["about", "person"], "state IN ('queued', 'held')"
    )
    op.create_table(
        "tallies",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )


def _create_desk_tables() -> None:
    op.create_table(
        "kept_docs",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "table_heads",
        sa.Column("audit_seq", sa.Integer(), nullable=False),
        sa.Column("audit_hash", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("restored_version", sa.Integer(), nullable=True),
        sa.Column("restored_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "troubles",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def _create_partial(name: str, table: str, columns: list[str], where: str) -> None:
    condition = sa.text(where)
    op.create_index(name, table, columns, sqlite_where=condition, postgresql_where=condition)


def downgrade() -> None:
    for table in (
        "troubles",
        "table_heads",
        "kept_docs",
        "tallies",
        "messages",
        "moves",
        "jobs",
        "boards",
    ):
        op.drop_table(table)
