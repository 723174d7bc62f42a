"""API keys have a scope, and Belfry's own kinds of workflow are its own team's."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

_INTERNAL = (
    *("relay", "release", "poll", "sync", "template-sync", "draft", "digest", "summary", "sweep"),
    *("tick", "controls-summary", "watch", "heartbeat", "backup", "tidy"),
)


def upgrade() -> None:
    op.add_column("api_keys", sa.Column("scope", sa.Text(), nullable=False, server_default="edit"))
    op.execute("UPDATE api_keys SET scope = 'invoke' WHERE service = 'scheduler'")
    kinds = ", ".join(f"'{kind}'" for kind in _INTERNAL)
    others = f"SELECT id FROM workflows WHERE team_id <> 1 AND kind IN ({kinds})"
    op.execute(f"UPDATE runs SET output = NULL, error = NULL WHERE workflow_id IN ({others})")
    op.execute(f"UPDATE attempts SET error = NULL WHERE run_id IN ({_find_runs(others)})")
    op.execute(f"UPDATE triggers SET next_at = NULL WHERE workflow_id IN ({others})")
    op.execute(
        f"UPDATE workflows SET archived_at = created_at "
        f"WHERE archived_at IS NULL AND id IN ({others})"
    )


def _find_runs(workflows: str) -> str:
    return f"SELECT id FROM runs WHERE workflow_id IN ({workflows})"


def downgrade() -> None:
    op.drop_column("api_keys", "scope")
