"""Find out who writes, by the address a letter came from."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.errors import InputError, NotFound
from belfry.rota.drafts.rosters import Roster, make_roster
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets
from belfry.rota.sheets.staff_rows import StaffList
from belfry.workspace.people.find_staff import FindStaff


@dataclass(frozen=True, slots=True)
class FindSenders:
    """An address in people.csv or in the staff sheet is known; one that two people share is not."""

    find_staff: FindStaff
    read_sheets: ReadRotaSheets

    def __call__(self) -> dict[str, str]:
        """Whole names by address in small letters, as the staff sheet has them where it does."""
        staff = self._find_list()
        roster: Roster = staff.make_roster() if staff else make_roster(())
        owners: dict[str, set[str]] = {}
        for person in self.find_staff().people.everybody:
            if person.email:
                name = roster.find(person.name) or person.name
                owners.setdefault(person.email.casefold(), set()).add(name)
        for row in staff.rows if staff else ():
            if row.email:
                owners.setdefault(row.email.casefold(), set()).add(row.name)
        return {address: min(names) for address, names in owners.items() if len(names) == 1}

    def _find_list(self) -> StaffList | None:
        try:
            return self.read_sheets.staff().found
        except (NotFound, InputError):
            return None
