"""Who gets the reminders of a control, and who is next if they cannot be reached.

The line is: owner, owner's deputy, escalation target, owner's manager, admin. The deputy stands in
for a person who is away.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache

from belfry.controls.chains.rules import Rules, find_owner, find_target
from belfry.controls.controls import Control
from belfry.controls.reminders.reminders import Redirect
from belfry.workspace.people import Staff


@dataclass(frozen=True, slots=True)
class Recipient:
    """One person to notify; `instead_of` another, `because` of what."""

    name: str
    instead_of: str = ""
    because: Redirect | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """The people behind one control, by their full names as far as people.csv has them."""

    staff: Staff
    owner: str
    target: str
    names: tuple[str, ...]

    def list_recipients(self, today: date, *, is_escalation: bool) -> list[Recipient]:
        """The owner, and for an escalation its target; never one person twice."""
        first = self._find_recipient(self.owner, self.names, today)
        if not is_escalation:
            return [first]
        others = [name for name in (self.target, *self.names) if name != self.owner]
        second = self._find_recipient(self.target, others, today, notified=(first.name,))
        return [first] if second.name == first.name else [first, second]

    def find_next(
        self, today: date, notified: Collection[str], names: Iterable[str] | None = None
    ) -> str | None:
        """The first who is present, can be reached and is not in `notified`, if any."""
        for name in self.names if names is None else names:
            present = self.staff.find_present(name, today)
            if present and present not in notified and self.staff.find_way(present):
                return present
        return None

    def _find_recipient(
        self, name: str, names: Iterable[str], today: date, notified: tuple[str, ...] = ()
    ) -> Recipient:
        staff = self.staff
        if staff.is_away(name, today):
            other = self.find_next(today, (name, *notified), (name, *names))
            return Recipient(other, name, Redirect.AWAY) if other else Recipient(name)
        if staff.find_way(name) or name == staff.admin_name:
            return Recipient(name)
        because = Redirect.UNREACHABLE if staff.is_known(name) else Redirect.UNKNOWN
        admin = staff.find_present(staff.admin_name, today) or staff.admin_name
        return Recipient(admin, name, because)


def name_owner(control: Control, rules: Rules, staff: Staff) -> str:
    """Who is reminded first; the admin where no owner is named."""
    return _name(control.owner, control.area, rules, staff)


def make_owner_names(rules: Rules, staff: Staff) -> Callable[[str, str], str]:
    """A cached `name_owner` for many controls, by their owner and area."""
    return cache(lambda owner, area: _name(owner, area, rules, staff))


def _name(owner: str, area: str, rules: Rules, staff: Staff) -> str:
    return staff.name_of(owner or find_owner(rules, area) or "")


def find_line(control: Control, rules: Rules, staff: Staff) -> Line:
    """Missing names fall back to the admin."""
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
