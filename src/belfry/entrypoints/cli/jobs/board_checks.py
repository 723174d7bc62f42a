"""What can be wrong with the rows of the board, and which repairs were made in reading it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.entrypoints.cli.findings import Finding
from belfry.kernel.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from belfry.jobs.board.moves import Poll
    from belfry.jobs.board.rows import BoardRow
    from belfry.jobs.settings.shop import Shop
    from belfry.kernel.sheets import RepairNote, Row
    from belfry.ports.files import Folder
    from belfry.settings import Settings
    from belfry.workspace.tables.tables import Table, TableKind

MOST_NAMED = 5


def check_board(folder: Folder, settings: Settings, shop: Shop) -> Iterator[Finding]:
    """What the first poll would report, without reading any records."""
    from belfry.bootstrap import system_clock
    from belfry.jobs.board.poll_board import BOARD, list_row_problems, plan_rows
    from belfry.jobs.board.rows import Page, SeenRows, find_changed_rows

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
    from belfry.workspace.tables.tables import make_table

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
    from belfry.jobs.board.rows import read_board_row
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
