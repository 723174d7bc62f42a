"""A date in the list that corrects a control is shown until a person has seen it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("controls", sa.Column("corrected_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("controls", sa.Column("replaced", sa.JSON(), nullable=False, server_default="{}"))
    is_corrected = sa.text("gone_at IS NULL AND corrected_at IS NOT NULL")
    op.create_index(
        "idx_controls_corrected",
        "controls",
        ["corrected_at", "id"],
        sqlite_where=is_corrected,
        postgresql_where=is_corrected,
    )


def downgrade() -> None:
    op.drop_index("idx_controls_corrected", "controls")
    for name in ("corrected_at", "replaced"):
        op.drop_column("controls", name)
