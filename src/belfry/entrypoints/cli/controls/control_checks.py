"""What can be wrong with what the team wrote about its controls."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from belfry.entrypoints.cli.findings import (
    Finding,
    check_doc,
    name_some,
    read_known_people,
    read_present,
    report_lines,
)
from belfry.kernel.channels import EMAIL
from belfry.kernel.errors import BelfryError, ConfigError
from belfry.kernel.sheets import SheetError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.controls.chains.rules import Rules
    from belfry.controls.tasks.task_rows import TaskSheet
    from belfry.ports.files import Folder
    from belfry.settings import Settings
    from belfry.workspace.staff import Staff
    from belfry.workspace.tables import Table

SHOW_CHAIN = 'mend that line; `belfry controls chain "..."` shows how reminders are understood'
MEND_CELL = "mend that cell; until then what was known of it holds"
BLANK_CELL = "mend that cell; until then it counts as blank"


def check_controls(settings: Settings) -> Iterator[Finding]:
    from belfry.bootstrap import open_folder
    from belfry.controls.chains.rules import RULES_DOC
    from belfry.controls.tasks.sync_tasks import TASKS
    from belfry.controls.tasks.task_rows import read_tasks

    folder = open_folder(settings)
    has_rules = folder.exists(RULES_DOC)
    if not folder.exists(TASKS.name):
        if has_rules:
            mend = f"`belfry init {settings.folder}` writes an example, and leaves your files alone"
            yield Finding("is missing: there is nothing to remind of", TASKS.name, mend)
        return
    table, listed = None, None
    try:
        table = read_present(folder, TASKS)
    except SheetError as error:
        mend = "mend that; until then the controls that are known go on"
        yield Finding(error.problem.what, error.problem.place, mend)
    except BelfryError as error:
        mend = "see that it can be read, and save it as CSV text"
        yield Finding(str(error), TASKS.name, mend)
    if table:
        listed = read_tasks(table.readers(), country=settings.country)
        yield from _check_rows(table, listed, settings)

    def check(text: str) -> Iterator[Finding]:
        return _check_rules(text, folder, settings, table, listed)

    yield from check_doc(folder, RULES_DOC, check) if has_rules else check("")


def _check_rows(table: Table, listed: TaskSheet, settings: Settings) -> Iterator[Finding]:
    """Cells that cannot be read, and dates that cannot be right, such as last done tomorrow."""
    from belfry.bootstrap import system_clock
    from belfry.controls.tasks.judge_tasks import judge_task
    from belfry.kernel.cron import find_zone

    for problem in (*table.problems, *listed.problems):
        yield Finding(problem.what, problem.place, MEND_CELL)
    today = system_clock().now().astimezone(find_zone(settings.timezone)).date()
    for row in listed.rows:
        for column, what in judge_task(row, None, today).problems:
            place = table.columns.find(column)
            problem = table.sheet.find_problem(what, line=row.line, place=place)
            yield Finding(problem.what, problem.place, BLANK_CELL)
    for repair in listed.repairs:
        yield Finding(repair.what, repair.place, "type it like that", is_wrong=False)


def _check_rules(
    text: str, folder: Folder, settings: Settings, table: Table | None, listed: TaskSheet | None
) -> Iterator[Finding]:
    from belfry.controls.chains.rules import read_rules

    rows = listed.rows if listed else ()
    reading = read_rules(
        text,
        country=settings.country,
        controls=[row.name for row in rows] if listed else None,
        areas=[row.area for row in rows],
    )
    yield from report_lines(reading.problems, SHOW_CHAIN)
    mend = "call it as the list does; until then this line counts for nothing"
    yield from report_lines(reading.strangers, mend)
    if table and listed and reading.rules:
        yield from check_owners(folder, settings, table, listed, reading.rules)


Named = tuple[str, str]


def check_owners(
    folder: Folder, settings: Settings, table: Table, listed: TaskSheet, rules: Rules
) -> Iterator[Finding]:
    """Nothing of this stops a reminder, but it then goes to somebody else."""
    from belfry.workspace.people import PEOPLE, Staff

    named = [*_list_in_list(table, listed), *_list_in_rules(rules)]
    people = read_known_people(folder, settings)
    staff = Staff(people, settings.admin, _list_channels(settings))
    if named and not people.everybody:
        said = "names nobody, so that all reminders of controls go to the admin"
        yield Finding(said, PEOPLE.name, "write down who works here", is_wrong=False)
    else:
        yield from _check_names(staff, named)
    yield from _check_unowned(listed, rules, settings)


def _list_in_list(table: Table, listed: TaskSheet) -> Iterator[Named]:
    """Every owner once, as (place, name), where the list first names them."""
    place = table.columns.find("owner")
    lines: dict[str, int] = {}
    for row in listed.rows:
        if row.owner:
            lines.setdefault(row.owner, row.line)
    for name, line in lines.items():
        yield table.sheet.find_problem("", line=line, place=place).place, name


def _list_in_rules(rules: Rules) -> Iterator[Named]:
    from belfry.controls.chains.rules import RULES_DOC

    for said in (*rules.owners.values(), *rules.targets.values()):
        yield f"{RULES_DOC} line {said.line}", said.value
    if rules.escalate_to:
        yield RULES_DOC, rules.escalate_to


def _list_channels(settings: Settings) -> Collection[str]:
    from belfry.bootstrap import list_channels

    try:
        return list_channels(settings)
    except ConfigError:  # the check of the mail server reports it
        return (EMAIL.name,)


def _check_names(staff: Staff, named: list[Named]) -> Iterator[Finding]:
    from belfry.workspace.people import PEOPLE, find_nearest_name

    told: set[str] = set()
    for where, said in named:
        name = staff.name_of(said)
        if name in told or staff.find_way(name):
            continue
        told.add(name)
        if staff.is_known(name):
            what = f"{name} sees to controls, and has no address that could be used"
            mend = "give them an e-mail address; until then the admin is reminded for them"
            yield Finding(what, PEOPLE.name, mend, is_wrong=False)
            continue
        nearest = find_nearest_name(staff.people, name)
        hint = f": did you mean {nearest}?" if nearest else ""
        what = f"there is nobody called {name!r} in {PEOPLE.name}{hint}"
        yield Finding(what, where, "mend the name, or add them; until then the admin is reminded")


def _check_unowned(listed: TaskSheet, rules: Rules, settings: Settings) -> Iterator[Finding]:
    from belfry.controls.chains.rules import find_owner
    from belfry.controls.tasks.sync_tasks import TASKS

    unowned = [row.name for row in listed.rows if not (row.owner or find_owner(rules, row.area))]
    if not unowned:
        return
    who = "the admin is reminded of them" if settings.admin else "nobody is reminded of them"
    mend = 'fill the column owner, or write a line such as "Owner of safety: Maria" into the rules'
    said = f"without an owner, so that {who}: {name_some(unowned)}"
    yield Finding(said, TASKS.name, mend, is_wrong=not settings.admin)
