"""Jobs are found by how lately they came into their stage, and by customer and item."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_AT_WORK = "is_open AND missing_since IS NULL"


def upgrade() -> None:
    op.drop_index("idx_jobs_quiet", "jobs")
    _create_partial("idx_jobs_quiet", ["stage", "entered_at", "id"], _AT_WORK)
    _create_partial("idx_jobs_words", ["customer", "item", "id"], "is_open")


def downgrade() -> None:
    op.drop_index("idx_jobs_words", "jobs")
    op.drop_index("idx_jobs_quiet", "jobs")
    _create_partial("idx_jobs_quiet", ["stage", "entered_at"], _AT_WORK)


def _create_partial(name: str, columns: list[str], where: str) -> None:
    condition = sa.text(where)
    op.create_index(name, "jobs", columns, sqlite_where=condition, postgresql_where=condition)
