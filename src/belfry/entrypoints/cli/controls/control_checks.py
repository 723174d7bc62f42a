"""What can be wrong with what the team wrote about its controls."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from belfry.entrypoints.cli.findings import Finding
from belfry.entrypoints.cli.jobs.shop_checks import MOST_NAMED, read_present
from belfry.kernel.channels import EMAIL
from belfry.kernel.errors import BelfryError, ConfigError, InputError, NotFound
from belfry.kernel.sheets import SheetError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.controls.chains.rules import Rules
    from belfry.controls.tasks.judge_tasks import TaskRow, TaskSheet
    from belfry.kernel.rulebook import DocProblem
    from belfry.ports.files import Folder
    from belfry.settings import Settings
    from belfry.workspace.people import People, Staff
    from belfry.workspace.tables import Table

SHOW_CHAIN = '`belfry controls chain "..."` shows how reminders are understood'
MEND_CELL = "mend that cell; until then what was known of it holds"


def check_controls(settings: Settings) -> Iterator[Finding]:
    """The files are looked at as they lie: nothing is kept, and no database is needed."""
    from belfry.bootstrap import open_folder
    from belfry.controls.chains.rules import RULES_DOC
    from belfry.controls.tasks.sync_tasks import TASKS

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
    from belfry.controls.tasks.sync_tasks import TASKS

    try:
        return read_present(folder, TASKS), []
    except SheetError as error:
        mend = "mend that; until then the controls that are known go on"
        return None, [Finding(error.problem.what, error.problem.place, mend)]
    except BelfryError as error:
        mend = "see that it can be read, and save it as CSV text"
        return None, [Finding(str(error), TASKS.name, mend)]


def _read_rows(table: Table, settings: Settings) -> TaskSheet:
    from belfry.controls.tasks.judge_tasks import read_tasks

    return read_tasks(table.readers(), country=settings.country)


def _check_rows(table: Table, listed: TaskSheet, settings: Settings) -> Iterator[Finding]:
    for problem in (*table.problems, *listed.problems):
        yield Finding(problem.what, problem.place, MEND_CELL)
    for row in listed.rows:
        yield from _check_dates(table, row, settings)
    for repair in listed.repairs:
        yield Finding(repair.what, repair.place, "type it like that", is_wrong=False)


def _check_dates(table: Table, row: TaskRow, settings: Settings) -> Iterator[Finding]:
    """Dates that cannot be right, such as one of tomorrow on which it was last done."""
    from belfry.bootstrap import system_clock
    from belfry.controls.tasks.judge_tasks import judge_task
    from belfry.kernel.cron import find_zone

    today = system_clock().now().astimezone(find_zone(settings.timezone)).date()
    for column, what in judge_task(row, None, today).problems:
        place = table.columns.find(column)
        problem = table.sheet.find_problem(what, line=row.line, place=place)
        yield Finding(problem.what, problem.place, "mend that cell; until then it counts as blank")


def _read_rules(
    folder: Folder, settings: Settings, listed: TaskSheet | None
) -> tuple[Rules | None, list[Finding]]:
    from belfry.controls.chains.rules import RULES_DOC, read_rules
    from belfry.kernel.sheets.sheets import decode_text

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


Named = tuple[str, str]


def check_owners(
    folder: Folder, settings: Settings, table: Table, listed: TaskSheet, rules: Rules
) -> Iterator[Finding]:
    """Nothing of this stops a reminder, but it then goes to somebody else."""
    from belfry.workspace.people import PEOPLE, Staff

    named = [*_list_in_list(table, listed), *_list_in_rules(rules)]
    people = _read_people(folder, settings)
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


def _read_people(folder: Folder, settings: Settings) -> People:
    """What is wrong with the list of people is told where that is looked at."""
    from belfry.workspace.people import PEOPLE, People, read_people

    try:
        return read_people(read_present(folder, PEOPLE), country=settings.country)
    except (NotFound, InputError):
        return People()


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
    shown = ", ".join(unowned[:MOST_NAMED])
    more = len(unowned) - MOST_NAMED
    names = f"{shown} and {more} more" if more > 0 else shown
    who = "the admin is reminded of them" if settings.admin else "nobody is reminded of them"
    mend = 'fill the column owner, or write a line such as "Owner of safety: Maria" into the rules'
    yield Finding(
        f"without an owner, so that {who}: {names}",
        TASKS.name,
        mend,
        is_wrong=not settings.admin,
    )
