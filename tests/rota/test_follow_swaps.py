"""What becomes of a swap that waits, as time goes by and weeks change."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rota.requesting import Asking, memory_asking
from tests.rota.teams import STAFF_FILE, TIME_OFF_FILE

from belfry.kernel.changes import Put
from belfry.messaging.messages import Message, State
from belfry.rota.messages.message_keys import ask_key
from belfry.rota.requests.requests import SwapKind, SwapState
from belfry.rota.requests.swap_moves import LONGEST_WAIT, SHORTEST_WAIT, find_deadline

NOON = datetime(2026, 11, 12, 12, tzinfo=UTC)


def mark_asked(asking: Asking, swap_id: str, state: State) -> None:
    """What became of the question that is open."""
    swap = asking.swap(swap_id)
    store, now = asking.team.ports.store, asking.team.app.clock.now()
    message = store.find(Message, ask_key(swap.id, swap.round, swap.asked))
    assert message is not None
    store.commit([Put(replace(message, state=state, sent_at=now, due_at=None))])


def asked(asking: Asking, state: State = State.SENT) -> str:
    """A swap with one person asked, whose message is in this state."""
    swap = asking.ask()
    asking.hear()
    mark_asked(asking, swap.id, state)
    return swap.id


def test_whoever_is_silent_for_a_day_is_passed_over() -> None:
    asking = memory_asking()
    swap_id = asked(asking)
    asking.team.go(hours=23, minutes=59)
    assert str(asking.verbs.follow_swaps()) == "1 open swaps, 0 passed on, 0 over"
    asking.team.go(minutes=1)
    assert str(asking.verbs.follow_swaps()) == "1 open swaps, 1 passed on, 0 over"
    swap = asking.swap(swap_id)
    assert (swap.state, swap.asked, swap.refusers) == (
        SwapState.ASKING,
        "Eve Long",
        ("Cara Woods",),
    )


def test_whoever_is_silent_is_passed_over_sooner_where_the_shift_is_near() -> None:
    asking = memory_asking()
    asking.team.go_to("2026-11-19T19:00")
    swap_id = asked(asking)
    asking.team.go(hours=5, minutes=59)
    asking.verbs.follow_swaps()
    assert asking.swap(swap_id).asked == "Cara Woods"
    asking.team.go(minutes=1)
    asking.verbs.follow_swaps()
    assert asking.swap(swap_id).asked == "Eve Long"


@pytest.mark.parametrize("state", [State.QUEUED, State.HELD])
def test_nobody_is_passed_over_who_has_not_been_reached_yet(state: State) -> None:
    asking = memory_asking()
    swap_id = asked(asking, state)
    asking.team.go(hours=60)
    asking.verbs.follow_swaps()
    assert asking.swap(swap_id).asked == "Cara Woods"


@pytest.mark.parametrize("state", [State.FAILED, State.BOUNCED, State.DROPPED])
def test_whoever_cannot_be_reached_is_passed_over_at_once(state: State) -> None:
    asking = memory_asking()
    swap_id = asked(asking, state)
    asking.verbs.follow_swaps()
    assert asking.swap(swap_id).asked == "Eve Long"


def test_whoever_may_not_take_it_by_now_is_passed_over() -> None:
    asking = memory_asking()
    swap = asking.ask()
    asking.team.add(TIME_OFF_FILE, "Cara Woods,2026-11-20,2026-11-20,approved,")
    asking.verbs.follow_swaps()
    assert asking.swap(swap.id).asked == "Eve Long"


def test_offer_waits_for_the_manager_however_long_it_takes() -> None:
    asking = memory_asking()
    swap_id = asked(asking)
    offered = asking.verbs.answer_ask(swap_id, person="Cara Woods", is_yes=True, by="Cara Woods")
    asking.team.add(TIME_OFF_FILE, "Cara Woods,2026-11-20,2026-11-20,approved,")
    asking.team.go(days=7)
    asking.verbs.follow_swaps()
    assert asking.swap(swap_id) == offered


@pytest.mark.parametrize("kind", [SwapKind.COVER, SwapKind.DROP])
def test_swap_is_over_when_its_shift_begins(kind: SwapKind) -> None:
    asking = memory_asking()
    swap = asking.ask(kind=kind)
    asking.team.go_to("2026-11-20T06:59")
    asking.verbs.follow_swaps()
    assert asking.swap(swap.id).is_open
    asking.team.go_to("2026-11-20T07:00")
    assert str(asking.verbs.follow_swaps()) == "1 open swaps, 0 passed on, 1 over"
    over = asking.swap(swap.id)
    assert (over.state, over.settled_by, over.why) == (
        SwapState.LAPSED,
        "belfry",
        "the shift has begun",
    )


def republish(asking: Asking, **changes: Any) -> None:
    """The week once more, with another line for Friday early."""
    head = asking.team.head()
    lines = [
        replace(line, draft=2, revision=0, **(changes if line.shift_id == "fri-early" else {}))
        for line in asking.team.lines().values()
        if changes or line.shift_id != "fri-early"
    ]
    draft = replace(asking.team.drafts()[-1], number=2, revision=0)
    asking.team.put(*lines, draft, replace(head, draft=2, published=2, edition=2))


def test_swap_is_over_when_the_shift_changes_hands() -> None:
    asking = memory_asking()
    swap = asking.ask()
    republish(asking, assigned="Ben Shaw")
    asking.verbs.follow_swaps()
    assert asking.swap(swap.id).why == "Ana Diaz does not have this shift any more"


def test_swap_is_over_when_the_shift_is_gone() -> None:
    asking = memory_asking()
    swap = asking.ask()
    republish(asking)
    asking.verbs.follow_swaps()
    assert asking.swap(swap.id).why == "the week has no such shift any more"


def test_swap_goes_with_its_shift_when_that_moves() -> None:
    asking = memory_asking()
    swap = asking.offer()
    republish(asking, starts="08:00")
    asking.verbs.follow_swaps()
    assert asking.swap(swap.id) == swap


def test_drop_waits_for_the_manager_and_asks_no_one() -> None:
    asking = memory_asking()
    swap = asking.ask(kind=SwapKind.DROP)
    asking.team.go(hours=30)
    assert str(asking.verbs.follow_swaps()) == "1 open swaps, 0 passed on, 0 over"
    assert asking.swap(swap.id) == swap


def test_offer_to_take_a_shift_lapses_when_its_maker_leaves() -> None:
    asking = memory_asking()
    asking.open_up()
    swap = asking.take("Cara Woods")
    staff = asking.team.read(STAFF_FILE).splitlines(keepends=True)
    stayed = "".join(line for line in staff if not line.startswith("Cara Woods"))
    asking.team.write(STAFF_FILE, stayed)
    asking.verbs.follow_swaps()
    assert asking.swap(swap.id).state is SwapState.LAPSED


def test_swap_that_is_settled_is_left_alone() -> None:
    asking = memory_asking()
    swap = asking.ask()
    asking.verbs.withdraw_swap(swap.id, by="Ana Diaz")
    assert str(asking.verbs.follow_swaps()) == ""


@given(wait=st.timedeltas(timedelta(minutes=1), timedelta(days=30)))
def test_deadline_is_never_later_than_a_day_and_leaves_time_for_another(wait: timedelta) -> None:
    deadline = find_deadline(NOON, NOON + wait)
    assert deadline - NOON <= LONGEST_WAIT
    assert deadline - NOON == min(LONGEST_WAIT, max(wait / 2, SHORTEST_WAIT))
