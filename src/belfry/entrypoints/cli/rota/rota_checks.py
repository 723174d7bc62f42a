"""What can be wrong with what the team wrote about its rota."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.entrypoints.cli.findings import (
    Finding,
    check_doc,
    name_some,
    read_known_people,
    read_present,
    report_lines,
)
from belfry.kernel.errors import BelfryError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.ports.files import Folder
    from belfry.rota.sheets.staff_rows import StaffList
    from belfry.settings import Settings

MEND_CELL = "mend that cell; until then what it says does not count"
MEND_FILE = "mend that file; until then what it says does not count"
MEND_NEED = "write it as the staff sheet does; until somebody has it, nobody may take the shift"
MEND_RULES = "mend that line; until then the last rules that could be read go on"
MEND_VOICE = "mend that line; until then the last words that could be read are used"


def check_rota(settings: Settings) -> Iterator[Finding]:
    from belfry.bootstrap import open_folder, system_clock
    from belfry.kernel.cron import find_zone
    from belfry.rota.rules.rules_doc import RULES_DOC, read_rules
    from belfry.rota.rules.voice import VOICE_DOC, read_voice
    from belfry.rota.rules.weeks import find_this_monday
    from belfry.rota.sheets.check_rota_sheets import CheckRotaSheets
    from belfry.rota.sheets.read_rota_sheets import FOLDER, ReadRotaSheets

    folder, zone = open_folder(settings), find_zone(settings.timezone)
    if not folder.list(FOLDER):
        return
    yield from check_doc(
        folder, RULES_DOC, lambda text: report_lines(read_rules(text)[1], MEND_RULES)
    )
    yield from check_doc(
        folder, VOICE_DOC, lambda text: report_lines(read_voice(text).problems, MEND_VOICE)
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
        yield Finding(what, place, MEND_CELL if ", line " in place else MEND_FILE)
    for place, what in checked.notes:
        yield Finding(what, place, MEND_NEED, is_wrong=False)
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
        said = f"cannot be told their shifts, for want of an address: {name_some(lost)}"
        mend = "write their e-mail addresses there, or in people.csv"
        yield Finding(said, STAFF.name, mend, is_wrong=False)
