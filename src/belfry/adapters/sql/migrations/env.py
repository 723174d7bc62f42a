"""How Alembic runs our migrations: inside the transaction it is given."""

from __future__ import annotations

from alembic import context

from belfry.adapters.sql.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
