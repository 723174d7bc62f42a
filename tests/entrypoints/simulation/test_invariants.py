"""Each thing that must hold can break, and is then told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from belfry.controls.controls import CycleLine, Outcome
from belfry.controls.repeats.cycles import open_control
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.entrypoints.cli.simulate import tell
from belfry.entrypoints.simulation.invariants import Watch, find_contradictions, find_false_lines
from belfry.entrypoints.simulation.people import People
from belfry.entrypoints.simulation.run import Simulated
from belfry.entrypoints.simulation.world import (
    BEGINS,
    RARE_SHIFT,
    STAGES,
    Customer,
    World,
    draw_picture,
)
from belfry.kernel.changes import Append, Put
from belfry.kernel.errors import Permanent, Temporary
from belfry.messaging.messages import Message, State
from belfry.messaging.ports import Attachment, OutgoingMessage
from belfry.rota.drafts.drafted_weeks import DraftLine
from belfry.scheduler.runs import RunStatus

SEED = 3
WEEK = timedelta(weeks=1)


def live(folder: Path, within: timedelta) -> Watch:
    world = World(SEED, folder)
    watch = Watch(world)
    world.list_deeds = People(world, SEED).list_deeds
    world.mailbox.inspect = watch.inspect
    world.go_to(BEGINS + within)
    return watch


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Watch]:
    """After eleven days in which all held."""
    watch = live(tmp_path, timedelta(days=11, hours=4))
    watch.check()
    assert watch.world.broken == []
    yield watch
    watch.world.stop()


def a_message(customer: Customer, **changes: object) -> OutgoingMessage:
    outgoing = OutgoingMessage(
        id="m", to=customer.contact, to_name=customer.name, subject="", text="Hello"
    )
    return replace(outgoing, **changes)  # type: ignore[arg-type]


def pick_two(watch: Watch) -> tuple[Customer, Customer]:
    first, second, *_ = watch.world.customers.values()
    return first, second


def tell_of_another(watch: Watch) -> None:
    first, second = pick_two(watch)
    watch.inspect(a_message(first, text=f"Your {second.item} is ready"))


def send_a_link_twice(watch: Watch) -> None:
    for customer in pick_two(watch):
        watch.inspect(a_message(customer, text="https://bench.example.com/t/abc"))


def send_a_picture_of_another(watch: Watch) -> None:
    first, second = pick_two(watch)
    picture = draw_picture(watch.world.find_colour(second))
    watch.inspect(a_message(first, picture=Attachment("a.png", "image/png", picture)))


def send_at_night(watch: Watch) -> None:
    watch.world.go_to(watch.world.clock.now() + timedelta(hours=12))
    watch.inspect(a_message(pick_two(watch)[0]))


def tell_an_old_stage(watch: Watch) -> None:
    ports, world = watch.world.services.ports, watch.world
    messages = [m for m in ports.messages.list_newest(room="jobs", limit=99) if "stage" in m.facts]
    message = next(m for m in messages if m.sent_to in world.customers)
    number = message.facts["job"].partition("~")[0]
    world.shown[number] = [(BEGINS, "received")]
    ports.store.commit([Put(replace(message, facts={**message.facts, "stage": "collected"}))])
    watch.inspect(a_message(world.customers[message.sent_to], id=message.id))


def tell_what_cannot_be_read(watch: Watch) -> None:
    """The board has said nothing that can be read for hours."""
    ports, world = watch.world.services.ports, watch.world
    messages = [m for m in ports.messages.list_newest(room="jobs", limit=99) if "stage" in m.facts]
    message = next(m for m in messages if m.sent_to in world.customers)
    number = message.facts["job"].partition("~")[0]
    world.shown[number] += [(world.clock.now() - timedelta(hours=2), "redy")]
    watch.inspect(a_message(world.customers[message.sent_to], id=message.id))


def hand_over_twice(watch: Watch) -> None:
    watch.world.mailbox.handed_over.append(watch.world.mailbox.handed_over[0])


def hand_over_what_failed(watch: Watch) -> None:
    store = watch.world.services.ports.store
    message = store.find(Message, watch.world.mailbox.handed_over[0])
    assert message is not None
    store.commit([Put(replace(message, state=State.FAILED))])


def swap_links(watch: Watch) -> None:
    first, second = pick_two(watch)
    watch.owners = {
        mark: second if owner == first else first for mark, owner in watch.owners.items()
    }


def be_off_and_not_flagged(watch: Watch) -> None:
    line = _list_coming(watch)[0]
    watch.world.off.add((line.people[0], line.day))


def work_twice_a_day(watch: Watch) -> None:
    coming = _list_coming(watch)
    first, second = next(
        (line, other)
        for line, other in pairwise(coming)
        if line.day == other.day and line.people != other.people
    )
    both = replace(second, assigned=first.assigned)
    watch.world.services.ports.store.commit([Put(both)])


def work_in_another_role(watch: Watch) -> None:
    watch.world.roles[_list_coming(watch)[-1].people[0]] = "stock"


def rest_too_little(watch: Watch) -> None:
    """The person of a late shift has the early one of the day after, too."""
    for line, other in pairwise(_list_coming(watch)):
        if line.ends_at < other.starts_at < line.ends_at + timedelta(hours=11):
            both = replace(other, assigned=line.assigned)
            watch.world.services.ports.store.commit([Put(both)])


def work_all_week(watch: Watch) -> None:
    coming = [line for line in _list_coming(watch) if line.shift_id != RARE_SHIFT]
    lines = [replace(line, assigned=coming[-1].assigned) for line in coming]
    watch.world.services.ports.store.commit([Put(line) for line in lines])


def give_up_an_event(watch: Watch) -> None:
    ports, now = watch.world.services.ports, watch.world.clock.now()
    watch.world.services.controls.acts.snooze("Insurance", days=1, by="Tom")
    watch.world.services.controls.acts.mark_done("Insurance", by="Tom", is_early=True)
    (row, *_) = ports.outbox.claim(now=now, limit=9, within=timedelta(0), about="control")
    ports.outbox.mark_failed(row.id, error="poison", at=now)


def tamper_with_the_audit_log(watch: Watch) -> None:
    control = watch.world.services.ports.controls.list_page(limit=1)[0]
    watch.world.services.ports.store.commit([Put(replace(control, audit_seq=99))])


def fail_a_run(watch: Watch) -> None:
    ports = watch.world.services.ports
    run = ports.runs.list_newest(limit=1)[0]
    ports.store.commit([Put(replace(run, status=RunStatus.PARKED, error="no disk"))])


def miss_what_was_done(watch: Watch) -> None:
    ports = watch.world.services.ports
    for control in ports.controls.list_page(limit=99):
        for line in ports.histories.list_cycles(control.id):
            if line.outcome is Outcome.DONE and line.cycle == control.opened_by:
                missed = replace(line, number=99, outcome=Outcome.MISSED, done_on=None)
                ports.store.commit([Append(missed)])
                return
    raise AssertionError("nothing was done")


def forget_what_was_done(watch: Watch) -> None:
    ports = watch.world.services.ports
    control = next(c for c in ports.controls.list_page(limit=99) if c.opened_by)
    ports.store.commit([Put(replace(control, last_done_on=date(2026, 1, 1)))])


def write_another_board(watch: Watch) -> None:
    world = watch.world
    number = next(n for n, (_, stage) in world.board.items() if stage in STAGES[1:])
    world.board[number] = (world.board[number][0], STAGES[0])
    watch.finish()


def raise_in_a_workflow(watch: Watch) -> None:
    watch.world.tell_error("relay", Permanent("no such table"))


def _list_coming(watch: Watch) -> list[DraftLine]:
    ports, world = watch.world.services.ports, watch.world
    monday = world.today - timedelta(days=world.today.weekday())
    weeks = ports.rotas.list_weeks(monday, monday + 2 * WEEK)
    lines = [
        line for w in weeks if w.published for line in ports.rotas.list_lines(w.id, w.published)
    ]
    return [line for line in lines if line.starts_at > world.clock.now() and line.people]


LIES: dict[str, tuple[Callable[[Watch], None], str]] = {
    "another customer's item": (tell_of_another, "about"),
    "another customer's link": (send_a_link_twice, "sends a link of"),
    "another customer's picture": (send_a_picture_of_another, "sends a picture of another"),
    "a stage the board never had": (tell_an_old_stage, "when the board said"),
    "a stage that cannot be read": (tell_what_cannot_be_read, "when the board said ['redy']"),
    "a message handed over twice": (hand_over_twice, "was handed over 2 times"),
    "a failed message handed over": (hand_over_what_failed, "is failed and was handed over"),
    "a link to another's job": (swap_links, "the link of"),
    "a shift on a day off": (be_off_and_not_flagged, "is off that day"),
    "two shifts a day": (work_twice_a_day, "has two shifts a day"),
    "a shift of another role": (work_in_another_role, "is not of the role counter"),
    "a late and an early shift": (rest_too_little, "rests too little"),
    "too many hours": (work_all_week, "that week"),
    "an event given up": (give_up_an_event, "was given up"),
    "an audit log with a gap": (tamper_with_the_audit_log, "audit log of"),
    "a run that failed": (fail_a_run, "failed for good: no disk"),
    "a date both done and missed": (miss_what_was_done, "is both done and missed"),
    "a control that forgot its work": (forget_what_was_done, "by its history on"),
    "records behind the board": (write_another_board, "the records"),
    "a workflow that raises": (raise_in_a_workflow, "relay raised"),
    "a message at night": (send_at_night, "left at"),
}


def test_what_must_not_be_is_told(watch: Watch) -> None:
    untold = []
    for lie, (act, problem) in LIES.items():
        watch.world.broken.clear()
        act(watch)
        watch.check()
        if not any(problem in text for text in watch.world.broken):
            untold.append(f"{lie}: {watch.world.broken}")
    assert untold == []


def test_what_is_only_temporary_is_no_break(watch: Watch) -> None:
    watch.world.tell_error("relay", Temporary("the list is being saved"))
    assert watch.world.broken == []
    assert watch.world.story[-1].endswith("relay: Temporary('the list is being saved')")


SEEN_ON = date(2026, 3, 2)
MONDAY = parse_repeat("weekly on Monday")


def a_line(
    number: int, outcome: Outcome, due: str, done: str = "", at: str = "2026-03-20"
) -> CycleLine:
    return CycleLine(
        control_id="fire exits",
        number=number,
        cycle=number,
        due_on=date.fromisoformat(due),
        outcome=outcome,
        done_on=date.fromisoformat(done) if done else None,
        at=datetime.fromisoformat(at).replace(tzinfo=UTC),
        by="Maria",
    )


FALSE_LINES = {
    "missed on 2026-03-09, and the work of 2026-03-10 counts for 2026-03-02": [
        a_line(1, Outcome.DONE, "2026-03-02", "2026-03-10"),
        a_line(2, Outcome.MISSED, "2026-03-09"),
    ],
    "missed on 2026-03-23 already on 2026-03-20": [a_line(1, Outcome.MISSED, "2026-03-23")],
    "done on 2026-03-21, entered on 2026-03-20": [
        a_line(1, Outcome.DONE, "2026-03-23", "2026-03-21")
    ],
    "done on 2026-03-03, right after 2026-03-02, for 2026-03-09": [
        a_line(1, Outcome.DONE, "2026-03-02", "2026-03-02"),
        a_line(2, Outcome.DONE, "2026-03-09", "2026-03-03"),
    ],
    "missed on 2026-03-10, the day it was done": [
        a_line(1, Outcome.MISSED, "2026-03-10"),
        a_line(2, Outcome.DONE, "2026-03-16", "2026-03-10"),
    ],
}


@pytest.mark.parametrize("problem", list(FALSE_LINES))
def test_history_that_cannot_be_is_told(problem: str) -> None:
    assert list(find_false_lines(FALSE_LINES[problem])) == [problem]


def test_control_that_contradicts_its_history_is_told() -> None:
    control = open_control("Fire exits", MONDAY, first_seen_on=SEEN_ON)
    lines = [a_line(1, Outcome.MISSED, "2026-02-23"), a_line(2, Outcome.SKIPPED, "2026-03-02")]
    assert list(find_contradictions(control, lines)) == [
        "due on 2026-03-02, which is over",
        "missed on 2026-02-23, before it was first seen on 2026-03-02",
    ]


def test_month_with_two_rates_is_told(watch: Watch) -> None:
    """A done that only some of the reports know: it is a line of no control on the list."""
    line = replace(a_line(1, Outcome.DONE, "2026-03-05", "2026-03-05"), control_id="unknown")
    watch.world.services.ports.store.commit([Append(line)])
    watch.check()
    assert any("in the summary" in text for text in watch.world.broken)


def test_failing_run_prints_its_story() -> None:
    run = Simulated(
        *(7, 4, ("Mon 02 Mar 08:00 take in: J-100",), ("J-100 is lost",)),
        acts=1,
        sent=0,
        runs=2,
        crashes=0,
    )
    answer = tell([run, replace(run, seed=8, broken=())])
    assert not answer.is_well
    printed = answer.text if isinstance(answer.text, list) else []
    assert printed[:3] == ["Seed 7:", "Mon 02 Mar 08:00 take in: J-100", "Broken: J-100 is lost"]
    assert "Seed 8:" not in printed
    assert isinstance(answer.data, dict)
    assert answer.data["ok"] is False
