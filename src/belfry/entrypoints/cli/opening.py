"""Which team a command is about, opened for as long as the command lasts."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

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
