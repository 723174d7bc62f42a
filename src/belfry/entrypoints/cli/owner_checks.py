"""Whether the people who see to the controls can be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.entrypoints.cli.board_checks import MOST_NAMED, read_present
from belfry.entrypoints.cli.findings import Finding
from belfry.kernel.errors import ConfigError, InputError, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.controls.rules import Rules
    from belfry.controls.tasks import TaskList
    from belfry.desk.people import People
    from belfry.desk.staff import Staff
    from belfry.desk.tables import Table
    from belfry.ports.folder import Folder
    from belfry.settings import Settings

Named = tuple[str, str]


def check_owners(
    folder: Folder, settings: Settings, table: Table, listed: TaskList, rules: Rules
) -> Iterator[Finding]:
    """Nothing of this stops a reminder, but it then goes to somebody else."""
    from belfry.desk.people_sheet import PEOPLE
    from belfry.desk.staff import Staff

    named = [*_list_in_list(table, listed), *_list_in_rules(rules)]
    people = _read_people(folder, settings)
    staff = Staff(people, settings.admin, _has_texts(settings))
    if named and not people.everybody:
        said = "names nobody, so that all reminders of controls go to the admin"
        yield Finding(said, PEOPLE.name, "write down who works here", is_wrong=False)
    else:
        yield from _check_names(staff, named)
    yield from _check_unowned(listed, rules, settings)


def _list_in_list(table: Table, listed: TaskList) -> Iterator[Named]:
    """Every owner once, as (place, name), where the list first names them."""
    place = table.columns.find("owner")
    lines: dict[str, int] = {}
    for row in listed.rows:
        if row.owner:
            lines.setdefault(row.owner, row.line)
    for name, line in lines.items():
        yield table.sheet.find_problem("", line=line, place=place).place, name


def _list_in_rules(rules: Rules) -> Iterator[Named]:
    from belfry.controls.rules import RULES_DOC

    for said in (*rules.owners.values(), *rules.targets.values()):
        yield f"{RULES_DOC} line {said.line}", said.value
    if rules.escalate_to:
        yield RULES_DOC, rules.escalate_to


def _read_people(folder: Folder, settings: Settings) -> People:
    """What is wrong with the list of people is told where that is looked at."""
    from belfry.desk.people import People
    from belfry.desk.people_sheet import PEOPLE, read_people

    try:
        return read_people(read_present(folder, PEOPLE), country=settings.country)
    except (NotFound, InputError):
        return People()


def _has_texts(settings: Settings) -> bool:
    from belfry.bootstrap import list_channels

    try:
        return "sms" in list_channels(settings)
    except ConfigError:  # told where the mail server is looked at
        return False


def _check_names(staff: Staff, named: list[Named]) -> Iterator[Finding]:
    from belfry.desk.people import find_nearest_name
    from belfry.desk.people_sheet import PEOPLE

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


def _check_unowned(listed: TaskList, rules: Rules, settings: Settings) -> Iterator[Finding]:
    from belfry.controls.rules import find_owner
    from belfry.controls.sync_tasks import TASKS

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
