"""Controls and people to remind: everything has a sensible value until a test says otherwise."""

from __future__ import annotations

from datetime import date
from typing import Any

from belfry.controls.controls import Control, control_id
from belfry.controls.reminders.reminders import Reminder
from belfry.workspace.people import People, Person, Staff, index_names

DUE = date(2026, 12, 10)
TODAY = date(2026, 12, 7)
ADMIN_ADDRESS = "owner@example.com"
MARIA = Person(name="Maria Lopez", email="maria@example.com", manager="Ann Lee", deputy="Tom Hill")
TOM = Person(name="Tom Hill", email="tom@example.com", timezone="Asia/Tokyo")
ANN = Person(name="Ann Lee", email="ann@example.com")


def a_control(name: str = "Monthly safety check", **changes: Any) -> Control:
    fields: dict[str, Any] = {
        "id": control_id(name),
        "row": "",
        "name": name,
        "area": "Safety",
        "owner": "Maria Lopez",
        "repeat": "monthly",
        "first_seen_on": date(2026, 11, 10),
        "anchor_on": DUE,
        "counted_from_on": date(2026, 11, 10),
        "due_on": DUE,
        "next_check_on": DUE,
    }
    return Control(**{**fields, **changes})


def a_reminder(**changes: Any) -> Reminder:
    fields: dict[str, Any] = {
        "control": control_id("Monthly safety check"),
        "due_on": DUE,
        "cycle": 1,
        "slot": "day-3",
        "day": TODAY,
    }
    return Reminder(**{**fields, **changes})


def a_staff(*people: Person, admin: str = ADMIN_ADDRESS, has_texts: bool = True) -> Staff:
    """Maria, Tom and Ann, unless others are given."""
    everybody = people or (MARIA, TOM, ANN)
    return Staff(
        People(everybody, names=index_names(everybody)),
        admin,
        ("email", "sms") if has_texts else ("email",),
    )
