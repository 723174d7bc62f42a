"""What can be wrong before the house is even open: its settings, its disk, its database."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

from belfry.kernel.cadence import normalize_cron
from belfry.kernel.errors import BelfryError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.settings import Settings

LEAST_DISK = 200 * 1024 * 1024
FEWEST_ZONES = 300


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to know, where it is and how to mend it; not all of it is wrong."""

    what: str
    where: str
    mend: str
    is_wrong: bool = True


def check_settings(settings: Settings) -> Iterator[Finding]:
    yield from _check_words(settings)
    yield from _check_builtins(settings)
    if len(available_timezones()) < FEWEST_ZONES:
        yield Finding("zone data is missing", "this machine", "install the package tzdata")
    if not os.access(settings.folder, os.W_OK):
        yield Finding("may not be written to", str(settings.folder), "give its user the right")
    free = shutil.disk_usage(settings.folder).free
    if free < LEAST_DISK:
        said = f"only {free // 1024**2} MB are free"
        yield Finding(said, str(settings.folder), "make room before records cannot be written")


def check_database(settings: Settings) -> Finding | None:
    """What is wrong with the database; it is only looked at, never made or changed."""
    from belfry.bootstrap import is_database_ready

    where = "the database"
    file = settings.folder / ".belfry" / "belfry.db"
    if settings.database.url is None and not file.exists():
        return Finding("is not there yet", where, "`belfry serve` makes it", is_wrong=False)
    try:
        is_ready = is_database_ready(settings)
    except BelfryError as error:
        return Finding(str(error), where, "see that it runs, and that database.url is right")
    if is_ready:
        return None
    mend = "an older one is brought there by any other command; a newer one needs a newer Belfry"
    return Finding("has not the shape this version needs", where, mend)


def _check_words(settings: Settings) -> Iterator[Finding]:
    where = "belfry.toml"
    if not settings.public_url:
        said = "public_url is not set, so messages carry no links"
        mend = "say how people reach the pages, once it is more than this machine"
        yield Finding(said, where, mend, is_wrong=False)
    if not settings.admin:
        said = "admin is not set, so nobody of the team hears of stuck jobs"
        yield Finding(said, where, "name the owner's e-mail address", is_wrong=False)
    if settings.home == "server" and settings.database.url is None:
        mend = "set database.url, or BELFRY_DATABASE_URL"
        yield Finding("home is server, but the records are in a file", where, mend)


def _check_builtins(settings: Settings) -> Iterator[Finding]:
    from belfry.cron.builtins import BUILTINS

    known = [builtin.name for builtin in BUILTINS]
    for name, said in settings.workflows.items():
        where = f"belfry.toml, [workflows.{name}]"
        if name not in known:
            yield Finding("no such built-in workflow", where, f"one of {', '.join(known)}")
        try:
            normalize_cron(said.cron or "@daily")
        except InputError as error:
            yield Finding(str(error), where, "write a schedule that can be read")
