"""Who is to hear of a control, and who comes next if they cannot be reached.

The line is: its owner, the owner's deputy, whoever it is escalated to, the owner's manager, and the
admin. Somebody who is away is passed over for their deputy.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache

from belfry.controls.chains.rules import Rules, find_owner, find_target
from belfry.controls.controls import Control
from belfry.controls.reminders.reminders import Because
from belfry.workspace.staff import Staff


@dataclass(frozen=True, slots=True)
class Hearer:
    """One person who hears of a control; `instead_of` another, `because` of what."""

    name: str
    instead_of: str = ""
    because: Because | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """Who has to do with one control; names are whole ones, as far as people.csv has them."""

    staff: Staff
    owner: str
    target: str
    names: tuple[str, ...]

    def list_hearers(self, today: date, *, is_escalation: bool) -> list[Hearer]:
        """The owner, and for an escalation its target besides; nobody twice."""
        first = self._find_hearer(self.owner, self.names, today)
        if not is_escalation:
            return [first]
        others = [name for name in (self.target, *self.names) if name != self.owner]
        second = self._find_hearer(self.target, others, today, told=(first.name,))
        return [first] if second.name == first.name else [first, second]

    def find_next(
        self, today: date, told: Collection[str], names: Iterable[str] | None = None
    ) -> str | None:
        """The first who is there, can be reached and has not been told; None if there is nobody."""
        for name in self.names if names is None else names:
            present = self.staff.find_present(name, today)
            if present and present not in told and self.staff.find_way(present):
                return present
        return None

    def _find_hearer(
        self, name: str, names: Iterable[str], today: date, told: tuple[str, ...] = ()
    ) -> Hearer:
        staff = self.staff
        if staff.is_away(name, today):
            other = self.find_next(today, (name, *told), (name, *names))
            return Hearer(other, name, Because.AWAY) if other else Hearer(name)
        if staff.find_way(name) or name == staff.admin_name:
            return Hearer(name)
        because = Because.UNREACHABLE if staff.is_known(name) else Because.UNKNOWN
        admin = staff.find_present(staff.admin_name, today) or staff.admin_name
        return Hearer(admin, name, because)


def name_owner(control: Control, rules: Rules, staff: Staff) -> str:
    """Whoever is reminded first; the admin where nobody is named."""
    return _name(control.owner, control.area, rules, staff)


def make_naming(rules: Rules, staff: Staff) -> Callable[[str, str], str]:
    """The same of many controls, from their owner and their area: each is looked up once."""
    return cache(lambda owner, area: _name(owner, area, rules, staff))


def _name(owner: str, area: str, rules: Rules, staff: Staff) -> str:
    return staff.name_of(owner or find_owner(rules, area) or "")


def find_line(control: Control, rules: Rules, staff: Staff) -> Line:
    """Whoever is named nowhere is the admin."""
    owner = name_owner(control, rules, staff)
    person = staff.find(owner)
    deputy, manager = (person.deputy, person.manager) if person else (None, None)
    named = find_target(rules, control.area)
    above = [staff.name_of(name) for name in (named, manager) if name]
    above.append(staff.admin_name)
    # To escalate to the owner alone would be no escalation.
    target = next((name for name in above if name != owner), owner)
    names = dict.fromkeys([owner, *([deputy] if deputy else []), *above])
    return Line(staff, owner, target, tuple(names))
