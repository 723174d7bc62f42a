"""What the team's tables looked like before, and how an earlier state is brought back."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import Rows, answer, show_moment
from belfry.entrypoints.cli.opening import BY, Json, Team, find_team_zone, open_team
from belfry.kernel.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.bootstrap import Services
    from belfry.ports.files import Version
    from belfry.workspace.tables import TableKind

TableName = Annotated[
    str,
    typer.Argument(metavar="TABLE", help="board, people, staff, or the file, as jobs/board.csv."),
]


def versions(
    table: TableName,
    count: Annotated[int, typer.Option("-n", min=1, max=10_000, help="How many, newest first.")] = (
        20
    ),
    team: Team = None,
    as_json: Json = False,
) -> None:
    """List the kept versions of a table, the newest first.

    For example: belfry tables versions board
    """
    kind = _find_kind(table)
    with open_team(team) as services:
        found = _list_versions(services, kind, count)
        zone = find_team_zone(services)
    rows = [(one.number, show_moment(one.at, zone), one.size) for one in found]
    data = {"table": kind.name, "versions": [asdict(one) for one in found]}
    answer(data, Rows(("version", "seen", "bytes"), rows, "None."), as_json=as_json)


def compare(
    table: TableName,
    old: Annotated[int, typer.Argument(metavar="OLD", min=1, help="The number of a version.")],
    new: Annotated[
        int | None, typer.Argument(metavar="NEW", min=1, help="Another; else the newest.")
    ] = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Show what changed in a table from one version to another.

    For example: belfry tables compare board 3
    """
    kind = _find_kind(table)
    with open_team(team) as services:
        latest = new or _list_versions(services, kind, 1)[0].number
        words = services.accounts.compare_versions(kind, old, latest).words
    data = {"table": kind.name, "old": old, "new": latest, "changes": words}
    said = "\n".join(words) or f"Versions {old} and {latest} say the same."
    answer(data, said, as_json=as_json)


def restore(
    table: TableName,
    number: Annotated[int, typer.Argument(metavar="NUMBER", min=1, help="The version.")],
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Bring back an earlier version of a table; what is there now is kept first.

    For example: belfry tables restore board 3
    """
    kind = _find_kind(table)
    with open_team(team) as services:
        version = services.accounts.restore_table(kind.name, number, by=BY)
    data = {"table": kind.name, "restored": number, "version": version.number}
    said = f"{kind.name} is as it was in version {number}; that is now version {version.number}."
    answer(data, said, as_json=as_json)


def _find_kind(said: str) -> TableKind:
    """The table by its short name or its file; any other file goes by its rows alone."""
    from belfry.jobs.board.poll_board import BOARD
    from belfry.rota.sheets.read_rota_sheets import STAFF, TEMPLATE, find_week, name_week_table
    from belfry.workspace.people import PEOPLE
    from belfry.workspace.tables import TableKind

    known = {"board": BOARD, "people": PEOPLE, "staff": STAFF, "template": TEMPLATE}
    by_file = {kind.name: kind for kind in known.values()}
    if week := find_week(said):
        return name_week_table(week)
    return known.get(said) or by_file.get(said) or TableKind(said, ())


def _list_versions(services: Services, kind: TableKind, count: int) -> Sequence[Version]:
    found = services.ports.versions.list(kind.name, limit=count)
    if not found:
        said = f"no version of {kind.name!r} was kept: one is kept at each look at a table"
        raise NotFound(f"{said}; expected board, people, staff, or the file's name")
    return found
