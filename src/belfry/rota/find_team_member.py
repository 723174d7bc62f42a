"""Find who on the staff list is looking at a page, and who else there is."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.texts import plain_name
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets
from belfry.rota.sheets.staff_rows import StaffList
from belfry.rota.team import FindDeciders
from belfry.workspace.people.people import find_person


@dataclass(frozen=True, slots=True)
class FindTeamMember:
    read_sheets: ReadRotaSheets
    find_deciders: FindDeciders

    def __call__(self, by: str) -> str:
        """Their name as the staff sheet has it; empty if they are not on it.

        `by` is who is signed in, or a name.
        """
        staff = self._find_list()
        return staff.make_roster().find(self.find_deciders.find_name(by)) or "" if staff else ""

    def list_all(self) -> tuple[str, ...]:
        """Everybody who can be given shifts, by name; nobody while there is no staff sheet."""
        staff = self._find_list()
        return tuple(sorted((row.name for row in staff.rows), key=str.casefold)) if staff else ()

    def find_namesake(self, said: str, *, by: str) -> str:
        """Whom of the team a name or address means, if that is somebody else than `by`.

        Shifts and decisions go by names and addresses: nobody may take on those of another.
        """
        person = find_person(self.find_deciders.find_staff().people, said)
        known = person.name if person else self(said)
        own = (self.find_deciders.find_name(by), self(by))
        return "" if plain_name(known) in map(plain_name, own) else known

    def _find_list(self) -> StaffList | None:
        try:
            return self.read_sheets.staff().found
        except (NotFound, InputError):
            return None
