"""Which team a command is about, opened for as long as the command lasts."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from pathlib import Path
from re import fullmatch
from typing import TYPE_CHECKING, Annotated

import typer

from belfry.kernel.cron import find_zone

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime, tzinfo
    from pathlib import Path

    from belfry.bootstrap import Services
    from belfry.settings import Settings


# The team every command is about, and who it is that acts.
TEAM = 1
BY = "terminal"

_named_before: ContextVar[Path | None] = ContextVar("named_before", default=None)


def name_team(folder: Path | None) -> None:
    """`belfry --team DIR command`: the folder was named before the command."""
    _named_before.set(folder)


def find_folder(folder: Path | None) -> Path:
    from belfry.settings import find_team_folder

    return find_team_folder(folder or _named_before.get())


def read_team(folder: Path | None) -> Settings:
    """The team's settings; ConfigError says what is wrong with them."""
    from belfry.settings import read_settings

    return read_settings(find_folder(folder))


@contextmanager
def open_team(folder: Path | None, *, at: datetime | None = None) -> Iterator[Services]:
    """The team's use cases, over a database brought to the shape this version needs."""
    with open_services(read_team(folder), at=at) as services:
        yield services


@contextmanager
def open_services(settings: Settings, *, at: datetime | None = None) -> Iterator[Services]:
    """`at` is what the clock shows for as long as this lasts; else it is the machine's."""
    from belfry.bootstrap import build_services, open_ports, virtual_clock

    ports = open_ports(settings, clock=virtual_clock(at) if at else None)
    try:
        yield build_services(settings, ports)
    finally:
        ports.close()


def find_team_zone(services: Services) -> tzinfo:
    """The zone in which people of the team read times."""
    return find_zone(services.settings.timezone)


HOST = "127.0.0.1"
PORT = 8787


def render_address(host: str = HOST, port: int = PORT) -> str:
    """The door on this machine."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def render_link(address: str, token: str) -> str:
    return f"{address}/welcome/{token}"


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
