"""Index what is shown of very long lists.

That is the newest entries of the audit log, the moves that end a stay, and how many controls were
done lately or have a chain of their own.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

_LISTED = "gone_at IS NULL"
_OWN_CHAIN = f"{_LISTED} AND chain_override <> ''"


def upgrade() -> None:
    _replace("audit_entries", "idx_audit_at", ["at", "subject", "seq"])
    _replace("moves", "idx_moves_at", ["at", "job_id", "number"], where="number > 1")
    counted = ["due_on", "id", "last_done_on", "gone_at"]
    _replace("controls", "idx_controls_due", counted, where=_LISTED)
    _create("controls", "idx_controls_chain", ["due_on", "id"], where=_OWN_CHAIN)


def downgrade() -> None:
    op.drop_index("idx_controls_chain", "controls")
    _replace("controls", "idx_controls_due", ["due_on", "id"], where=_LISTED)
    _replace("moves", "idx_moves_at", ["at", "job_id"])
    _replace("audit_entries", "idx_audit_at", ["at"])


def _replace(table: str, name: str, columns: list[str], where: str = "") -> None:
    op.drop_index(name, table)
    _create(table, name, columns, where)


def _create(table: str, name: str, columns: list[str], where: str = "") -> None:
    which = sa.text(where) if where else None
    op.create_index(name, table, columns, sqlite_where=which, postgresql_where=which)
