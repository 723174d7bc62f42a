"""What can be wrong with what the team wrote about its rota."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.entrypoints.cli.findings import Finding
from belfry.entrypoints.cli.jobs.shop_checks import MOST_NAMED, read_present
from belfry.kernel.errors import BelfryError, InputError, NotFound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import date

    from belfry.kernel.rulebook import DocProblem
    from belfry.ports.files import Folder
    from belfry.rota.sheets.check_rota_sheets import CheckedSheets
    from belfry.rota.sheets.staff_rows import StaffList
    from belfry.settings import Settings
    from belfry.workspace.people import People

MEND_CELL = "mend that cell; until then what it says does not count"
MEND_FILE = "mend that file; until then what it says does not count"
MEND_NEED = "write it as the staff sheet does; until somebody has it, nobody may take the shift"
MEND_RULES = "mend that line; until then the last rules that could be read go on"
MEND_VOICE = "mend that line; until then the last words that could be read are used"


def check_rota(settings: Settings) -> Iterator[Finding]:
    """The files are looked at as they lie: nothing is kept, and no database is needed."""
    from belfry.bootstrap import open_folder, system_clock
    from belfry.kernel.cron import find_zone
    from belfry.rota.rules.weeks import find_this_monday
    from belfry.rota.sheets.read_rota_sheets import FOLDER

    folder = open_folder(settings)
    monday = find_this_monday(system_clock().now(), find_zone(settings.timezone))
    if not folder.list(FOLDER):
        return
    yield from _check_docs(folder)
    try:
        checked = _read_sheets(folder, settings, monday)
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


def _read_sheets(folder: Folder, settings: Settings, monday: date) -> CheckedSheets:
    from belfry.kernel.cron import find_zone
    from belfry.rota.sheets.check_rota_sheets import CheckRotaSheets
    from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets

    read_sheets = ReadRotaSheets(
        read_table=lambda kind: read_present(folder, kind),
        country=settings.country,
        zone=find_zone(settings.timezone),
    )
    return CheckRotaSheets(folder, read_sheets)(monday)


def _check_docs(folder: Folder) -> Iterator[Finding]:
    from belfry.rota.rules.rules_doc import RULES_DOC, read_rules
    from belfry.rota.rules.voice import VOICE_DOC, read_voice

    yield from _check_doc(folder, RULES_DOC, lambda text: read_rules(text)[1], MEND_RULES)
    yield from _check_doc(folder, VOICE_DOC, lambda text: read_voice(text).problems, MEND_VOICE)


def _check_doc(
    folder: Folder, doc: str, list_problems: Callable[[str], Sequence[DocProblem]], mend: str
) -> Iterator[Finding]:
    from belfry.kernel.sheets.sheets import decode_text

    try:
        text, _ = decode_text(folder.read(doc).content, name=doc)
    except NotFound:
        return
    except InputError as error:
        yield Finding(str(error), doc, "save it as plain text")
        return
    except BelfryError as error:
        yield Finding(str(error), doc, "see that it can be read")
        return
    for problem in list_problems(text):
        where, _, what = str(problem).partition(": ")
        yield Finding(what, where, mend)


def _check_addresses(folder: Folder, settings: Settings, staff: StaffList) -> Iterator[Finding]:
    """Those who cannot be told their shifts."""
    from belfry.rota.sheets.read_rota_sheets import STAFF
    from belfry.workspace.people import find_person

    people = _read_people(folder, settings)
    known = [(row, find_person(people, row.name)) for row in staff.rows]
    lost = [row.name for row, person in known if not row.email and not (person and person.email)]
    if lost:
        named = ", ".join(lost[:MOST_NAMED])
        more = f" and {len(lost) - MOST_NAMED} more" if len(lost) > MOST_NAMED else ""
        said = f"cannot be told their shifts, for want of an address: {named}{more}"
        mend = "write their e-mail addresses there, or in people.csv"
        yield Finding(said, STAFF.name, mend, is_wrong=False)


def _read_people(folder: Folder, settings: Settings) -> People:
    from belfry.workspace.people import PEOPLE, People, read_people

    try:
        return read_people(read_present(folder, PEOPLE), country=settings.country)
    except (NotFound, InputError):
        return People()
