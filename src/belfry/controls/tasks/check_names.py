"""Which names in the list and the rules mean nobody and nothing that is known.

None of this stops a reminder: it then goes to whoever is next in line, and the team is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from belfry.controls.chains.read_rules import KnownNames
from belfry.controls.chains.rules import RULES_DOC, Rules, find_strangers, fold_section
from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.rulebook import DocProblem
from belfry.kernel.sheets import Row, Taken, read_email
from belfry.workspace.people import PEOPLE, People, find_nearest_name, find_person, read_people
from belfry.workspace.tables import ReadTable, Table

Finding = tuple[str, str]


@dataclass(frozen=True, slots=True)
class CheckNames:
    read_table: ReadTable
    country: str

    def __call__(self, table: Table, rules: Rules, present: frozenset[str]) -> list[Finding]:
        """What is to be said, as (place, text); `present` are the ids of the controls listed."""
        owners = _find_first_rows(table, "owner")
        people = self._read_people()
        if people is None:
            return [*_say_no_people(owners, rules), *_list_strangers(table, rules, present)]
        return [
            *_list_unknown_owners(table, owners, people),
            *_list_unknown_in_rules(rules, people),
            *_list_strangers(table, rules, present),
        ]

    def _read_people(self) -> People | None:
        try:
            return read_people(self.read_table(PEOPLE), country=self.country)
        except (NotFound, InputError):
            return None


def list_names(table: Table) -> KnownNames:
    """What the controls of the list and their areas are called."""
    return KnownNames(
        frozenset(_find_first_rows(table, "name")), frozenset(_find_first_rows(table, "area"))
    )


def _find_first_rows(table: Table, column: str) -> dict[str, Row]:
    """What stands in a column, each once, with the first row that says so."""
    place = table.columns.find(column)
    if place is None:
        return {}
    found = {row.cells[place]: row for row in reversed(table.rows)}
    return {" ".join(text.split()): row for text, row in found.items() if text.strip()}


def _list_unknown_owners(table: Table, owners: dict[str, Row], people: People) -> Iterator[Finding]:
    place = table.columns.find("owner")
    for name, row in owners.items():
        if not _is_reached(people, name):
            said = _say_unknown(name, people)
            problem = table.sheet.find_problem(said, line=row.line, place=place)
            yield problem.place, problem.what


def _list_unknown_in_rules(rules: Rules, people: People) -> Iterator[Finding]:
    for said in (*rules.owners.values(), *rules.targets.values()):
        if not _is_reached(people, said.value):
            yield f"{RULES_DOC} line {said.line}", _say_unknown(said.value, people)
    if rules.escalate_to and not _is_reached(people, rules.escalate_to):
        yield RULES_DOC, _say_unknown(rules.escalate_to, people)


def _is_reached(people: People, name: str) -> bool:
    """Whether it is somebody's name, or an address that needs no list."""
    return find_person(people, name) is not None or isinstance(read_email(name), Taken)


def _say_unknown(name: str, people: People) -> str:
    nearest = find_nearest_name(people, name)
    hint = f" Did you mean {nearest}?" if nearest else ""
    return (
        f"there is nobody called {name!r} in {PEOPLE.name}, so the next in line is reminded.{hint}"
    )


def _say_no_people(owners: dict[str, Row], rules: Rules) -> Sequence[Finding]:
    if not (owners or rules.owners or rules.targets or rules.escalate_to):
        return []
    return [(PEOPLE.name, "there is no such list, so that all reminders go to the admin")]


def _list_strangers(table: Table, rules: Rules, present: frozenset[str]) -> Iterator[Finding]:
    """Sections about nothing; looking for the nearest name is slow, so they are found first."""
    areas = {fold_section(area) for area in _find_first_rows(table, "area")}
    of_areas = rules.owners.keys() | rules.targets.keys()
    if of_areas <= areas and all(one in present or one in areas for one in rules.chains):
        return
    names = list_names(table)
    for problem in find_strangers(rules, controls=names.controls, areas=names.areas):
        yield _split(problem)


def _split(problem: DocProblem) -> Finding:
    place, _, text = str(problem).partition(": ")
    return place, f"{text}; this line counts for nothing"
