"""Belfry's own runs have a lane to themselves, and all others wait in queues."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

_OWN_KINDS = (
    "('relay', 'release', 'poll', 'sync', 'template-sync', 'draft', 'digest', 'summary', 'sweep', "
    "'tick', 'controls-summary', 'watch', 'heartbeat', 'backup', 'tidy')"
)
_INDEX = "idx_runs_unfinished"
_COLUMNS = {"workflows": ("queue", "host"), "runs": ("lane", "host")}
_DEFAULTS = {"queue": "default", "lane": "default", "host": ""}


def upgrade() -> None:
    for table, names in _COLUMNS.items():
        for name in names:
            column = sa.Column(name, sa.Text(), nullable=False, server_default=_DEFAULTS[name])
            op.add_column(table, column)
    op.create_table(
        "lanes",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("moved_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
    )
    _name_hosts()
    op.execute(
        "UPDATE runs SET lane = 'belfry' WHERE status IN ('queued', 'running') "
        f"AND workflow_id IN (SELECT id FROM workflows WHERE kind IN {_OWN_KINDS})"
    )
    _index("status", "due_at", "lane", "workflow_id")


def downgrade() -> None:
    _index("status", "due_at", "workflow_id")
    op.drop_table("lanes")
    for table, names in _COLUMNS.items():
        for name in names:
            op.drop_column(table, name)


def _name_hosts() -> None:
    connection = op.get_bind()
    workflows = connection.execute(sa.text("SELECT id, inputs FROM workflows WHERE kind = 'http'"))
    for number, inputs in workflows.fetchall():
        host = _find_host(inputs)
        for table, key in (("workflows", "id"), ("runs", "workflow_id")):
            named = sa.text(f"UPDATE {table} SET host = :host WHERE {key} = :number")
            connection.execute(named, {"host": host, "number": number})


def _find_host(inputs: Any) -> str:
    """Empty for inputs that cannot be read: the workflow itself says so."""
    try:
        url = (json.loads(inputs) if isinstance(inputs, str) else inputs)["url"]
        return urlsplit(url).hostname or ""
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""


def _index(*columns: str) -> None:
    op.drop_index(_INDEX, "runs")
    unfinished = sa.text("status IN ('queued', 'running')")
    op.create_index(
        _INDEX, "runs", list(columns), sqlite_where=unfinished, postgresql_where=unfinished
    )
