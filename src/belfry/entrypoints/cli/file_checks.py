"""What can be wrong with what the team wrote: people, jobs, controls and the rota.

The files are read as they are: no version is stored, and no database is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.kernel.cron import find_zone
from belfry.kernel.errors import BelfryError, InputError, NotFound
from belfry.kernel.sheets import SheetError
from belfry.kernel.sheets.sheets import decode_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from belfry.controls.chains.rules import Rules
    from belfry.controls.tasks.judge_tasks import TaskSheet
    from belfry.jobs.board.moves import BoardRow
    from belfry.jobs.settings.shop import Shop
    from belfry.kernel.rulebook import DocProblem
    from belfry.ports.files import Folder
    from belfry.rota.sheets.staff_rows import StaffList
    from belfry.settings import Settings
    from belfry.workspace.people import People, Staff
    from belfry.workspace.tables import Table, TableKind

MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to know, where it is and how to correct it; not all of it is wrong.

    `fix` corrects it without risk, and says what it did.
    """

    what: str
    where: str
    advice: str
    is_wrong: bool = True
    fix: Callable[[], str] | None = None
    group: str = ""


def read_present(folder: Folder, kind: TableKind) -> Table:
    from belfry.bootstrap import system_clock
    from belfry.kernel.sheets import read_sheet
    from belfry.ports.files import Version
    from belfry.workspace.tables import make_table

    file = folder.read(kind.name)
    unstored = Version(0, system_clock().now(), file.digest, len(file.content))
    sheet = read_sheet(file.content, name=kind.name, tab=file.tab)
    return make_table(sheet, kind, digest=file.digest, version=unstored)


def read_known_people(folder: Folder, settings: Settings) -> People:
    """Empty if the list cannot be read: the check of the people reports why."""
    from belfry.workspace.people import PEOPLE, People, read_people

    try:
        return read_people(read_present(folder, PEOPLE), country=settings.country)
    except (NotFound, InputError):
        return People()


def check_doc(
    folder: Folder, doc: str, check: Callable[[str], Iterable[Finding]]
) -> Iterator[Finding]:
    """What is found in the text of a document, or why it cannot be read."""
    try:
        text, _ = decode_text(folder.read(doc).content, name=doc)
        yield from check(text)
    except NotFound:
        return
    except InputError as error:
        advice = "save it as plain text, and see that country in belfry.toml is right"
        yield Finding(str(error), doc, advice)
    except BelfryError as error:
        yield Finding(str(error), doc, "see that it can be read")


def report_lines(problems: Iterable[DocProblem], advice: str) -> Iterator[Finding]:
    for problem in problems:
        where, _, what = str(problem).partition(": ")
        yield Finding(what, where, advice)


def name_some(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown} and {more} more" if more > 0 else shown


SHOW_READING = "fix that line; `belfry jobs settings` then shows what is understood"
FIX_ROW = "fix that cell; until then the row counts as far as it goes"


def check_files(settings: Settings) -> Iterator[Finding]:
    from belfry.bootstrap import open_folder
    from belfry.jobs.board.poll_board import BOARD
    from belfry.jobs.settings.read_shop import SETTINGS_DOC

    folder = open_folder(settings)
    yield from _check_workbook(settings)
    yield from _reading("people.csv", lambda: _check_people(folder, settings))
    has_settings, has_board = folder.exists(SETTINGS_DOC), folder.exists(BOARD.name)
    if not has_settings and not has_board:
        return
    advice = f"`belfry init {settings.folder}` writes an example, and leaves your files alone"
    if not has_settings:
        yield Finding("is missing, and without it the board cannot be read", SETTINGS_DOC, advice)
        return
    yield from check_doc(folder, SETTINGS_DOC, lambda text: _check_shop(text, folder, settings))
    if not has_board:
        yield Finding("is missing: there are no jobs to look at", BOARD.name, advice)


def _check_workbook(settings: Settings) -> Iterator[Finding]:
    """Which tables are read from the workbook, or why none can be."""
    from belfry.bootstrap.workbooks import WORKBOOK, find_other_workbooks, list_tabs

    try:
        tabs = list_tabs(settings)
    except BelfryError as error:
        yield Finding(str(error), WORKBOOK, "fix that; until then no table of the team is read")
        return
    if tabs:
        listed = ", ".join(f"{name} from {title}" for name, title in tabs.items())
        advice = "write into them there, or on the pages while it is closed"
        yield Finding(f"tables in its tabs: {listed}", WORKBOOK, advice, is_wrong=False)
    for name in find_other_workbooks(settings):
        advice = f"save it as an Excel Workbook called {WORKBOOK}, or leave it"
        yield Finding("is not read", name, advice, is_wrong=False)


