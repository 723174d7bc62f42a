"""The process crashes between any two steps of tick, relay and release: no reminder
is sent twice, and none is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.apps import memory_ports, sql_ports
from tests.controls.offices import START, Office, open_office
from tests.fakes.channel import MemoryChannel
from tests.fakes.crash_points import Crashed, CrashingPoints

from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Ports
from belfry.controls.reminders.reminders import next_key
from belfry.kernel.errors import Permanent, Temporary
from belfry.messaging.messages import State
from belfry.messaging.ports import OutgoingMessage

Act = Callable[[Office], object]
PEOPLE = """\
name,email,manager,deputy
Maria Lopez,maria@example.com,Ann Lee,Tom Hill
Tom Hill,tom@example.com,,
Ann Lee,ann@example.com,,
Bob,bob@example.com,Ann Lee,
"""
TASKS = """\
name,area,repeat,owner,first_due
Fire drill,Safety,monthly,Maria,2026-12-10
Data review,Data,monthly,Bob,2026-12-10
"""
DRILL, REVIEW = "controls/fire drill/2026-12-10", "controls/data review/2026-12-10"
LATER = "escalation-2026-12-14"
WANTED = {
    f"{DRILL}/day+0/Maria Lopez",
    f"{DRILL}/{LATER}/Maria Lopez",
    f"{DRILL}/{LATER}/Tom Hill",
    f"{REVIEW}/day+0/Bob",
    f"{REVIEW}/day+0/Bob/next",
    f"{REVIEW}/{LATER}/Bob",
    f"{REVIEW}/{LATER}/Ann Lee",
    f"{REVIEW}/{LATER}/Bob/next",
}


class NthCrashPoint(CrashingPoints):
    """Crashes at the n-th step of all, once."""

    def __init__(self, nth: int = 0) -> None:
        super().__init__()
        self._nth = nth

    def reached(self, step: str) -> None:
        self.seen.append(step)
        if self._nth == len(self.seen):
            raise Crashed(step)


class Mailboxes(MemoryChannel):
    """Bob's address fails permanently; the first message of all meets a busy server."""

    def __init__(self) -> None:
        super().__init__()
        self.answer_with(Temporary("busy"))

    def send(self, outgoing: OutgoingMessage) -> str:
        if outgoing.to == "bob@example.com":
            raise Permanent("no such mailbox")
        return super().send(outgoing)


def tick(office: Office) -> object:
    return office.app.services.controls.tick()


def go_to(text: str) -> Act:
    def act(office: Office) -> None:
        office.go_to(text)

    return act


def a_lease(office: Office) -> None:
    office.app.clock.advance(timedelta(minutes=11))


A_WHILE: tuple[Act, ...] = (Office.relay, Office.release, a_lease) * 3
ACTS: Sequence[Act] = (
    go_to("2026-12-10T09:00"),
    tick,
    *A_WHILE,
    go_to("2026-12-14T09:00"),
    tick,
    *A_WHILE,
)


@dataclass
class Lived:
    office: Office
    has_crashed: bool = False
    in_hand: set[str] = field(default_factory=set)


def live(ports: Ports, restart: Callable[[Ports], Ports]) -> Lived:
    """A crashed step is done again after the restart, as the scheduler would."""
    lived = Lived(open_office(ports))
    lived.office.write("people.csv", PEOPLE)
    lived.office.write("controls/tasks.csv", TASKS)
    lived.office.write("controls/rules.txt", "Default: on the day\nEscalate safety to: Tom\n")
    channels = lived.office.ports.channels
    assert isinstance(channels, dict)
    channels["email"] = Mailboxes()
    for act in ACTS:
        try:
            act(lived.office)
        except Crashed:
            lived.has_crashed = True
            lived.office = open_office(restart(lived.office.ports))
            waiting = lived.office.messages()
            lived.in_hand = {message.id for message in waiting if message.state is State.SENDING}
            act(lived.office)
    return lived


def check(lived: Lived) -> None:
    office = lived.office
    states = {message.id: message.state for message in office.messages()}
    # What may have arrived is shown to a person, and not passed on.
    assert states.keys() == WANTED - {next_key(message_id) for message_id in lived.in_hand}
    ends = Counter(states.values())
    assert ends.keys() <= {State.SENT, State.FAILED, State.UNCERTAIN}
    assert {id for id, state in states.items() if state is State.UNCERTAIN} == lived.in_hand
    sent_counts = Counter(outgoing.id for outgoing in office.email.sent)
    assert set(sent_counts.values()) == {1}
    sent = {id for id, state in states.items() if state is State.SENT}
    assert sent <= sent_counts.keys() <= sent | lived.in_hand
    occasions = Counter((m.about, m.facts["slot"], m.person) for m in office.messages())
    assert set(occasions.values()) == {1}
    for name in ("fire drill", "data review"):
        lines = office.ports.histories.list_reminders(name)
        assert [line.slot for line in lines] == ["day+0", LATER]
    assert office.ports.outbox.list_failed(limit=10) == []
    assert office.app.services.accounts.verify_audit_log().breaks == ()


def count_steps() -> int:
    steps = NthCrashPoint()
    live(memory_ports(VirtualClock(START), steps), lambda ports: ports)
    return len(steps.seen)


STEPS = count_steps()


def test_office_without_a_crash_reminds_each_person_once() -> None:
    lived = live(memory_ports(VirtualClock(START), NthCrashPoint()), lambda ports: ports)

    check(lived)
    assert sorted(outgoing.to for outgoing in lived.office.email.sent) == [
        "ann@example.com",
        "ann@example.com",
        "maria@example.com",
        "maria@example.com",
        "owner@example.com",
        "tom@example.com",
    ]


@pytest.mark.parametrize("nth", range(1, STEPS + 1))
def test_crash_at_any_step_doubles_and_loses_no_reminder_in_memory(nth: int) -> None:
    lived = live(memory_ports(VirtualClock(START), NthCrashPoint(nth)), lambda ports: ports)

    assert lived.has_crashed
    check(lived)


@pytest.mark.parametrize("nth", range(3, STEPS + 1, 7))
def test_crash_doubles_and_loses_no_reminder_on_sqlite(nth: int, tmp_path: Path) -> None:
    clock = VirtualClock(START)

    def restart(ports: Ports) -> Ports:
        ports.close()
        fresh = sql_ports(None, tmp_path, clock, NthCrashPoint())
        return replace(fresh, folder=ports.folder, versions=ports.versions, channels=ports.channels)

    lived = live(sql_ports(None, tmp_path, clock, NthCrashPoint(nth)), restart)

    check(lived)
    lived.office.ports.close()
