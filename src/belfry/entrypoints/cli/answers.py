"""How a command answers: in JSON for machines, in a sentence or a table for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.console import Console

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
