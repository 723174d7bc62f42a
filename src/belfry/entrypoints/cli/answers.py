"""How a command answers: in JSON for machines, in sentences and tables for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Protocol

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import tzinfo

    from rich.console import Console

    from belfry.accounts.keys import ApiKey
    from belfry.accounts.users import User
    from belfry.kernel.changes import AuditEntry
    from belfry.scheduler.runs import Run
    from belfry.scheduler.workflows import Workflow


WIDTH_OF_A_FILE = 200

_as_json = False


@dataclass(frozen=True, slots=True)
class Rows:
    """A table for people; `empty` is shown in its place when there are no rows."""

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    empty: str


Part = str | Rows


@dataclass(frozen=True, slots=True)
class Answer:
    """`data` is for machines, `text` for people; unless it `is_well`, the exit code is 1."""

    data: object
    text: Part | Sequence[Part]
    is_well: bool = True


def answer_in_json(is_wanted: bool) -> None:
    """`--json`: holds for the process, also for answers from other threads."""
    global _as_json
    _as_json = is_wanted


def answers_in_json() -> bool:
    return _as_json


def give(answer: Answer, put_names: Callable[[str], str] = str) -> None:
    """Print an answer, and leave with 1 unless it is well.

    `put_names` puts people's names in place of ids of users; JSON keeps the ids.
    """
    if answers_in_json():
        typer.echo(json.dumps(answer.data, default=write_value))
    else:
        text = answer.text
        for part in [text] if isinstance(text, str | Rows) else text:
            if isinstance(part, str):
                say(put_names(part))
            elif part.rows:
                rows = [[_write_cell(cell, put_names) for cell in row] for row in part.rows]
                show_rows(Rows(part.columns, rows, part.empty))
            else:
                say(part.empty)
    if not answer.is_well:
        raise typer.Exit(1)


def _write_cell(cell: object, put_names: Callable[[str], str]) -> str:
    return "" if cell is None else put_names(str(cell))


def say(text: str) -> None:
    typer.echo("\n".join(make_plain(line) for line in text.split("\n")))


def warn(text: str) -> None:
    typer.echo(f"belfry: {make_plain(text)}", err=True)


def show_rows(table: Rows) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in table.columns:
        shown.add_column(column, overflow="fold")
    for row in table.rows:
        shown.add_row(*(Text(make_plain(str(cell))) for cell in row))
    open_console().print(shown)


def open_console() -> Console:
    """A file or a pipe gets a fixed width, so that nothing is cut off."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else WIDTH_OF_A_FILE, highlight=False)


def make_plain(text: str) -> str:
    """Without control characters: outputs of runs come from anywhere."""
    return "".join(letter if letter.isprintable() else "�" for letter in text.replace("\n", " ⏎ "))


def write_value(value: object) -> Any:
    """What JSON has no type for; moments are given in UTC."""
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat()
        case Mapping():
            return dict(value)
    return str(value)


def shape(record: object, *names: str, **renamed: str) -> dict[str, Any]:
    """The named attributes of a record, for JSON; `week="monday"` gives one under another name.

    `"owner?"` gives null for an empty value, `"job.id"` an attribute of an attribute.
    """
    paths = {name.rstrip("?"): name for name in names} | renamed
    return {name: _read(record, path) for name, path in paths.items()}


def shape_all(records: Iterable[object], *names: str, **renamed: str) -> list[dict[str, Any]]:
    return [shape(record, *names, **renamed) for record in records]


def _read(record: object, path: str) -> Any:
    value = attrgetter(path.rstrip("?"))(record)
    return value or None if path.endswith("?") else value


def shape_problems(problems: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"place": place, "text": text} for place, text in problems]


def show_moment(moment: datetime | None, zone: tzinfo = UTC) -> str:
    return f"{moment.astimezone(zone):%a %Y-%m-%d %H:%M:%S %Z}" if moment else ""


class ReportProgress(Protocol):
    """Shows how much is done, of how much if that is known, and what is being done now."""

    def __call__(self, done: int, total: int | None = None, what: str | None = None) -> None: ...


@contextmanager
def showing_progress(what: str) -> Iterator[ReportProgress]:
    """A bar on standard error that is gone when the work is done."""
    if answers_in_json() or not sys.stderr.isatty():
        yield lambda done, total=None, what=None: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn())
    console = Console(stderr=True, highlight=False)
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as progress:
        task = progress.add_task(what, total=None)

        def report_progress(done: int, total: int | None = None, what: str | None = None) -> None:
            progress.update(task, completed=done, total=total, description=what)

        yield report_progress


_INTERNAL = {
    *("audit_seq", "audit_hash", "deleted_at", "digest", "password_hash", "era"),
    *("exclusive", "worker", "revision", "paused_at", "archived_at", "host"),
}


def shape_record(record: Workflow | Run | ApiKey | User | AuditEntry) -> dict[str, Any]:
    """Every public field under its own name; lengths of time in seconds."""
    shaped = {}
    for name in (field.name for field in fields(record) if field.name not in _INTERNAL):
        value = getattr(record, name)
        if isinstance(value, timedelta):
            shaped[f"{name}_seconds"] = round(value.total_seconds())
        else:
            shaped[name] = value
    return shaped


def find_state(workflow: Workflow) -> str:
    if workflow.archived_at:
        return "archived"
    if workflow.paused_at:
        return f"paused: {workflow.pause_note}" if workflow.pause_note else "paused"
    return "scheduled" if workflow.cron_schedule else "on request"


def find_words(run: Run) -> str:
    """The output of a run, else its error, else its reason."""
    return run.output or run.error or run.reason
