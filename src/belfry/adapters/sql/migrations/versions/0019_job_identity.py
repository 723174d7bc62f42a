"""A job is a number and a customer, and its row may be in doubt."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

# In the order of its bytes on both databases, whatever language Postgres was set up with.
_BY_LETTER = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_WORDS = {"number": _BY_LETTER, "known_as": sa.Text(), "successor": sa.Text(), "doubt": sa.Text()}


def upgrade() -> None:
    for name, words in _WORDS.items():
        op.add_column("jobs", sa.Column(name, words, nullable=False, server_default=""))
    op.add_column("jobs", sa.Column("renamed_at", sa.DateTime(timezone=True), nullable=True))
    op.execute("UPDATE jobs SET number = id")
    op.create_index("idx_jobs_number", "jobs", ["number", "id"])


def downgrade() -> None:
    op.drop_index("idx_jobs_number", "jobs")
    for name in (*_WORDS, "renamed_at"):
        op.drop_column("jobs", name)
