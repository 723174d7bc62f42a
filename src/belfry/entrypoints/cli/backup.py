"""A whole team put into one file, made from such a file, or moved to another home."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from belfry.entrypoints.cli.answers import Answer, shape, showing_progress
from belfry.entrypoints.cli.opening import Team, argument, option, read_team

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.bootstrap.move import MovedTeam
    from belfry.ports.files import Backup
    from belfry.settings import Settings

_WHERE_TO = "Where to; else the team's name and the time, here."
PG_DUMP = "The records are on a server and are not in it: copy them with pg_dump."


def backup(
    file: Annotated[Path | None, argument("FILE", _WHERE_TO)] = None,
    team: Team = None,
) -> Answer:
    """Write the whole team into one file; Belfry may be running.

    For example: belfry backup /backups/shop.tar.gz --team shop
    """
    from belfry.bootstrap import system_clock
    from belfry.bootstrap.nightly import open_backups

    settings, now = read_team(team), system_clock().now()
    place = file or Path(f"{settings.folder.resolve().name}-{now:%Y%m%d-%H%M%S}.belfry.tar.gz")
    with showing_progress("Packing") as report_progress:
        backup_made = open_backups(settings).make(
            settings.folder, place, now, on_progress=report_progress
        )
    data = {"file": str(place), "bytes": place.stat().st_size, "left": backup_made.left}
    return Answer(
        {**data, **_shape(backup_made)}, list(_describe_backup(place, backup_made, settings))
    )


def restore(
    file: Annotated[Path, argument("FILE", "What `belfry backup` made.")],
    folder: Annotated[Path, argument("DIR", "A new or empty folder.")],
) -> Answer:
    """Restore a team from a backup, into a new or empty folder.

    For example: belfry restore /backups/shop.tar.gz shop-again
    """
    from belfry.bootstrap.nightly import open_backups

    restored = open_backups().restore(file, folder)
    lines = [
        f"{folder} is as the team was at {restored.made_at:%Y-%m-%d %H:%M:%S} UTC.",
        *([] if restored.has_records else ["There are no records in it, only files."]),
        f"Stop the old one before you start this one. Next: belfry doctor --team {folder}",
    ]
    return Answer({"folder": str(folder), **_shape(restored)}, lines)


def _shape(backup: Backup) -> dict[str, object]:
    return shape(backup, at="made_at", records="has_records") | {"files": len(backup.files)}


def _describe_backup(place: Path, backup_made: Backup, settings: Settings) -> Iterator[str]:
    from belfry.bootstrap.nightly import keeps_records_elsewhere

    yield f"{len(backup_made.files)} files of {settings.name} are in {place}."
    if keeps_records_elsewhere(settings):
        yield PG_DUMP
    elif not backup_made.has_records:
        yield "There are no records yet, only files."
    for name in backup_made.left:
        yield f"Left out, because it is no plain file of this folder: {name}"


def move(
    to: Annotated[str, option("--to", "aws, or local: the folder and database here.", "HOME")],
    team: Team = None,
) -> Answer:
    """Move the whole team to another home; stop Belfry first.

    For example: belfry move --to aws --team shop
    """
    from belfry.bootstrap import system_clock
    from belfry.bootstrap.move import move_team

    with showing_progress("Moving") as report_progress:
        moved = move_team(read_team(team), to, clock=system_clock(), on_progress=report_progress)
    return Answer(
        {
            "home": moved.home,
            **asdict(moved.moved),
            "parameters_added": moved.added,
            "parameters_that_differ": moved.others,
        },
        list(_describe_move(moved)),
    )


def _describe_move(moved: MovedTeam) -> Iterator[str]:
    records = sum(moved.moved.records.values())
    yield (
        f"{records} records, {moved.moved.files} files, {moved.moved.versions} versions of files "
        f"and {moved.moved.blobs} pictures and other attachments are at home {moved.home}, "
        "compared and equal. belfry.toml names it."
    )
    for name in moved.moved.left:
        yield f"Left as it is, because the old home has no such file: {name}"
    if moved.added:
        yield f"Added to Parameter Store: {', '.join(moved.added)}"
    if moved.others:
        yield f"Parameter Store and belfry.toml differ in: {', '.join(moved.others)}"
