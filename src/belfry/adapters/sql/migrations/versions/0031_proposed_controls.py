"""Controls that forwarded mails propose."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"

_BY_LETTER = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_TEXTS = ("subject_line", "text", "name", "repeat", "owner", "state")


def upgrade() -> None:
    op.create_table(
        "proposed_controls",
        sa.Column("audit_seq", sa.Integer(), nullable=False),
        sa.Column("audit_hash", sa.Text(), nullable=False),
        sa.Column("id", _BY_LETTER, nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in _TEXTS),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    is_undecided = sa.text("state IN ('open', 'approving')")
    op.create_index(
        "idx_proposed_controls_open",
        "proposed_controls",
        ["at", "id"],
        sqlite_where=is_undecided,
        postgresql_where=is_undecided,
    )


def downgrade() -> None:
    op.drop_table("proposed_controls")
