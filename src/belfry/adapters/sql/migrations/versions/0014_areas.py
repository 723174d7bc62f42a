"""How many controls each area has, and which, is found without reading them all."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    is_listed = sa.text("gone_at IS NULL")
    op.create_index(
        "idx_controls_area",
        "controls",
        ["area", "id", "gone_at"],
        sqlite_where=is_listed,
        postgresql_where=is_listed,
    )


def downgrade() -> None:
    op.drop_index("idx_controls_area", "controls")
