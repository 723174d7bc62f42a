"""What all tables belong to, and what they have in common."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()
# Left alone, Postgres sorts text by the language it was set up with, and SQLite by its bytes.
BY_LETTER = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def partial(name: str, *columns: str, where: str) -> sa.Index:
    """SQLite takes a partial index only for a question that says the index's own condition."""
    condition = sa.text(where)
    return sa.Index(name, *columns, sqlite_where=condition, postgresql_where=condition)
