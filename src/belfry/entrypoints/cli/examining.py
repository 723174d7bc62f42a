"""Everything that is looked at to say whether a team is well, part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.entrypoints.cli.backup_checks import check_backups
from belfry.entrypoints.cli.builtin_checks import check_builtins
from belfry.entrypoints.cli.checks import check_database, check_settings
from belfry.entrypoints.cli.control_checks import check_controls
from belfry.entrypoints.cli.disk_checks import check_disk
from belfry.entrypoints.cli.findings import Finding, Group
from belfry.entrypoints.cli.house_checks import check_house
from belfry.entrypoints.cli.message_checks import check_mail_server, check_messages
from belfry.entrypoints.cli.opening import find_folder, open_services, read_team
from belfry.entrypoints.cli.rota_checks import check_rota
from belfry.entrypoints.cli.shop_checks import check_files
from belfry.entrypoints.cli.words_checks import check_words
from belfry.kernel.errors import BelfryError, ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from belfry.bootstrap import Services
    from belfry.entrypoints.cli.progress import Hear
    from belfry.settings import Settings

SETTINGS = "Settings"
RECORDS = "Records"
# What lies in the folder, and the ways out: looked at without opening the house.
OUTSIDE: Mapping[str, Callable[[Settings], Iterator[Finding]]] = {
    SETTINGS: check_settings,
    "Disk": check_disk,
    "Jobs and people": check_files,
    "Controls": check_controls,
    "Rota": check_rota,
    "Mail": check_mail_server,
    "Texts and words": check_words,
}
INSIDE: Mapping[str, Callable[[Services], Iterator[Finding]]] = {
    "Clock": check_house,
    "Belfry's own workflows": check_builtins,
    "Backups": check_backups,
    "Messages": check_messages,
}


def examine(team: Path | None, hear: Hear) -> Iterator[Group]:
    """Each part with what was found there, also where that is nothing."""
    try:
        settings = read_team(team)
    except ConfigError as error:
        if not (find_folder(team) / "belfry.toml").is_file():
            raise
        mend = "mend what is named; `belfry init` in a new folder writes a file to compare with"
        yield Group(SETTINGS, (Finding(str(error), "belfry.toml", mend),))
        return
    parts = len(OUTSIDE) + len(INSIDE)
    for done, (name, check) in enumerate(OUTSIDE.items()):
        hear(done, parts, name)
        yield Group(name, tuple(check(settings)))
    found = check_database(settings)
    if found:
        yield Group(RECORDS, (found,))
    else:
        yield from _look_inside(settings, hear)


def _look_inside(settings: Settings, hear: Hear) -> Iterator[Group]:
    try:
        with open_services(settings) as services:
            for done, (name, check) in enumerate(INSIDE.items(), start=len(OUTSIDE)):
                hear(done, len(OUTSIDE) + len(INSIDE), name)
                yield Group(name, tuple(check(services)))
    except ConfigError:  # told where the mail server, texts and the model were looked at
        return
    except BelfryError as error:
        mend = "see that it runs and can be reached"
        yield Group(RECORDS, (Finding(str(error), "the database", mend),))
