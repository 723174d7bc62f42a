"""Tables and columns are called by the field's own words."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

TABLES = {
    "bells": "triggers",
    "pulses": "workflow_health",
    "vigils": "heartbeats",
    "troubles": "data_problems",
    "tallies": "daily_counts",
}
COLUMNS = (
    ("publications", "told_revision", "published_revision"),
    ("drafts", "trouble", "problem"),
    ("kind_wordings", "trouble", "problem"),
    ("controls", "look_on", "next_check_on"),
    ("person_weeks", "told", "notified_shifts"),
    ("person_weeks", "told_edition", "notified_edition"),
    ("person_weeks", "told_at", "notified_at"),
)


def upgrade() -> None:
    for old, new in TABLES.items():
        op.rename_table(old, new)
    for table, old, new in COLUMNS:
        op.alter_column(table, old, new_column_name=new)
    op.drop_index("idx_bells_next_at", "triggers")
    op.create_index("idx_triggers_next_at", "triggers", ["next_at"])
    op.drop_index("idx_controls_look", "controls")
    _index_controls("idx_controls_next_check", "next_check_on")


def downgrade() -> None:
    op.drop_index("idx_controls_next_check", "controls")
    op.drop_index("idx_triggers_next_at", "triggers")
    op.create_index("idx_bells_next_at", "triggers", ["next_at"])
    for table, old, new in COLUMNS:
        op.alter_column(table, new, new_column_name=old)
    for old, new in TABLES.items():
        op.rename_table(new, old)
    _index_controls("idx_controls_look", "look_on")


def _index_controls(name: str, column: str) -> None:
    is_listed = sa.text("gone_at IS NULL")
    op.create_index(
        name, "controls", [column, "id"], sqlite_where=is_listed, postgresql_where=is_listed
    )