def _reading(name: str, check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """The findings, or the one that the file cannot be read at all."""
    try:
        yield from check()
    except NotFound:
        return
    except SheetError as error:
        where = error.problem.place
        yield Finding(error.problem.what, where, "fix that; until then nothing of it is read")
    except BelfryError as error:
        yield Finding(str(error), name, "see that it can be read, and save it as CSV text")


def _check_people(folder: Folder, settings: Settings) -> Iterator[Finding]:
    from belfry.workspace.people import PEOPLE, read_people

    people = read_people(read_present(folder, PEOPLE), country=settings.country)
    for problem in people.problems:
        yield Finding(problem.what, problem.place, "fix that cell; until then it counts as blank")
    for repair in people.repairs:
        yield Finding(repair.what, repair.place, "type it like that", is_wrong=False)


def _check_shop(text: str, folder: Folder, settings: Settings) -> Iterator[Finding]:
    from belfry.jobs.board.poll_board import BOARD
    from belfry.jobs.settings.read_shop import SETTINGS_DOC
    from belfry.jobs.settings.shop import read_shop

    reading = read_shop(text, country=settings.country, doc=SETTINGS_DOC)
    if (shop := reading.shop) is None:
        yield from report_lines(reading.problems, SHOW_READING)
        return
    yield from _list_hints(shop, settings)
    if folder.exists(BOARD.name):
        yield from _reading(BOARD.name, lambda: _check_board(folder, settings, shop))


def _list_hints(shop: Shop, settings: Settings) -> Iterator[Finding]:
    from belfry.jobs.settings.read_shop import SETTINGS_DOC

    stages = shop.stages
    working = [stage.name for stage in stages.main if stage not in (stages.ready, stages.last)]
    timeless = [name for name in working if name not in shop.typical]
    if timeless:
        what = f"no typical time for {', '.join(timeless)}, so no time is promised there"
        yield Finding(what, SETTINGS_DOC, 'add it to the line "Typical time:"', is_wrong=False)
    watched = [stages.last.name, *shop.chase_after]
    unwatched = [stage.name for stage in stages if stage.name not in watched]
    if unwatched:
        what = f"there is no limit for how long a job may stay in {', '.join(unwatched)}"
        yield Finding(what, SETTINGS_DOC, 'add it to the line "Chase after:"', is_wrong=False)
    if shop.test_mode and not settings.admin:
        what = "test mode is on, and there is no address to send to: admin is not set"
        yield Finding(what, SETTINGS_DOC, "set admin in belfry.toml, or test mode to no")


def _check_board(folder: Folder, settings: Settings, shop: Shop) -> Iterator[Finding]:
    """What the first poll would report, without reading any records."""
    from belfry.bootstrap import system_clock
    from belfry.jobs.board.moves import Page, Poll, SeenRows, find_changed_rows, read_board_row
    from belfry.jobs.board.poll_board import BOARD, list_row_problems, plan_rows
    from belfry.kernel.hours.calendar import Calendar
    from belfry.kernel.sheets import RowReader

    table = read_present(folder, BOARD)
    page = Page(table.sheet, table.columns, settings.country)
    place = table.columns.places["job_id"]
    changed = find_changed_rows(table.rows, place, SeenRows(), is_reread=True)
    calendar = Calendar(shop.opening, find_zone(settings.timezone), shop.holidays.is_holiday)
    poll = Poll(system_clock().now(), shop, calendar, is_first=True)
    plan = plan_rows(page, changed.rows, [], poll)
    for where, what in [*list_row_problems(page, changed), *plan.problems]:
        yield Finding(what, where, FIX_ROW)
    rows = []
    for job_id, row in changed.rows.items():
        reader = RowReader(table.sheet, table.columns, row)
        is_over = shop.stages.find(reader.text("stage")) == shop.stages.last
        board_row = read_board_row(reader, job_id=job_id, country=settings.country, is_over=is_over)
        rows += [] if is_over else [board_row]
        for repair in reader.repairs:
            yield Finding(repair.what, repair.place, "type it like that", is_wrong=False)
    yield from _check_ways_out(rows, settings)


def _check_ways_out(open_rows: list[BoardRow], settings: Settings) -> Iterator[Finding]:
    """Jobs whose customers chose a channel that cannot send."""
    from belfry.bootstrap import list_channels

    channels = list_channels(settings)
    wanting = [row.id for row in open_rows if row.channel and row.channel not in channels]
    if wanting:
        what = f"texts stay in the postbox, and {len(wanting)} jobs ask for them"
        advice = "set [sms] in belfry.toml, or give them an e-mail address and the channel email"
        yield Finding(f"{what}: {name_some(wanting)}", "jobs/board.csv", advice)


SHOW_CHAIN = 'fix that line; `belfry controls chain "..."` shows how reminders are understood'
KEEP_CELL = "fix that cell; until then what was known of it holds"
BLANK_CELL = "fix that cell; until then it counts as blank"


def check_controls(settings: Settings) -> Iterator[Finding]:
    from belfry.bootstrap import open_folder
    from belfry.controls.chains.rules import RULES_DOC
    from belfry.controls.tasks.judge_tasks import read_tasks
    from belfry.controls.tasks.sync_tasks import TASKS

    folder = open_folder(settings)
    has_rules = folder.exists(RULES_DOC)
    if not folder.exists(TASKS.name):
        if has_rules:
            advice = (
                f"`belfry init {settings.folder}` writes an example, and leaves your files alone"
            )
            yield Finding("is missing: there is nothing to remind of", TASKS.name, advice)
        return
    table, listed = None, None
    try:
        table = read_present(folder, TASKS)
    except SheetError as error:
        advice = "fix that; until then the controls that are known go on"
        yield Finding(error.problem.what, error.problem.place, advice)
    except BelfryError as error:
        advice = "see that it can be read, and save it as CSV text"
        yield Finding(str(error), TASKS.name, advice)
    if table:
        listed = read_tasks(table.readers(), country=settings.country)
        yield from _check_tasks(table, listed, settings)

    def check(text: str) -> Iterator[Finding]:
        return _check_control_rules(text, folder, settings, table, listed)

    yield from check_doc(folder, RULES_DOC, check) if has_rules else check("")


def _check_tasks(table: Table, listed: TaskSheet, settings: Settings) -> Iterator[Finding]:
    """Cells that cannot be read, and dates that cannot be right, such as last done tomorrow."""
    from belfry.bootstrap import system_clock
    from belfry.controls.tasks.judge_tasks import judge_new

    for problem in (*table.problems, *listed.problems):
        yield Finding(problem.what, problem.place, KEEP_CELL)
    today = system_clock().now().astimezone(find_zone(settings.timezone)).date()
    for row in listed.rows:
        for column, what in judge_new(row, today).problems:
            place = table.columns.find(column)
            problem = table.sheet.find_problem(what, line=row.line, place=place)
            yield Finding(problem.what, problem.place, BLANK_CELL)
    for repair in listed.repairs:
        yield Finding(repair.what, repair.place, "type it like that", is_wrong=False)


def _check_control_rules(
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
    advice = "call it as the list does; until then this line counts for nothing"
    yield from report_lines(reading.strangers, advice)
    if table and listed and reading.rules:
        yield from _check_chains(table, listed, reading.rules, settings)
        yield from _check_owners(folder, settings, table, listed, reading.rules)


def _check_chains(
    table: Table, listed: TaskSheet, rules: Rules, settings: Settings
) -> Iterator[Finding]:
    """Chains that are longer than the cycle, and sections that mean a control and an area."""
    from belfry.bootstrap import system_clock
    from belfry.controls.chains.moves import warn_of_chain
    from belfry.controls.chains.rules import RULES_DOC, find_chain, fold_section

    today = system_clock().now().astimezone(find_zone(settings.timezone)).date()
    for row in listed.rows:
        chain = find_chain(rules, row.name, row.area, row.override)
        if warning := warn_of_chain(row.repeat, chain.offsets, today):
            column = table.columns.find("chain_override" if row.override else "repeat")
            text = f"{row.name}: {warning}"
            problem = table.sheet.find_problem(text, line=row.line, place=column)
            mend = f"shorten the chain ({chain.whence}), or let it come round less often"
            yield Finding(problem.what, problem.place, mend, is_wrong=False)
    names = {fold_section(row.name) for row in listed.rows}
    areas = {fold_section(row.area) for row in listed.rows if row.area}
    for key in rules.chains.keys() & names & areas:
        clause = rules.chains[key]
        text = f"{clause.name!r} is a control and an area: this line counts for both"
        yield Finding(text, f"{RULES_DOC} line {clause.line}", "rename one of them", is_wrong=False)


def _check_owners(
    folder: Folder, settings: Settings, table: Table, listed: TaskSheet, rules: Rules
) -> Iterator[Finding]:
    """None of this stops a reminder, but it then goes to the admin."""
    from belfry.bootstrap import list_channels
    from belfry.controls.chains.rules import RULES_DOC, find_owner
    from belfry.controls.tasks.sync_tasks import TASKS
    from belfry.workspace.people import PEOPLE, Staff

    owner_at = table.columns.find("owner")
    places: dict[str, str] = {}  # where each name stands first
    for row in listed.rows:
        if row.owner and row.owner not in places:
            problem = table.sheet.find_problem("", line=row.line, place=owner_at)
            places[row.owner] = problem.place
    for clause in (*rules.owners.values(), *rules.targets.values()):
        places.setdefault(clause.value, f"{RULES_DOC} line {clause.line}")
    if rules.escalate_to:
        places.setdefault(rules.escalate_to, RULES_DOC)
    people = read_known_people(folder, settings)
    if places and not people.everybody:
        what = "lists no one, so that all reminders of controls go to the admin"
        yield Finding(what, PEOPLE.name, "write down who works here", is_wrong=False)
    else:
        staff = Staff(people, settings.admin, list_channels(settings))
        yield from _check_names(staff, places)
    unowned = [row.name for row in listed.rows if not (row.owner or find_owner(rules, row.area))]
    if unowned:
        who = "the admin is reminded of them" if settings.admin else "nobody is reminded of them"
        line = '"Owner of safety: Maria"'
        advice = f"fill the column owner, or write a line such as {line} into the rules"
        what = f"without an owner, so that {who}: {name_some(unowned)}"
        yield Finding(what, TASKS.name, advice, is_wrong=not settings.admin)


def _check_names(staff: Staff, places: Mapping[str, str]) -> Iterator[Finding]:
    from belfry.workspace.people import PEOPLE, find_nearest_name

    reported_names: set[str] = set()
    for problem, where in places.items():
        name = staff.name_of(problem)
        if name in reported_names or staff.find_way(name):
            continue
        reported_names.add(name)
        if staff.is_known(name):
            what = f"{name} owns controls, and has no usable address"
            advice = "give them an e-mail address; until then the admin is reminded for them"
            yield Finding(what, PEOPLE.name, advice, is_wrong=False)
            continue
        nearest = find_nearest_name(staff.people, name)
        hint = f": did you mean {nearest}?" if nearest else ""
        what = f"there is nobody called {name!r} in {PEOPLE.name}{hint}"
        yield Finding(what, where, "fix the name, or add them; until then the admin is reminded")


SKIP_CELL = "fix that cell; until then what it says does not count"
SKIP_FILE = "fix that file; until then what it says does not count"
FIX_NEED = "write it as the staff sheet does; until somebody has it, no one may take the shift"
FIX_RULES = "fix that line; until then the last rules that could be read go on"
FIX_VOICE = "fix that line; until then the last words that could be read are used"


def check_rota(settings: Settings) -> Iterator[Finding]:
    from belfry.bootstrap import open_folder, system_clock
    from belfry.rota.rules.rules_doc import RULES_DOC, read_rules
    from belfry.rota.rules.voice import VOICE_DOC, read_voice
    from belfry.rota.rules.weeks import find_this_monday
    from belfry.rota.sheets.check_rota_sheets import CheckRotaSheets
    from belfry.rota.sheets.read_rota_sheets import FOLDER, ReadRotaSheets

    folder, zone = open_folder(settings), find_zone(settings.timezone)
    if not folder.list(FOLDER):
        return
    yield from check_doc(
        folder, RULES_DOC, lambda text: report_lines(read_rules(text)[1], FIX_RULES)
    )
    yield from check_doc(
        folder, VOICE_DOC, lambda text: report_lines(read_voice(text)[1], FIX_VOICE)
    )
    read_sheets = ReadRotaSheets(
        read_table=lambda kind: read_present(folder, kind), country=settings.country, zone=zone
    )
    try:
        monday = find_this_monday(system_clock().now(), zone)
        checked = CheckRotaSheets(folder, read_sheets)(monday)
    except BelfryError as error:
        yield Finding(str(error), FOLDER, "see that the files there can be read")
        return
    for place, what in checked.problems:
        yield Finding(what, place, SKIP_CELL if ", line " in place else SKIP_FILE)
    for place, what in checked.notes:
        yield Finding(what, place, FIX_NEED, is_wrong=False)
    for place, what in checked.repairs:
        yield Finding(what, place, "type it like that", is_wrong=False)
    if checked.staff:
        yield from _check_addresses(folder, settings, checked.staff)


def _check_addresses(folder: Folder, settings: Settings, staff: StaffList) -> Iterator[Finding]:
    from belfry.rota.sheets.read_rota_sheets import STAFF
    from belfry.workspace.people import find_person

    people = read_known_people(folder, settings)
    known = [(row, find_person(people, row.name)) for row in staff.rows]
    lost = [row.name for row, person in known if not row.email and not (person and person.email)]
    if lost:
        what = f"no address to send shifts to: {name_some(lost)}"
        advice = "write their e-mail addresses there, or in people.csv"
        yield Finding(what, STAFF.name, advice, is_wrong=False)
