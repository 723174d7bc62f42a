"""A restaurant of fifteen with a week to draft: something to look at, with a gap or two in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.entrypoints.web.pages.cafes import WEEK, Cafe

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD = "name,role,hours_target,skills,slack_id,email,max_hours,cap_override"
ROWS = (
    "Ana Diaz,waiter,32,till;opening,,ana@example.com,40,",
    "Ben Shaw,waiter,32,till,,ben@example.com,40,",
    "Cara Woods,waiter;cook,24,opening,,cara@example.com,32,",
    "Dev Patel,cook,38,opening,,dev@example.com,,",
    "Eve Long,waiter,16,,,eve@example.com,20,",
    "Femi Ade,cook,40,opening,,femi@example.com,,",
    "Grace Okafor,waiter,30,till,,grace@example.com,,",
    "Hugo Lind,porter,24,,,hugo@example.com,,",
    "Ines Prado,waiter,20,till,,ines@example.com,,",
    "Jonas Beck,cook;porter,32,,,jonas@example.com,,",
    "Kira Novak,waiter,38,till;opening,,kira@example.com,,",
    "Lucy Tan,barista,30,till,,lucy@example.com,,",
    "Maya Singh,barista,30,till,,maya@example.com,,",
    "Noor Haddad,barista;waiter,24,,,noor@example.com,,",
    "Bartholomew Featherstonehaugh,porter,16,,,bart@example.com,,",
)
PEOPLE_HEAD = "name,email,phone,timezone,role,manager,deputy,away_from,away_until"
LEADERS = (
    "Olga Finch,owner@example.com,,,owner,,,,",
    "Maria Lopez,maria@example.com,,,manager,,Olga Finch,,",
)
OFF = (
    "name,start_date,end_date,status,reason",
    "Femi Ade,2026-11-27,2026-11-29,approved,wedding",
    "Dev Patel,2026-11-29,2026-11-29,pending,",
    "",
)
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
# What every day has; at the end of the week there is more to do.
DAILY = (
    "early,07:00,15:00,barista,,1",
    "late,14:00,22:00,barista,till,1",
    "lunch,10:00,18:00,waiter,,2",
    "dinner,15:00,23:00,waiter,till,1",
    "kitchen,09:00,17:00,cook,,1",
    "stove,15:00,23:00,cook,,1",
)
WEEKENDS = ("porter,12:00,20:00,porter,,1", "door,18:00,02:00,waiter,till,1")


def furnish(cafe: Cafe) -> None:
    """The files of fifteen people, and a draft in which not everything could be filled."""
    cafe.open()
    cafe.go_to()
    people = [f"{row.split(',')[0]},{row.split(',')[5]},,,staff,Maria Lopez,,," for row in ROWS]
    cafe.write("people.csv", "\n".join([PEOPLE_HEAD, *LEADERS, *people, ""]))
    cafe.write("rota/staff.csv", "\n".join([HEAD, *ROWS, ""]))
    cafe.write("rota/availability.csv", "name,day,start,end\nBen Shaw,Mon-Fri,06:00,24:00\n")
    off = (
        "name,start_date,end_date,status,reason\nFemi Ade,2026-11-27,2026-11-29,approved,wedding\n"
    )
    cafe.write("rota/time_off.csv", f"{off}Dev Patel,2026-11-29,2026-11-29,pending,\n")
    head = "shift_id,day,start,end,role,skills,headcount,assigned_to,pinned,hold"
    cafe.write(f"rota/week-{WEEK}.csv", "\n".join([head, *list_shifts(), ""]))


def list_shifts() -> Iterator[str]:
    for day in DAYS:
        more = WEEKENDS if day in ("Fri", "Sat") else ()
        for shift in (*DAILY, *more):
            name, _, rest = shift.partition(",")
            pin = "Ana Diaz,yes," if (day, name) == ("Mon", "lunch") else ",,"
            yield f"{day.lower()}-{name},{day},{rest},{pin}"
    yield "sat-event,Sat,16:00,24:00,waiter,,1,,,yes"
    yield "sun-first-aid,Sun,09:00,17:00,,first aid,1,,,"
