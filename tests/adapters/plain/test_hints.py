"""Whether the hints of a reader leave out anything that it looks for, on random records."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import date, datetime, timedelta
from enum import StrEnum
from random import Random
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.store import MemoryStore
from tests.samples import NOON, a_workflow

from belfry.accounts.keys import ApiKey
from belfry.accounts.sessions import Session
from belfry.accounts.users import User
from belfry.adapters.aws.dynamo import Dynamo
from belfry.adapters.aws.store import DynamoStore
from belfry.adapters.aws.tables import ItemMaps
from belfry.adapters.plain.reader import PlainReader
from belfry.adapters.sql.columns import TABLE_MAPPINGS
from belfry.adapters.sql.tables import metadata
from belfry.bootstrap.aws_home import READERS
from belfry.controls.controls import AnswerLink, ReminderLine
from belfry.controls.ports import AreaPart
from belfry.jobs.jobs import Job, Move
from belfry.kernel.changes import Put
from belfry.kernel.records import Record
from belfry.messaging.messages import Message, State
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek
from belfry.rota.requests.requests import Asked
from belfry.scheduler.runs import RunStatus
from belfry.scheduler.workflows import Workflow

OF_EACH = 12
CALLS = {"memory": 40, "dynamodb": 4}
WORDS = ["", "a", "b", "a/b", "Zoë #1", "jobs"]
WEEKS = ["2026-11-09", "2026-11-16", "2026-11-23"]
MESSAGES = [
    ("jobs/{}/move-{}", "jobs/{}", "jobs"),
    ("replies/{}{}", "contacts/{}", "jobs"),
    ("rota/{}/edition-1/{}", "rota/{}", "rota"),
    ("controls/{}/{}", "controls/{}", "controls"),
    ("controls-summary/{}/{}", "controls-summary/{}", "controls"),
    ("notice {} {}", "notice {}", "people"),
]
ABOUTS = [(about.format(word), room) for _, about, room in MESSAGES for word in ("a", "b")]


class Unhinted:
    """Rows that ignore every hint."""

    def __init__(self, store: MemoryStore) -> None:
        self.find, self.find_all = store.find, store.find_all
        self.rows = lambda kind, near=None: store.rows(kind)
        self.newest = lambda kind, along, near=None, until=None: store.newest(kind, along)


def moment(random: Random) -> datetime:
    return NOON + timedelta(minutes=random.randrange(-5, 6))


def day(random: Random) -> date:
    return NOON.date() + timedelta(days=random.randrange(-5, 6))


def make_value(hint: Any, random: Random) -> Any:
    if get_origin(hint) in (Union, UnionType):
        inner = next(arg for arg in get_args(hint) if arg is not type(None))
        return random.choice([None, make_value(inner, random)])
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return random.choice(list(hint))
    makers: dict[Any, Callable[[], Any]] = {
        str: lambda: random.choice(WORDS),
        int: lambda: random.randrange(4),
        bool: lambda: random.random() < 0.5,
        datetime: lambda: moment(random),
        date: lambda: day(random),
        timedelta: lambda: timedelta(minutes=random.randrange(9)),
    }
    return makers.get(hint, dict)()


def make_fixed(kind: type[Any], random: Random) -> dict[str, Any]:
    """The fields that cannot have just any value."""
    fixed: dict[str, Any] = {
        "revision": 0,
        "successor": "",
        "audit_seq": 0,
        "week": random.choice(WEEKS),
    }
    if kind is RotaWeek:
        fixed["id"] = fixed["week"]
    if kind is ApiKey:
        fixed["id"] = random.randrange(10**9)
    if kind is Job:
        fixed["number"] = ""
    if kind is ReminderLine:
        fixed["slot"] = random.choice(["day-3", "day+0", "escalation"])
    if kind in (DraftLine, Move):
        fixed |= dict.fromkeys(("shift_id", "job_id"), random.choice(WORDS[1:]))
    if kind is Message:
        key, about, room = random.choice(MESSAGES)
        word = random.choice("ab")
        fixed |= {
            "id": key.format(word, random.randrange(9)),
            "about": about.format(word),
            "room": room,
        }
    return fixed


def make_record(kind: type[Any], random: Random) -> Record:
    if kind is Workflow:
        return a_workflow(random.randrange(1, 9), name=random.choice(WORDS[1:]))
    hints, fixed = get_type_hints(kind), make_fixed(kind, random)
    names = [field.name for field in fields(kind)]
    record: Record = kind(
        **{
            name: fixed[name] if name in fixed else make_value(hints[name], random)
            for name in names
        }
    )
    return record


def make_records(random: Random) -> list[Record]:
    assert metadata.tables
    kinds = sorted(TABLE_MAPPINGS, key=lambda kind: str(kind.__name__))
    made = [make_record(kind, random) for kind in kinds for _ in range(OF_EACH)]
    by_key = {(type(record), record.key): record for record in made}
    return list({(type(record), find_name(record)): record for record in by_key.values()}.values())


def find_name(record: Any) -> object:
    """What names one record of its kind, besides its key."""
    match record:
        case Workflow():
            return record.name
        case User():
            return record.email
    return getattr(record, "token", record.key)


def pick(*values: Any) -> Callable[[Random], Any]:
    return lambda random: random.choice(values)


def some(*values: Any) -> Callable[[Random], Any]:
    return lambda random: random.sample(values, random.randrange(len(values) + 1))


def place(random: Random) -> Any:
    return random.choice([None, (moment(random), random.choice(WORDS))])


def day_place(random: Random) -> Any:
    return random.choice([None, (day(random), random.choice(WORDS))])


def stretches(random: Random) -> Any:
    return [(moment(random), moment(random)) for _ in range(3)]


# By the parameter, or by class, method and parameter.
ARGUMENTS: dict[str, Callable[[Random], Any]] = {
    **dict.fromkeys(("now", "since", "until", "chased_before"), moment),
    **dict.fromkeys(("today", "first", "last"), day),
    **dict.fromkeys(("control_id", "job_id", "stage", "token", "address", "run_id"), pick(*WORDS)),
    **dict.fromkeys(("person", "words", "email", "name", "contact"), pick(*WORDS)),
    **dict.fromkeys(("ids", "numbers", "job_ids", "notice_ids"), some(*WORDS)),
    **dict.fromkeys(("team_id", "workflow_id"), pick(None, 0, 1, 2)),
    **dict.fromkeys(("is_open", "is_published"), pick(None, True, False)),
    **dict.fromkeys(
        ("archived", "disabled", "revoked", "is_last_word", "is_undecided"), pick(True, False)
    ),
    "limit": pick(1, 3, 1000),
    "lane": pick(None, *WORDS),
    **dict.fromkeys(("but_lanes", "but_hosts"), some(*WORDS)),
    "most": pick(1, 1000),
    "workflow_ids": some(0, 1, 2, 3),
    "key_id": pick(0, 1, 2, 3),
    "user_id": pick(0, 1, 2, 3),
    "after": pick(0, 1, 2),
    "before": place,
    "week": pick(*WEEKS),
    "weeks": some(*WEEKS),
    "draft": pick(0, 1, 2, 3),
    "drafts": lambda random: {week: random.randrange(4) for week in random.sample(WEEKS, 2)},
    "room": pick(None, "a", "jobs"),
    "digest": pick(*WORDS),
    "abouts": some(*(about for about, _ in ABOUTS)),
    "about": pick(*(about for about, _ in ABOUTS)),
    "kind": pick(Session, AnswerLink),
    "entered_before": lambda random: {word: moment(random) for word in random.sample(WORDS, 3)},
    "parts": lambda random: [AreaPart(random.choice(WORDS), 0, 2), AreaPart("a", 1, 9)],
    **dict.fromkeys(
        ("control_ids", "on_board"),
        lambda random: random.choice([None, random.sample(WORDS, 3)]),
    ),
    "stretches": stretches,
    "PlainMessages.list_newest.states": some(*State),
    "PlainMessages.list_newest.about": lambda random: random.choice(
        [None, random.choice(ABOUTS)[0]]
    ),
    "PlainMessages.list_newest.room": pick(None, "jobs", "rota", "controls", "people"),
    "PlainRuns.list_newest.statuses": some(*RunStatus),
    "PlainRequests.list_time_off.states": some(*Asked),
    "PlainRequests.list_time_off.since": day,
    "PlainJobs.list_page.after": pick(*WORDS),
    "PlainJobs.list_page.stage": pick(None, *WORDS),
    "PlainCustomers.list_replies.about": pick(None, *WORDS),
    "PlainCustomers.list_replies.contact": pick(None, *WORDS),
    "PlainControls.list_to_check.after": day_place,
    "PlainControls.list_page.after": day_place,
    "PlainControls.list_page.before": day,
    "PlainControls.list_summaries.until": day,
    "PlainControls.list_summaries.done_after": day,
    "PlainControls.count.done_after": day,
    "PlainRotas.list_ahead.after": moment,
    "PlainPhotos.list_ended.last": pick(*WORDS),
    "PlainPhotos.list_ended.before": moment,
    "PlainMonitor.list_old_runs.before": moment,
    "PlainIncomingMails.list_filed.before": moment,
    "PlainFigures.count_cycles.stretches": lambda random: [(day(random), day(random))],
}


def list_methods(reader: type[PlainReader]) -> list[str]:
    return [name for name, _ in inspect.getmembers(reader, inspect.isfunction) if name[0] != "_"]


def make_arguments(
    reader: type[PlainReader], method: str, random: Random
) -> tuple[list[Any], dict[str, Any]]:
    positional, named = [], {}
    for name, parameter in list(inspect.signature(getattr(reader, method)).parameters.items())[1:]:
        make = ARGUMENTS.get(f"{reader.__name__}.{method}.{name}") or ARGUMENTS[name]
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional += make(random)
        elif parameter.kind is parameter.KEYWORD_ONLY:
            named[name] = make(random)
        else:
            positional.append(make(random))
    return positional, named


def normalise(answer: Any) -> Any:
    """Answers in any order are compared in one."""
    if isinstance(answer, Mapping):
        return sorted((str(key), str(normalise(value))) for key, value in answer.items())
    return sorted(str(normalise(part)) for part in answer) if isinstance(answer, list) else answer


@pytest.mark.parametrize("home", list(CALLS))
def test_hints_leave_out_nothing_that_a_reader_looks_for(
    home: str, request: pytest.FixtureRequest
) -> None:
    random = Random(home)
    memory = MemoryStore(CrashingPoints())
    store: Any = memory
    if home == "dynamodb":
        store = DynamoStore(
            Dynamo(request.getfixturevalue("belfry_tables")), ItemMaps(), CrashingPoints()
        )
    records = make_records(random)
    for start in range(0, len(records), 50):
        for keeper in {memory, store}:
            keeper.commit([Put(record) for record in records[start : start + 50]])

    failures = []
    for reader in READERS.values():
        for method in list_methods(reader):
            for _ in range(CALLS[home]):
                positional, named = make_arguments(reader, method, random)
                hinted = getattr(reader(store), method)(*positional, **named)
                plain = getattr(reader(Unhinted(memory)), method)(*positional, **named)
                if normalise(hinted) != normalise(plain):
                    failures.append(f"{reader.__name__}.{method} {positional} {named}")
    assert not failures, "\n".join(failures)


def test_hint_that_is_too_narrow_would_be_seen() -> None:
    class Narrow(PlainReader):
        def list_short(self) -> list[Job]:
            return [job for job in self._store.rows(Job, {"stage": "a"}) if job.item != ""]

    memory = MemoryStore(CrashingPoints())
    for record in make_records(Random(1)):
        memory.commit([Put(record)])
    assert Narrow(memory).list_short() != Narrow(Unhinted(memory)).list_short()
