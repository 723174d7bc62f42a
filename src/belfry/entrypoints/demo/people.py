"""Who works in the sample shop: an owner, two managers and six others, all of them invented."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from belfry.accounts.users.roles import Role
from belfry.entrypoints.demo.sample import ADMIN

if TYPE_CHECKING:
    from datetime import date

    from belfry.bootstrap import Services

BY = "demo"
HEADER = "name,email,role,manager,deputy,away_from,away_until"
# Name, address, role, manager and deputy.
PEOPLE = (
    ("Rosa Marsh", ADMIN, Role.OWNER, "", "Tom Hale"),
    ("Tom Hale", "tom.hale@example.com", Role.MANAGER, "Rosa Marsh", "Priya Nair"),
    ("Priya Nair", "priya@example.com", Role.MANAGER, "Rosa Marsh", ""),
    ("Ines Caro", "ines@example.com", Role.STAFF, "Tom Hale", ""),
    ("Leo Frost", "leo@example.com", Role.STAFF, "Tom Hale", ""),
    ("Owen Pike", "owen@example.com", Role.STAFF, "Tom Hale", ""),
    ("Hana Sato", "hana@example.com", Role.STAFF, "Priya Nair", ""),
    ("Jamal Reid", "jamal@example.com", Role.STAFF, "Priya Nair", ""),
    ("Elin Berg", "elin@example.com", Role.STAFF, "Priya Nair", ""),
)
# Leo goes away for a few days in a month.
AWAY, AWAY_IN, AWAY_FOR = "Leo Frost", timedelta(days=30), timedelta(days=4)


def render_people(today: date) -> bytes:
    """The shop's list of people on that day."""
    lines = [HEADER]
    for name, email, role, manager, deputy in PEOPLE:
        away = today + AWAY_IN
        days = f"{away},{away + AWAY_FOR}" if name == AWAY else ","
        lines.append(f"{name},{email},{role},{manager},{deputy},{days}")
    return "\n".join([*lines, ""]).encode()


def let_people_in(services: Services) -> None:
    """Everybody of the shop may look at its pages, once they are sent a link."""
    for name, email, role, *_ in PEOPLE:
        if role is Role.OWNER:
            services.accounts.invite_owner(name=name, email=email)
        else:
            services.accounts.add_user(name=name, email=email, role=role, by=BY)
