"""What may be said to every command: which team, and who reads the answer."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from re import fullmatch
from typing import Annotated

import typer

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}

Team = Annotated[
    Path | None,
    typer.Option(
        "--team",
        metavar="DIR",
        help="The team's folder; else BELFRY_TEAM, else this one.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON, for machines.")]


def parse_span(text: str) -> timedelta:
    """`90`, `90s`, `5m`, `24h` or `2d`."""
    found = fullmatch(r"([0-9]{1,9})\s*([smhd]?)", text.strip().lower())
    if not found:
        raise typer.BadParameter(f"{text!r} is no length of time; expected 90s, 5m, 24h or 2d")
    return timedelta(seconds=int(found[1]) * _UNITS[found[2] or "s"])


def parse_moment(text: str) -> datetime:
    """A moment that names its zone: `2026-11-19T06:00:00Z` or `…+01:00`."""
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError as error:
        expected = "expected one such as 2026-11-19T06:00:00+00:00"
        raise typer.BadParameter(f"{text!r} is no moment; {expected}") from error
    if moment.utcoffset() is None:
        raise typer.BadParameter(f"{text!r} names no zone; end it with Z or an offset like +01:00")
    return moment


At = Annotated[
    datetime | None,
    typer.Option(
        "--at",
        metavar="ISO",
        parser=parse_moment,
        help="Act as if it were this moment, which names its zone; else now.",
        show_default=False,
    ),
]
