"""What can be wrong with what the team wrote about its jobs and its people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.entrypoints.cli.findings import (
    Finding,
    check_doc,
    name_some,
    read_present,
    report_lines,
)
from belfry.kernel.errors import BelfryError, ConfigError, NotFound
from belfry.kernel.sheets import SheetError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from belfry.jobs.board.rows import BoardRow
    from belfry.jobs.settings.shop import Shop
    from belfry.ports.files import Folder
    from belfry.settings import Settings


SHOW_READING = "mend that line; `belfry jobs settings` then shows what is understood"
MEND_CELL = "mend that cell; until then the row counts as far as it goes"


def check_files(settings: Settings) -> Iterator[Finding]:
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
    yield from check_doc(folder, SETTINGS_DOC, lambda text: _check_shop(text, folder, settings))
    if not has_board:
        yield Finding("is missing: there are no jobs to look at", BOARD.name, mend)


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
        said = f"no typical time for {', '.join(timeless)}, so no time is promised there"
        yield Finding(said, SETTINGS_DOC, 'add it to the line "Typical time:"', is_wrong=False)
    watched = [stages.last.name, *shop.chase_after]
    unwatched = [stage.name for stage in stages if stage.name not in watched]
    if unwatched:
        said = f"nobody is told of a job that stands still in {', '.join(unwatched)}"
        yield Finding(said, SETTINGS_DOC, 'add it to the line "Chase after:"', is_wrong=False)
    if shop.test_mode and not settings.admin:
        said = "test mode is on, and there is nobody to send to: admin is not set"
        yield Finding(said, SETTINGS_DOC, "set admin in belfry.toml, or test mode to no")


def _check_board(folder: Folder, settings: Settings, shop: Shop) -> Iterator[Finding]:
    """What the first poll would report, without reading any records."""
    from belfry.bootstrap import system_clock
    from belfry.jobs.board.moves import Poll
    from belfry.jobs.board.poll_board import BOARD, list_row_problems, plan_rows
    from belfry.jobs.board.rows import Page, SeenRows, find_changed_rows, read_board_row
    from belfry.kernel.cron import find_zone
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
        yield Finding(what, where, MEND_CELL)
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
    """Jobs whose customers want to hear by a channel this team does not have."""
    from belfry.bootstrap import list_channels

    try:
        channels = list_channels(settings)
    except ConfigError:  # the check of the mail server reports it
        return
    wanting = [row.id for row in open_rows if row.channel and row.channel not in channels]
    if wanting:
        said = f"texts cannot be sent from here, and {len(wanting)} jobs ask for them"
        mend = "give them an e-mail address in the column contact, and email in the column channel"
        yield Finding(f"{said}: {name_some(wanting)}", "jobs/board.csv", mend)
