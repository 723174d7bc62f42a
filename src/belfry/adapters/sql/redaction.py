"""Take credentials out of what was stored before they stood by name."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from belfry.scheduler.credentials import (
    MASK,
    list_credentials,
    list_forms,
    list_in_url,
    make_name,
    mask,
    mask_url,
)

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

_SHORTEST = 4


def redact_workflows(connection: sa.Connection) -> None:
    if connection.dialect.name == "sqlite":  # else freed parts of the file hold the old rows
        connection.execute(sa.text("PRAGMA secure_delete = ON"))
    for workflow in connection.execute(sa.select(_WORKFLOWS)).all():
        _redact(connection, workflow)


def _redact(connection: sa.Connection, workflow: Any) -> None:
    """Name each credential in the workflow, and mask it wherever else it stands."""
    stored = _find_stored(connection, workflow)
    names = dict(stored)  # of secrets, by their values
    inputs = _name_credentials(workflow.inputs, names, workflow.id)
    if inputs != workflow.inputs:
        where = _WORKFLOWS.c.id == workflow.id
        connection.execute(sa.update(_WORKFLOWS).where(where).values(inputs=inputs))
    _redact_runs(connection, workflow.id, names)
    replaced = _redact_entries(connection, _find_subject(workflow.id), names)
    _mask_texts(connection, workflow.id, [*(names.keys() - stored.keys()), *replaced])
    for value in names.keys() - stored.keys():
        row = {"team_id": workflow.team_id, "name": names[value], "value": value, "revision": 1}
        connection.execute(sa.insert(_SECRETS).values(**row, created_at=workflow.created_at))


def _find_subject(workflow_id: int) -> str:
    return f"workflow/{workflow_id}"


def _find_stored(connection: sa.Connection, workflow: Any) -> dict[str, str]:
    """The names that the workflow's credentials have already, by their values."""
    begins = _SECRETS.c.name.startswith(f"WORKFLOW_{workflow.id}_", autoescape=True)
    where = (_SECRETS.c.team_id == workflow.team_id) & begins
    stored = connection.execute(sa.select(_SECRETS.c.value, _SECRETS.c.name).where(where))
    return {secret.value: secret.name for secret in stored}


def _name_credentials(inputs: Any, names: dict[str, str], workflow_id: int) -> Any:
    """The inputs with references in place of credentials, which are added to `names`."""
    if not isinstance(inputs, Mapping):
        return inputs
    named = dict(inputs)
    if credentials := list_credentials(inputs):
        references = {
            header: {"secret": _name(value, header, names, workflow_id)}
            for header, value in credentials.items()
        }
        named["headers"] = {**inputs["headers"], **references}
    for credential in list_in_url(inputs.get("url"))[:1]:
        prefix, rest = inputs["url"][: credential.start], inputs["url"][credential.start :]
        named["url"] = {"secret": _name(rest, "url", names, workflow_id), "prefix": prefix}
    return named


def _name(value: str, place: str, names: dict[str, str], workflow_id: int) -> str:
    base = name = f"WORKFLOW_{workflow_id}_{make_name(place)}"
    while value not in names and name in names.values():
        name = f"{base}_{len(names) + 1}"
    return names.setdefault(value, name)


def _redact_runs(connection: sa.Connection, workflow_id: int, names: dict[str, str]) -> None:
    """Runs that were started with inputs of their own."""
    which = (_RUNS.c.workflow_id == workflow_id) & _RUNS.c.inputs.is_not(sa.null())
    for run in connection.execute(sa.select(_RUNS.c.id, _RUNS.c.inputs).where(which)).all():
        inputs = _name_credentials(run.inputs, names, workflow_id)
        if inputs != run.inputs:
            where = _RUNS.c.id == run.id
            connection.execute(sa.update(_RUNS).where(where).values(inputs=inputs))


def _redact_entries(connection: sa.Connection, subject: str, names: Iterable[str]) -> set[str]:
    """The credentials in entries that the workflow has no more: it holds others by now."""
    replaced: set[str] = set()
    for entry in connection.execute(sa.select(_ENTRIES).where(_ENTRIES.c.subject == subject)).all():
        values = [*names, *_list_values(entry.before), *_list_values(entry.after)]
        replaced |= {*values} - {*names}
        before, after = _redact_side(entry.before, values), _redact_side(entry.after, values)
        if (before, after) != (entry.before, entry.after):
            where = (_ENTRIES.c.subject == subject) & (_ENTRIES.c.seq == entry.seq)
            changed = {"before": before, "after": after, "is_redacted": True}
            connection.execute(sa.update(_ENTRIES).where(where).values(**changed))
    return replaced


def _list_values(side: Mapping[str, Any]) -> list[str]:
    inputs = _read_inputs(side)
    in_url = [credential.value for credential in list_in_url(inputs.get("url"))]
    return [*list_credentials(inputs).values(), *in_url]


def _redact_side(side: Mapping[str, Any], values: Iterable[str]) -> Mapping[str, Any]:
    inputs = _read_inputs(side)
    cleaned = dict(inputs)
    if headers := list_credentials(inputs):
        cleaned["headers"] = {**inputs["headers"], **dict.fromkeys(headers, MASK)}
    if "url" in inputs:
        cleaned["url"] = mask_url(inputs["url"])
    text = mask(_write(cleaned), _list_long(values))
    return side if text == _write(inputs) else {**side, "inputs": text}


def _read_inputs(side: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs in one side of an entry, which holds them as text."""
    inputs = json.loads(side["inputs"]) if isinstance(side.get("inputs"), str) else {}
    return inputs if isinstance(inputs, dict) else {}


def _list_long(values: Iterable[str]) -> list[str]:
    """A shorter value would be found by chance in any text."""
    return [value for value in values if len(value) >= _SHORTEST]


def _write(inputs: Mapping[str, Any]) -> str:
    return json.dumps(inputs, sort_keys=True, separators=(",", ":"))


def _mask_texts(connection: sa.Connection, workflow_id: int, values: list[str]) -> None:
    """What a server answered may hold the credential it was sent; messages quote its errors."""
    subject = _find_subject(workflow_id)
    runs = "SELECT id FROM runs WHERE workflow_id = :workflow_id"
    places = (
        ("runs", "output", "workflow_id = :workflow_id"),
        ("runs", "error", "workflow_id = :workflow_id"),
        ("attempts", "error", f"run_id IN ({runs})"),
        ("notices", "text", "workflow_id = :workflow_id"),
        ("messages", "text", "about = :subject"),
    )
    for form in list_forms(_list_long(values)):
        parameters = {"form": form, "mask": MASK, "workflow_id": workflow_id, "subject": subject}
        for table, column, which in places:
            masked = f"UPDATE {table} SET {column} = REPLACE({column}, :form, :mask) WHERE {which}"
            connection.execute(sa.text(masked), parameters)
