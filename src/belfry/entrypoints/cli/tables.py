"""Earlier versions of the team's tables: listed, compared, restored."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from belfry.entrypoints.cli.answers import Answer, Rows, show_moment
from belfry.entrypoints.cli.opening import By, Count, argument, find_team_zone
from belfry.kernel.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.bootstrap import Services
    from belfry.ports.files import Version
    from belfry.workspace.tables import TableKind

TableName = Annotated[
    str, argument("TABLE", "board, people, staff, or the file, as jobs/board.csv.")
]


def versions(services: Services, table: TableName, count: Count = 20) -> Answer:
    """List the stored versions of a table, the newest first.

    For example: belfry tables versions board
    """
    kind = _find_kind(table)
    listed = _list_versions(services, kind, count)
    zone = find_team_zone(services)
    rows = [(version.number, show_moment(version.at, zone), version.size) for version in listed]
    data = {"table": kind.name, "versions": [asdict(version) for version in listed]}
    return Answer(data, Rows(("version", "seen", "bytes"), rows, "None."))


def compare(
    services: Services,
    table: TableName,
    old: Annotated[int, argument("OLD", "The number of a version.", min=1)],
    new: Annotated[int | None, argument("NEW", "Another; else the newest.", min=1)] = None,
) -> Answer:
    """Show what changed in a table from one version to another.

    For example: belfry tables compare board 3
    """
    kind = _find_kind(table)
    latest = new or _list_versions(services, kind, 1)[0].number
    words = services.accounts.compare_versions(kind, old, latest).words
    data = {"table": kind.name, "old": old, "new": latest, "changes": words}
    sentence = "\n".join(words) or f"Versions {old} and {latest} say the same."
    return Answer(data, sentence)


def restore(
    services: Services,
    table: TableName,
    number: Annotated[int, argument("NUMBER", "The version.", min=1)],
    by: By = "",
) -> Answer:
    """Restore an earlier version of a table; the present one is stored first.

    For example: belfry tables restore board 3
    """
    kind = _find_kind(table)
    version = services.accounts.restore_table(kind.name, number, by=by)
    data = {"table": kind.name, "restored": number, "version": version.number}
    text = f"{kind.name} is as it was in version {number}; that is now version {version.number}."
    return Answer(data, text)


def remove_samples(services: Services, by: By = "") -> Answer:
    """Remove the sample rows that `belfry init` wrote; your own stay, and versions are kept.

    Weeks of the rota that were drafted from sample people alone are removed, too.

    For example: belfry tables remove-samples
    """
    from belfry.controls.tasks.sync_tasks import AT_ONCE
    from belfry.jobs.board.poll_board import MISSING_AT_ONCE
    from belfry.rota.sheets.read_rota_sheets import STAFF

    poll, sync = services.jobs.poll_board, services.controls.sync
    # What was missing before is not to be closed along with the samples.
    before = [text for _, text in (*poll().problems, *sync().problems)]
    staff = services.docs.find_samples.find(STAFF).lines.values()
    weeks = services.rota.drafts.remove_sample_weeks(set(staff), by=by)
    removed = services.docs.samples.remove(by=by)
    if "jobs/board.csv" in removed and not any(MISSING_AT_ONCE in text for text in before):
        poll.close_missing(by=by)
    if "controls/tasks.csv" in removed and not any(AT_ONCE in text for text in before):
        sync.close_missing(by=by)
    lines = [f"Removed {count} sample rows from {name}." for name, count in removed.items()]
    lines += [f"The week of {week}, which had sample people alone, is gone." for week in weeks]
    data = {"removed": removed, "weeks": weeks}
    return Answer(data, "\n".join(lines) or "There are no sample rows.")


def keep_samples(services: Services, by: By = "") -> Answer:
    """Keep the sample controls as your own: from now on their reminders are sent.

    For example: belfry tables keep-samples
    """
    from belfry.controls.tasks.sync_tasks import TASKS

    count = services.docs.samples.keep(TASKS, by=by)
    rows = f"{count} row{'s' * (count != 1)}"
    sentence = f"Kept {rows} of {TASKS.name} as your own: their reminders are sent from now on."
    return Answer({"kept": count}, sentence if count else "There are no sample controls.")


def _find_kind(name: str) -> TableKind:
    """The table by its short name or its file; any other file goes by its rows alone."""
    from belfry.jobs.board.poll_board import BOARD
    from belfry.rota.sheets.read_rota_sheets import STAFF, TEMPLATE, find_week, name_week_table
    from belfry.workspace.people import PEOPLE
    from belfry.workspace.tables import TableKind

    known = {"board": BOARD, "people": PEOPLE, "staff": STAFF, "template": TEMPLATE}
    by_file = {kind.name: kind for kind in known.values()}
    if week := find_week(name):
        return name_week_table(week)
    return known.get(name) or by_file.get(name) or TableKind(name, ())


def _list_versions(services: Services, kind: TableKind, count: int) -> Sequence[Version]:
    listed = services.ports.versions.list(kind.name, limit=count)
    if not listed:
        sentence = f"no version of {kind.name!r} was kept: one is kept at each look at a table"
        raise NotFound(f"{sentence}; expected board, people, staff, or the file's name")
    return listed
