"""How a command answers: in JSON for machines, in a sentence or a table for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Protocol

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime, tzinfo

    from rich.console import Console

    from belfry.accounts.keys import ApiKey
    from belfry.accounts.users import User
    from belfry.kernel.audit import AuditEntry
    from belfry.scheduler.runs import Run
    from belfry.scheduler.workflows import Workflow


WIDTH_OF_A_FILE = 200


@dataclass(frozen=True, slots=True)
class Rows:
    """A table for people; `empty` is said in its place when there are no rows."""

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    empty: str


def answer(data: object, said: str | Rows, *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(data, default=write_value))
    elif isinstance(said, str):
        say(said)
    elif not said.rows:
        say(said.empty)
    else:
        show_rows(said)


def say(text: str) -> None:
    typer.echo("\n".join(make_plain(line) for line in text.split("\n")))


def warn(text: str) -> None:
    typer.echo(f"belfry: {make_plain(text)}", err=True)


def show_rows(said: Rows) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in said.columns:
        table.add_column(column, overflow="fold")
    for row in said.rows:
        table.add_row(*(Text(make_plain(_show(cell))) for cell in row))
    open_console().print(table)


def open_console() -> Console:
    """People's terminals have a width; a file or a pipe should not cut anything off."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else WIDTH_OF_A_FILE, highlight=False)


def make_plain(text: str) -> str:
    """Without what a terminal would obey: outputs of runs come from anywhere."""
    return "".join(letter if letter.isprintable() else "�" for letter in text.replace("\n", " ⏎ "))


def write_value(value: object) -> Any:
    """What JSON has no word for; moments are told in UTC."""
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat()
        case Mapping():
            return dict(value)
    return str(value)


def show_moment(moment: datetime | None, zone: tzinfo = UTC) -> str:
    return f"{moment.astimezone(zone):%a %Y-%m-%d %H:%M:%S %Z}" if moment else ""


def _show(cell: object) -> str:
    return "" if cell is None else str(cell)


class Hear(Protocol):
    """Told how much is done, and of how much if that is known; `what` is being done now."""

    def __call__(self, done: int, total: int | None = None, what: str | None = None) -> None: ...


@contextmanager
def showing_progress(what: str, *, as_json: bool) -> Iterator[Hear]:
    """A bar on standard error that is gone when the work is done."""
    if as_json or not sys.stderr.isatty():
        yield _ignore
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn())
    console = Console(stderr=True, highlight=False)
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as progress:
        task = progress.add_task(what, total=None)

        def hear(done: int, total: int | None = None, what: str | None = None) -> None:
            progress.update(task, completed=done, total=total, description=what)

        yield hear


def _ignore(done: int, total: int | None = None, what: str | None = None) -> None:
    """Nobody looks."""


_OURS_ALONE = {
    *("audit_seq", "audit_hash", "deleted_at", "digest", "password_hash", "era"),
    *("exclusive", "worker", "revision", "paused_at", "archived_at"),
}


def shape_record(record: Workflow | Run | ApiKey | User | AuditEntry) -> dict[str, Any]:
    """Every field a reader may know, under its own name; lengths of time in seconds."""
    names = [field.name for field in fields(record) if field.name not in _OURS_ALONE]
    return dict(_shape(name, getattr(record, name)) for name in names)


def shape_workflow(workflow: Workflow, next_fire_at: datetime | None) -> dict[str, Any]:
    return {
        **shape_record(workflow),
        "revision": workflow.revision,
        "paused": workflow.paused_at is not None,
        "archived": workflow.archived_at is not None,
        "next_fire_at": next_fire_at,
    }


def _shape(name: str, value: Any) -> tuple[str, Any]:
    if isinstance(value, timedelta):
        return f"{name}_seconds", round(value.total_seconds())
    return name, value


def find_state(workflow: Workflow) -> str:
    """How a workflow stands, in a word or two."""
    if workflow.archived_at:
        return "archived"
    if workflow.paused_at:
        return f"paused: {workflow.pause_note}" if workflow.pause_note else "paused"
    return "ringing" if workflow.cron_schedule else "on request"


def find_words(run: Run) -> str:
    """What a run has to say for itself: its output, else its error, else its reason."""
    return run.output or run.error or run.reason
