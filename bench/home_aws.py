"""What home aws asks of AWS for each person and reminder, what it costs, and how long it takes.

Calls are counted on the emulator, and the bills computed from calls, so that they are the same on
every machine. The draft and the opening of the pages are measured, each in a process of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from functools import partial
from http import HTTPStatus
from typing import Any

import pytest
from bench.targets import TARGETS, Figure
from tests.services.function_host import Host, hosting, read_event
from tests.services.function_measures import reset, serving_moto
from tests.services.room_measures import count
from tests.stories.benches import london
from tests.stories.control_shops import LIST, TICK, opening_shop, sweep
from tests.stories.web_teams import SESSION, opening_team

from belfry.entrypoints.cli.aws.prices import Line
from belfry.entrypoints.cli.aws.rooms import price_controls, price_rota

PEOPLE, QUICK_PEOPLE = (10, 30), (2, 4)
STAFF, QUICK_STAFF = 50, 6
MOST_PERSON_CALLS, MOST_REMINDER_CALLS = 40, 20
MOST_DRAFT_SECONDS, MEMORY = 60, 512 * 1024 * 1024
# Lambda gives a whole processor with 1,769 MB, and less with less.
SHARE = 512 / 1769
MOST_OPENING_SECONDS = 3
ROUNDS, QUICK_ROUNDS = 5, 1
# Dollars a month, as the reference bills have them.
MOST_ROTA, MOST_CONTROLS = 2.20, 1.80
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri")
THURSDAY, FRIDAY = london("2026-11-12T14:00"), london("2026-11-13T10:00")
MONDAY = date(2026, 11, 16)
# A whole process, whose memory is limited as the function's is.
LIMITED = """
import json, resource, sys, time
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
begun = time.process_time()
from belfry.entrypoints.awslambda.rota import draft
answer = draft({}, None)
print(json.dumps([time.process_time() - begun, answer["result"]]))
"""
OPENING = """
import json, sys, time
begun = time.process_time()
from belfry.entrypoints.awslambda.web import handler
answer = handler(json.loads(sys.argv[1]), None)
print(json.dumps([time.process_time() - begun, answer["statusCode"]]))
"""


def measure(*, is_quick: bool) -> Sequence[Figure]:
    few, many = QUICK_PEOPLE if is_quick else PEOPLE
    with serving_moto() as endpoint:
        person = (count_publish(endpoint, many) - count_publish(endpoint, few)) / (many - few)
        reminder = (count_reminders(endpoint, many) - count_reminders(endpoint, few)) / (many - few)
        drafted = time_draft(endpoint, QUICK_STAFF if is_quick else STAFF)
        rounds = QUICK_ROUNDS if is_quick else ROUNDS
        opened = min(time_openings(endpoint, rounds))
    bills = [(add_up(price_rota(15)), MOST_ROTA), (add_up(price_controls(60)), MOST_CONTROLS)]
    sides = [
        (f"{person:g} calls", f"{MOST_PERSON_CALLS} calls", person / MOST_PERSON_CALLS),
        (f"{reminder:g} calls", f"{MOST_REMINDER_CALLS} calls", reminder / MOST_REMINDER_CALLS),
        (f"{drafted:.1f} s", f"{MOST_DRAFT_SECONDS} s", drafted / MOST_DRAFT_SECONDS),
        (f"{opened:.2f} s", f"{MOST_OPENING_SECONDS} s", opened / MOST_OPENING_SECONDS),
        *((f"${bill:.2f}", f"${most:.2f}", bill / most) for bill, most in bills),
    ]
    return [Figure(target, *side) for target, side in zip(TARGETS["home_aws"], sides, strict=True)]


def count_calls(host: Host, *acts: Callable[[], object]) -> int:
    return sum(call for act in acts for call in count(host, act)["calls"].values())


def count_publish(endpoint: str, people: int) -> int:
    """What functions ask for from a manager's approval until everybody has their shifts."""
    with opening_rota(endpoint, people) as host:
        host.deliver("drafter", TICK)
        approve = host.functions("action-handler").rota.publishing.approve
        host.clock.advance_to(FRIDAY)
        return count_calls(host, lambda: approve(MONDAY, by="Maria Lopez"), host.settle)


def count_reminders(endpoint: str, controls: int) -> int:
    """What functions ask for on a morning on which so many controls are due."""
    row = "Check {},Area {},Maria Lopez,yearly,a photo of the sheet,no,,,2026-12-10\n"
    rows = [row.format(n, n % 9) for n in range(controls)]
    reset(endpoint)
    tasks = LIST.splitlines(keepends=True)[0] + "".join(rows)
    with pytest.MonkeyPatch.context() as patch, opening_shop(endpoint, patch, tasks) as host:
        host.call("ct-scheduler", TICK)
        host.clock.advance_to(london("2026-12-10T09:00"))
        return count_calls(host, lambda: host.deliver("ct-scheduler", TICK), partial(sweep, host))


@contextmanager
def opening_rota(endpoint: str, people: int) -> Iterator[Host]:
    """A team in which everybody has five shifts a week, on the Thursday of its draft."""
    names = [f"Person {number:02}" for number in range(people)]
    persons = [f"{name},person{n}@example.com,staff" for n, name in enumerate(names)]
    shifts = [
        f"{day}-{n},{day},{start:02}:00,{start + 6:02}:00,barista,1"
        for n in range(people)
        for start, day in enumerate(DAYS, start=7)
    ]
    files = {
        "people.csv": ["name,email,role", "Maria Lopez,maria@example.com,manager", *persons],
        "rota/staff.csv": ["name,role,hours_target", *(f"{name},barista,30" for name in names)],
        "rota/template.csv": ["shift_id,day,start,end,role,headcount", *shifts],
    }
    reset(endpoint)
    with (
        pytest.MonkeyPatch.context() as monkeypatch,
        hosting(endpoint, THURSDAY, "", monkeypatch, rooms=("rota",)) as host,
    ):
        for name, lines in files.items():
            host.write(name, "\n".join([*lines, ""]))
        yield host


def time_draft(endpoint: str, people: int) -> float:
    """Seconds of the drafter with the memory of its function, and the share of a processor."""
    with opening_rota(endpoint, people):
        seconds, result = run(LIMITED, str(MEMORY))
    if f"{5 * people} seats" not in result:
        raise AssertionError(f"the drafter said: {result}")
    return float(seconds) / SHARE


def time_openings(endpoint: str, rounds: int) -> list[float]:
    """Seconds of fresh processes, each until it has shown Today to somebody who is signed in."""
    reset(endpoint)
    with pytest.MonkeyPatch.context() as monkeypatch, opening_team(endpoint, monkeypatch) as team:
        token = team.sign_in().cookies[SESSION]
        event = read_event("url_request") | {"rawPath": "/", "cookies": [f"{SESSION}={token}"]}
        event["requestContext"]["http"]["path"] = "/"
        opened = [run(OPENING, json.dumps(event)) for _ in range(rounds)]
    if any(status != HTTPStatus.OK for _, status in opened):
        raise AssertionError(f"the first pages and their status: {opened}")
    return [seconds for seconds, _ in opened]


def run(program: str, argument: str) -> list[Any]:
    command = (sys.executable, "-c", program, argument)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    answer: list[Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def add_up(lines: Sequence[Line]) -> float:
    return sum(line.usd or 0 for line in lines)
