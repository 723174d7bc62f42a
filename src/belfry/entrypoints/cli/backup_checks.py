"""What can be wrong with the nightly backups."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from belfry.entrypoints.cli.findings import Finding
from belfry.kernel.errors import BelfryError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.bootstrap import Services

WHERE = "the nightly backup"
MAKE_ONE = "see why it did not happen; `belfry workflows run backup` makes one now"


def check_backups(services: Services) -> Iterator[Finding]:
    """Nothing where the workflow was never made: the house has not been opened yet."""
    from belfry.bootstrap.nightly import build_nightly
    from belfry.cron.watch_backups import TEAM, WORKFLOW

    found = services.ports.workflows.find_by_name(TEAM, WORKFLOW)
    watch = build_nightly(services.settings, services.ports).watch
    if found is None or watch is None:
        return
    if found.archived_at:
        mend = "take `enabled = false` out of [workflows.backup], or see to backups yourself"
        yield Finding("it was put away", WHERE, mend, is_wrong=False)
        return
    try:
        if said := watch.judge():
            yield Finding(said, WHERE, MAKE_ONE)
    except BelfryError as error:
        yield Finding(str(error), WHERE, "see that backup.folder in belfry.toml can be read")
    yield from _check_reach(services)


def _check_reach(services: Services) -> Iterator[Finding]:
    """A backup that burns down with the house is half a backup."""
    from belfry.bootstrap.backups import keeps_records_elsewhere

    settings = services.settings
    if keeps_records_elsewhere(settings):
        said = "the records are on a server, and are not in it"
        mend = "copy them there each night, too: `pg_dump --format=custom --file=records.dump`"
        yield Finding(said, WHERE, mend, is_wrong=False)
    folder = settings.folder / Path(settings.backup.folder)
    if folder.exists() and folder.stat().st_dev == settings.folder.stat().st_dev:
        said = "it lies on the same disk as the team"
        mend = 'write a folder on another one: `[backup]` and `folder = "/mnt/backups/belfry"`'
        yield Finding(said, WHERE, mend, is_wrong=False)
