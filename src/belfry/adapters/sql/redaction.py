"""Take credentials out of what was stored before they stood by name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from belfry.scheduler.credentials import MASK, list_credentials, list_forms, make_name, mask

_WORKFLOWS = sa.table(
    "workflows", *map(sa.column, ("id", "team_id", "created_at")), sa.column("inputs", sa.JSON)
)
_RUNS = sa.table("runs", *map(sa.column, ("id", "workflow_id")), sa.column("inputs", sa.JSON))
_ENTRIES = sa.table(
    "audit_entries",
    *map(sa.column, ("subject", "seq")),
    *(sa.column(name, sa.JSON) for name in ("before", "after")),
    sa.column("is_redacted", sa.Boolean),
)
_SECRETS = sa.table(
    "stored_secrets", *map(sa.column, ("team_id", "name", "value", "created_at", "revision"))
)


def redact_workflows(connection: sa.Connection) -> None:
    for workflow in connection.execute(sa.select(_WORKFLOWS)).all():
        _redact(connection, workflow)


def _redact(connection: sa.Connection, workflow: Any) -> None:
    """Name each credential in the workflow, and mask it wherever else it stands."""
    names: dict[str, str] = {}  # of secrets, by their values
    inputs = _name_credentials(workflow.inputs, names, workflow.id)
    if names:
        where = _WORKFLOWS.c.id == workflow.id
        connection.execute(sa.update(_WORKFLOWS).where(where).values(inputs=inputs))
    _redact_runs(connection, workflow.id, names)
    _redact_entries(connection, f"workflow/{workflow.id}", names)
    _mask_texts(connection, workflow.id, [*names])
    for value, name in names.items():
        row = {"team_id": workflow.team_id, "name": name, "value": value, "revision": 1}
        connection.execute(sa.insert(_SECRETS).values(**row, created_at=workflow.created_at))


def _name_credentials(inputs: Any, names: dict[str, str], workflow_id: int) -> Any:
    """The inputs with references in place of credentials, which are added to `names`."""
    credentials = list_credentials(inputs) if isinstance(inputs, Mapping) else {}
    if not credentials:
        return inputs
    for header, value in credentials.items():
        base = name = f"WORKFLOW_{workflow_id}_{make_name(header)}"
        while value not in names and name in names.values():
            name = f"{base}_{len(names) + 1}"
        names.setdefault(value, name)
    references = {header: {"secret": names[value]} for header, value in credentials.items()}
    return {**inputs, "headers": {**inputs["headers"], **references}}


def _redact_runs(connection: sa.Connection, workflow_id: int, names: dict[str, str]) -> None:
    """Runs that were started with inputs of their own."""
    which = _RUNS.c.workflow_id == workflow_id
    for run in connection.execute(sa.select(_RUNS.c.id, _RUNS.c.inputs).where(which)).all():
        inputs = _name_credentials(run.inputs, names, workflow_id)
        if inputs != run.inputs:
            where = _RUNS.c.id == run.id
            connection.execute(sa.update(_RUNS).where(where).values(inputs=inputs))


def _redact_entries(connection: sa.Connection, subject: str, names: dict[str, str]) -> None:
    """An entry holds the inputs as text, and may hold credentials that were replaced since."""
    for entry in connection.execute(sa.select(_ENTRIES).where(_ENTRIES.c.subject == subject)).all():
        before, after = _redact_side(entry.before, names), _redact_side(entry.after, names)
        if (before, after) != (entry.before, entry.after):
            where = (_ENTRIES.c.subject == subject) & (_ENTRIES.c.seq == entry.seq)
            values = {"before": before, "after": after, "is_redacted": True}
            connection.execute(sa.update(_ENTRIES).where(where).values(**values))


def _redact_side(side: Mapping[str, Any], names: dict[str, str]) -> Mapping[str, Any]:
    inputs = json.loads(side["inputs"]) if isinstance(side.get("inputs"), str) else {}
    values = [*names, *(list_credentials(inputs).values() if isinstance(inputs, dict) else ())]
    if not values or "inputs" not in side:
        return side
    hidden = dict.fromkeys(list_credentials(inputs), MASK)
    cleaned = {**inputs, "headers": {**inputs["headers"], **hidden}} if hidden else inputs
    text = mask(json.dumps(cleaned, sort_keys=True, separators=(",", ":")), values)
    return side if text == side["inputs"] else {**side, "inputs": text}


def _mask_texts(connection: sa.Connection, workflow_id: int, values: list[str]) -> None:
    """What a server answered may hold the credential it was sent."""
    runs = "SELECT id FROM runs WHERE workflow_id = :workflow_id"
    places = (
        ("runs", "output", "workflow_id = :workflow_id"),
        ("runs", "error", "workflow_id = :workflow_id"),
        ("attempts", "error", f"run_id IN ({runs})"),
        ("notices", "text", "workflow_id = :workflow_id"),
    )
    for form in list_forms(values):
        parameters = {"form": form, "mask": MASK, "workflow_id": workflow_id}
        for table, column, which in places:
            masked = f"UPDATE {table} SET {column} = REPLACE({column}, :form, :mask) WHERE {which}"
            connection.execute(sa.text(masked), parameters)
