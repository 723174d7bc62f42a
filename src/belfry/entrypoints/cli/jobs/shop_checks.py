"""What can be wrong with what the team wrote about its jobs and its people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.entrypoints.cli.findings import Finding
from belfry.kernel.errors import BelfryError, ConfigError, InputError, NotFound
from belfry.kernel.sheets import SheetError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import datetime

    from belfry.jobs.board.moves import BoardRow, Poll
    from belfry.jobs.settings.shop import Shop
    from belfry.kernel.rulebook import DocProblem
    from belfry.kernel.sheets import RepairNote, Row
    from belfry.ports.files import Folder
    from belfry.settings import Settings
    from belfry.workspace.tables import Table, TableKind


SHOW_READING = "mend that line; `belfry jobs settings` then shows what is understood"


def check_files(settings: Settings) -> Iterator[Finding]:
    """The files are looked at as they lie: nothing is kept, and no database is needed."""
    from belfry.bootstrap import open_folder
    from belfry.jobs.board.poll_board import BOARD
    from belfry.jobs.settings.read_shop import SETTINGS_DOC

    folder = open_folder(settings)
    yield from _reading("people.csv", lambda: _check_people(folder, settings))
    has_settings, has_board = folder.exists(SETTINGS_DOC), folder.exists(BOARD.name)
    if not has_settings and not has_board:
        return
    mend = f"`belfry init {settings.folder}` writes an example, and leaves your files alone"
    if not has_settings:
        yield Finding("is missing, and without it the board cannot be read", SETTINGS_DOC, mend)
        return
    shop, findings = _check_shop(folder, settings)
    yield from findings
    if not has_board:
        yield Finding("is missing: there are no jobs to look at", BOARD.name, mend)
    elif shop:
        yield from _reading(BOARD.name, lambda: check_board(folder, settings, shop))


def _reading(name: str, check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """The findings, or the one that the file cannot be read at all."""
    try:
        yield from check()
    except NotFound:
        return
    except SheetError as error:
        where = error.problem.place
        yield Finding(error.problem.what, where, "mend that; until then nothing of it is read")
    except BelfryError as error:
        yield Finding(str(error), name, "see that it can be read, and save it as CSV text")


def _check_people(folder: Folder, settings: Settings) -> Iterator[Finding]:
    from belfry.workspace.people import PEOPLE, read_people

    people = read_people(read_present(folder, PEOPLE), country=settings.country)
    for problem in people.problems:
        yield Finding(problem.what, problem.place, "mend that cell; until then it counts as blank")
    for repair in people.repairs:
        yield Finding(repair.what, repair.place, "type it like that", is_wrong=False)


def _check_shop(folder: Folder, settings: Settings) -> tuple[Shop | None, list[Finding]]:
    from belfry.jobs.settings.read_shop import SETTINGS_DOC
    from belfry.jobs.settings.shop import read_shop
    from belfry.kernel.sheets.sheets import decode_text

    try:
        text, _ = decode_text(folder.read(SETTINGS_DOC).content, name=SETTINGS_DOC)
        reading = read_shop(text, country=settings.country, doc=SETTINGS_DOC)
    except InputError as error:
        mend = "save it as plain text, and see that country in belfry.toml is right"
        return None, [Finding(str(error), SETTINGS_DOC, mend)]
    except BelfryError as error:
        return None, [Finding(str(error), SETTINGS_DOC, "see that it can be read")]
    if reading.shop is None:
        return None, [_tell_doc_problem(problem) for problem in reading.problems]
    return reading.shop, list(_list_hints(reading.shop, settings))


def _tell_doc_problem(problem: DocProblem) -> Finding:
    where, _, what = str(problem).partition(": ")
    return Finding(what, where, SHOW_READING)


def _list_hints(shop: Shop, settings: Settings) -> Iterator[Finding]:
    from belfry.jobs.settings.read_shop import SETTINGS_DOC

    working = [
        one.name for one in shop.stages.main if one not in (shop.stages.ready, shop.stages.last)
    ]
    timeless = [name for name in working if name not in shop.typical]
    if timeless:
        said = f"no typical time for {', '.join(timeless)}, so no time is promised there"
        yield Finding(said, SETTINGS_DOC, 'add it to the line "Typical time:"', is_wrong=False)
    unwatched = [
        one.name
        for one in shop.stages
        if one != shop.stages.last and one.name not in shop.chase_after
    ]
    if unwatched:
        said = f"nobody is told of a job that stands still in {', '.join(unwatched)}"
        yield Finding(said, SETTINGS_DOC, 'add it to the line "Chase after:"', is_wrong=False)
    if shop.test_mode and not settings.admin:
        said = "test mode is on, and there is nobody to send to: admin is not set"
        yield Finding(said, SETTINGS_DOC, "set admin in belfry.toml, or test mode to no")


MOST_NAMED = 5


def check_board(folder: Folder, settings: Settings, shop: Shop) -> Iterator[Finding]:
    """What the first poll would report, without reading any records."""
    from belfry.bootstrap import system_clock
    from belfry.jobs.board.moves import Page, SeenRows, find_changed_rows
    from belfry.jobs.board.poll_board import BOARD, list_row_problems, plan_rows

    table = read_present(folder, BOARD)
    page = Page(table.sheet, table.columns, settings.country)
    place = table.columns.places["job_id"]
    changed = find_changed_rows(table.rows, place, SeenRows(), is_reread=True)
    poll = _make_poll(shop, settings, system_clock().now())
    plan = plan_rows(page, changed.rows, [], poll)
    for where, what in [*list_row_problems(page, changed), *plan.problems]:
        yield Finding(what, where, "mend that cell; until then the row counts as far as it goes")
    rows, repairs = _read_rows(table, changed.rows, shop, settings.country)
    for repair in repairs:
        yield Finding(repair.what, repair.place, "type it like that", is_wrong=False)
    yield from _check_ways_out(rows, shop, settings)


def read_present(folder: Folder, kind: TableKind) -> Table:
    """The table as it lies there; unlike a poll, this keeps no version."""
    from belfry.bootstrap import system_clock
    from belfry.kernel.sheets import read_sheet
    from belfry.ports.files import Version
    from belfry.workspace.tables import make_table

    file = folder.read(kind.name)
    unkept = Version(0, system_clock().now(), file.digest, len(file.content))
    sheet = read_sheet(file.content, name=kind.name)
    return make_table(sheet, kind, digest=file.digest, version=unkept)


def _make_poll(shop: Shop, settings: Settings, now: datetime) -> Poll:
    from belfry.jobs.board.moves import Poll
    from belfry.kernel.cron import find_zone
    from belfry.kernel.hours.calendar import Calendar

    calendar = Calendar(shop.opening, find_zone(settings.timezone), shop.holidays.is_holiday)
    return Poll(now, shop, calendar, is_first=True)


def _read_rows(
    table: Table, rows: Mapping[str, Row], shop: Shop, country: str
) -> tuple[list[BoardRow], list[RepairNote]]:
    from belfry.jobs.board.moves import read_board_row
    from belfry.kernel.sheets import RowReader

    found, repairs = [], []
    for job_id, row in rows.items():
        reader = RowReader(table.sheet, table.columns, row)
        is_over = shop.stages.find(reader.text("stage")) == shop.stages.last
        found.append(read_board_row(reader, job_id=job_id, country=country, is_over=is_over))
        repairs += reader.repairs
    return found, repairs


def _check_ways_out(rows: list[BoardRow], shop: Shop, settings: Settings) -> Iterator[Finding]:
    """Jobs whose customers want to hear by a way this house does not have."""
    from belfry.bootstrap import list_channels

    try:
        channels = list_channels(settings)
    except ConfigError:  # told where the mail server is looked at
        return
    wanting = [row for row in rows if row.channel and row.channel not in channels]
    still_open = [row.id for row in wanting if shop.stages.find(row.stage) != shop.stages.last]
    if still_open:
        named = ", ".join(still_open[:MOST_NAMED])
        more = len(still_open) - MOST_NAMED
        said = f"texts cannot be sent from here, and {len(still_open)} jobs ask for them: {named}"
        yield Finding(
            f"{said} and {more} more" if more > 0 else said,
            "jobs/board.csv",
            "give them an e-mail address in the column contact, and email in the column channel",
        )
