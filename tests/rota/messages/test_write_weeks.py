"""A person's calendar is right after every message that arrives, whatever was lost."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rota.own_weeks import own

from belfry.rota.messages.write_weeks import Heard, find_heard, list_invites
from belfry.rota.publishing.calendar_entries import Invite, Method
from belfry.rota.publishing.own_shifts import (
    Edition,
    OwnShift,
    PersonWeek,
    dump_shifts,
    find_changes,
    load_shifts,
    plan_update,
)

MON, TUE, FRI = own("Mon 07:00-15:00"), own("Tue 07:00-15:00"), own("Fri 15:00-22:00")
NOON = datetime(2026, 11, 12, 12, tzinfo=UTC)


def told(*shifts: OwnShift) -> dict[str, list[str]]:
    return dump_shifts(shifts)


def test_nothing_was_heard_where_nothing_left() -> None:
    assert find_heard([]) == Heard(None, ())


def test_last_message_is_what_was_heard() -> None:
    assert find_heard([(told(TUE), True), (told(MON), True)]) == Heard((TUE,), (TUE,))


def test_what_may_have_arrived_or_not_may_stand_in_the_calendar_with_what_came_before() -> None:
    heard = find_heard([(told(TUE), False), (told(MON), True), (told(FRI), True)])
    assert heard == Heard((TUE,), (MON, TUE))


def test_calendar_hears_what_is_off_and_all_that_is_theirs() -> None:
    heard = Heard((MON, TUE), (MON, TUE))
    assert list_invites(heard, (FRI, TUE), {MON.id: 3, TUE.id: 1, FRI.id: 0}) == (
        Invite(Method.CANCEL, MON, 3),
        Invite(Method.REQUEST, TUE, 1),
        Invite(Method.REQUEST, FRI, 0),
    )


class Turn(NamedTuple):
    """An edition, and what became of the message about it."""

    shifts: tuple[OwnShift, ...]
    fate: str


FATES = ("arrives", "held", "uncertain but arrives", "uncertain and lost", "bounces")


def _move(shift: OwnShift, hours: int) -> OwnShift:
    by = timedelta(hours=hours)
    return OwnShift(
        id=shift.id, starts_at=shift.starts_at + by, ends_at=shift.ends_at + by, role=shift.role
    )


some_shifts = st.lists(
    st.builds(_move, st.sampled_from([MON, TUE, FRI]), st.integers(0, 2)),
    unique_by=lambda shift: shift.id,
    max_size=3,
).map(tuple)
turns = st.lists(st.builds(Turn, some_shifts, st.sampled_from(FATES)), min_size=1, max_size=8)


class Calendar:
    """As RFC 5546 has it: what is newer wins, whatever comes in which order."""

    def __init__(self) -> None:
        self.entries: dict[str, tuple[int, OwnShift | None]] = {}

    def take(self, invites: tuple[Invite, ...]) -> None:
        for invite in invites:
            known = self.entries.get(invite.shift.id, (-1, None))[0]
            if invite.sequence >= known:
                shift = invite.shift if invite.method is Method.REQUEST else None
                self.entries[invite.shift.id] = (invite.sequence, shift)

    @property
    def shown(self) -> dict[str, OwnShift]:
        return {key: shift for key, (_, shift) in self.entries.items() if shift}


@settings(max_examples=400, deadline=None, derandomize=True)
@given(turns)
def test_calendar_is_right_after_every_message_that_arrives(given_turns: list[Turn]) -> None:
    known: PersonWeek | None = None
    calendar = Calendar()
    left: list[tuple[dict[str, Any], bool]] = []
    for number, turn in enumerate(given_turns, start=1):
        edition = Edition(
            week="2026-11-16", number=number, at=NOON, shifts={"Ana": turn.shifts}, members={}
        )
        news = plan_update(edition, "Ana", known)
        assert news is not None
        known = news
        if known.notified_edition < number:
            continue
        heard = find_heard(left)
        is_needless = heard.last is not None and not find_changes(heard.last, turn.shifts)
        if turn.fate == "held" or is_needless:
            continue
        if turn.fate in ("arrives", "uncertain but arrives"):
            calendar.take(list_invites(heard, load_shifts(known.notified_shifts), known.sequences))
            assert calendar.shown == {shift.id: shift for shift in turn.shifts}
        if turn.fate != "bounces":
            left.insert(0, (dump_shifts(turn.shifts), turn.fate == "arrives"))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.lists(some_shifts, min_size=2, max_size=8))
def test_numbers_only_grow_with_every_change(editions: list[tuple[OwnShift, ...]]) -> None:
    known: PersonWeek | None = None
    for number, shifts in enumerate(editions, start=1):
        edition = Edition(
            week="2026-11-16", number=number, at=NOON, shifts={"Ana": shifts}, members={}
        )
        news = plan_update(edition, "Ana", known)
        assert news is not None
        before = known.sequences if known else {}
        changes = find_changes(load_shifts(known.notified_shifts) if known else (), shifts)
        for changed in (*changes.new, *changes.gone, *(pair.after for pair in changes.moved)):
            assert news.sequences[changed.id] > before.get(changed.id, -1)
        known = news
