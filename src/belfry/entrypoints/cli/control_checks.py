"""What can be wrong with what the team wrote about its controls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.entrypoints.cli.board_checks import read_present
from belfry.entrypoints.cli.findings import Finding
from belfry.entrypoints.cli.owner_checks import check_owners
from belfry.kernel.errors import BelfryError, InputError
from belfry.kernel.sheets import SheetError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.controls.rules import Rules
    from belfry.controls.tasks import TaskList, TaskRow
    from belfry.desk.tables import Table
    from belfry.kernel.rulebook import DocProblem
    from belfry.ports.folder import Folder
    from belfry.settings import Settings

SHOW_CHAIN = '`belfry controls chain "..."` shows how reminders are understood'
MEND_CELL = "mend that cell; until then what was known of it holds"


def check_controls(settings: Settings) -> Iterator[Finding]:
    """The files are looked at as they lie: nothing is kept, and no database is needed."""
    from belfry.bootstrap import open_folder
    from belfry.controls.rules import RULES_DOC
    from belfry.controls.sync_tasks import TASKS

    folder = open_folder(settings)
    if not folder.exists(TASKS.name):
        if folder.exists(RULES_DOC):
            mend = f"`belfry init {settings.folder}` writes an example, and leaves your files alone"
            yield Finding("is missing: there is nothing to remind of", TASKS.name, mend)
        return
    table, findings = _read_list(folder)
    yield from findings
    listed = _read_rows(table, settings) if table else None
    if table and listed:
        yield from _check_rows(table, listed, settings)
    rules, findings = _read_rules(folder, settings, listed)
    yield from findings
    if table and listed and rules:
        yield from check_owners(folder, settings, table, listed, rules)


def _read_list(folder: Folder) -> tuple[Table | None, list[Finding]]:
    from belfry.controls.sync_tasks import TASKS

    try:
        return read_present(folder, TASKS), []
    except SheetError as error:
        mend = "mend that; until then the controls that are known go on"
        return None, [Finding(error.problem.what, error.problem.place, mend)]
    except BelfryError as error:
        mend = "see that it can be read, and save it as CSV text"
        return None, [Finding(str(error), TASKS.name, mend)]


def _read_rows(table: Table, settings: Settings) -> TaskList:
    from belfry.controls.tasks import read_tasks

    return read_tasks(table.readers(), country=settings.country)


def _check_rows(table: Table, listed: TaskList, settings: Settings) -> Iterator[Finding]:
    for problem in (*table.problems, *listed.problems):
        yield Finding(problem.what, problem.place, MEND_CELL)
    for row in listed.rows:
        yield from _check_dates(table, row, settings)
    for repair in listed.repairs:
        yield Finding(repair.what, repair.place, "type it like that", is_wrong=False)


def _check_dates(table: Table, row: TaskRow, settings: Settings) -> Iterator[Finding]:
    """Dates that cannot be right, such as one of tomorrow on which it was last done."""
    from belfry.bootstrap import system_clock
    from belfry.controls.task_looks import judge_task
    from belfry.kernel.cadence import find_zone

    today = system_clock().now().astimezone(find_zone(settings.timezone)).date()
    for column, what in judge_task(row, None, today).blamed:
        place = table.columns.find(column)
        problem = table.sheet.find_problem(what, line=row.line, place=place)
        yield Finding(problem.what, problem.place, "mend that cell; until then it counts as blank")


def _read_rules(
    folder: Folder, settings: Settings, listed: TaskList | None
) -> tuple[Rules | None, list[Finding]]:
    from belfry.controls.rules import RULES_DOC, read_rules
    from belfry.kernel.sheets.codings import decode_text

    rows = listed.rows if listed else ()
    try:
        content = folder.read(RULES_DOC).content if folder.exists(RULES_DOC) else b""
        text, _ = decode_text(content, name=RULES_DOC)
        reading = read_rules(
            text,
            country=settings.country,
            controls=[row.name for row in rows] if listed else None,
            areas=[row.area for row in rows],
        )
    except InputError as error:
        mend = "save it as plain text, and see that country in belfry.toml is right"
        return None, [Finding(str(error), RULES_DOC, mend)]
    except BelfryError as error:
        return None, [Finding(str(error), RULES_DOC, "see that it can be read")]
    findings = [_tell(problem, f"mend that line; {SHOW_CHAIN}") for problem in reading.problems]
    mend = "call it as the list does; until then this line counts for nothing"
    return reading.rules, [*findings, *(_tell(one, mend) for one in reading.strangers)]


def _tell(problem: DocProblem, mend: str) -> Finding:
    where, _, what = str(problem).partition(": ")
    return Finding(what, where, mend)
