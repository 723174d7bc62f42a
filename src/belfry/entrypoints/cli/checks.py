"""What can be wrong before the house is even open: its settings, its zone data, its database."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

from belfry.entrypoints.cli.findings import Finding
from belfry.kernel.errors import BelfryError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.settings import Settings

FEWEST_ZONES = 300


def check_settings(settings: Settings) -> Iterator[Finding]:
    yield from _check_words(settings)
    yield from _check_builtins(settings)
    if len(available_timezones()) < FEWEST_ZONES:
        mend = "install it: `pip install tzdata`"
        yield Finding("zone data is missing", "this machine", mend)


def check_database(settings: Settings) -> Finding | None:
    """What is wrong with the database; it is only looked at, never made or changed."""
    from belfry.bootstrap import is_database_ready

    where = "the database"
    file, make = settings.folder / ".belfry" / "belfry.db", partial(_shape, settings)
    if settings.database.url is None and not file.exists():
        mend = "`belfry serve` makes it"
        return Finding("is not there yet", where, mend, is_wrong=False, fix=make)
    try:
        is_ready = is_database_ready(settings)
    except BelfryError as error:
        return Finding(str(error), where, "see that it runs, and that database.url is right")
    if is_ready:
        return None
    mend = "an older one is brought there by any other command; a newer one needs a newer Belfry"
    return Finding("has not the shape this version needs", where, f"see to it: {mend}", fix=make)


def _shape(settings: Settings) -> str:
    """To open the house is to bring its database to this version's shape."""
    from belfry.entrypoints.cli.opening import open_services

    with open_services(settings):
        return "the database has the shape this version needs"


def _check_words(settings: Settings) -> Iterator[Finding]:
    where = "belfry.toml"
    if not settings.public_url:
        said = "public_url is not set, so messages carry no links"
        mend = "once the pages are for more than this machine, write how people reach them: "
        line = '`public_url = "https://belfry.example.com"`'
        yield Finding(said, where, mend + line, is_wrong=False)
    if not settings.admin:
        said = "admin is not set, so nobody of the team hears of stuck jobs"
        mend = 'write the owner\'s address: `admin = "owner@example.com"`'
        yield Finding(said, where, mend, is_wrong=False)
    if settings.home == "server" and settings.database.url is None:
        mend = "set database.url, or BELFRY_DATABASE_URL"
        yield Finding("home is server, but the records are in a file", where, mend)


def _check_builtins(settings: Settings) -> Iterator[Finding]:
    from belfry.cron.builtins import BUILTINS
    from belfry.kernel.cadence import normalize_cron

    known = [builtin.name for builtin in BUILTINS]
    for name, said in settings.workflows.items():
        where = f"belfry.toml, [workflows.{name}]"
        if name not in known:
            mend = f"call it by the name of one there is: {', '.join(known)}"
            yield Finding("no such built-in workflow", where, mend)
        try:
            normalize_cron(said.cron or "@daily")
        except InputError as error:
            mend = 'write a schedule that can be read, such as `cron = "30 3 * * *"`'
            yield Finding(str(error), where, mend)
