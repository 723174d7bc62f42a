"""What is left of a request when the process dies at any step, and what the next try makes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date

import pytest
from tests.fakes.crash_points import Crashed
from tests.rota.requesting import Asking, asking_again, memory_asking
from tests.rota.teams import TIME_OFF_FILE, WEEK

from belfry.kernel.errors import Conflict

MARIA = "Maria Lopez"
FRIDAY = date(2026, 11, 20)
EMAIL = b"From: ana@example.com\r\n\r\nI need 24 December off\r\n"

Act = Callable[[Asking], object]


def act_swap(asking: Asking) -> None:
    asking.verbs.answer_swap.agree(f"{WEEK}-1", by=MARIA)


def act_time_off(asking: Asking) -> None:
    asking.verbs.answer_time_off.approve("asked-1", by=MARIA)


def act_notes(asking: Asking) -> None:
    asking.verbs.take_notes()


def act_ask(asking: Asking) -> None:
    asking.ask("mon-early")


def act_no(asking: Asking) -> None:
    asking.verbs.answer_ask(
        f"{WEEK}-2", person="Cara Woods", is_yes=False, by="Cara Woods", round_=1
    )


def act_hear(asking: Asking) -> None:
    asking.hear()


ACTS: dict[str, Act] = {
    "a manager agrees to a swap": act_swap,
    "a manager grants time off": act_time_off,
    "notes are taken": act_notes,
    "a swap is asked for": act_ask,
    "somebody says no": act_no,
    "people are told": act_hear,
}


def prepare() -> Asking:
    """A swap with a yes, another that is asked, time off that waits, and a note."""
    asking = memory_asking()
    asking.offer()
    asking.ask("tue-early")
    asking.verbs.ask_time_off("Ben Shaw", FRIDAY, FRIDAY, by="Ben Shaw")
    asking.team.folder.files["rota/notes/1.eml"] = EMAIL
    asking.team.folder.files["rota/notes/2.eml"] = EMAIL.replace(b"24", b"25")
    return asking


def describe(asking: Asking) -> dict[str, object]:
    """Everything visible of a request."""
    head = asking.team.head()
    ports = asking.team.ports
    return {
        "people": asking.team.grid(head.published),
        "edition": head.edition,
        "swaps": [
            (swap.id, swap.state, swap.asked, swap.round)
            for swap in ports.requests.list_swaps(WEEK)
        ],
        "open": [(request.id, request.state) for request in asking.verbs.list().time_off],
        "sheet": asking.team.read(TIME_OFF_FILE),
        "messages": sorted(message.id for message in asking.messages()),
    }


def list_crashes() -> list[tuple[str, str, int]]:
    """Every step of every act, as it is reached the first time."""
    crashes = []
    for name, act in ACTS.items():
        asking = prepare()
        steps = asking.team.app.crash_points
        begun = len(steps.seen)
        act(asking)
        reached = steps.seen[begun:]
        counts = dict.fromkeys(reached, 0)
        for step in reached:
            counts[step] += 1
            crashes.append((name, step, counts[step]))
    return crashes


@pytest.mark.parametrize(("name", "step", "nth"), list_crashes())
def test_next_try_completes_what_a_crash_cut_short(name: str, step: str, nth: int) -> None:
    act = ACTS[name]
    whole = prepare()
    act(whole)
    whole.verbs.update()
    crashed = prepare()
    crashed.team.app.crash_points.crash_at(step, nth)
    with pytest.raises(Crashed):
        act(crashed)
    again = asking_again(crashed)
    with suppress(Conflict):  # it was answered before the crash
        act(again)
    again.verbs.update()
    assert describe(again) == describe(whole)


def test_week_that_crashed_halfway_takes_the_next_free_number() -> None:
    asking = prepare()
    asking.team.app.crash_points.crash_at("rota.lines_kept")
    with pytest.raises(Crashed):
        act_swap(asking)
    head = asking.team.head()
    assert (head.published, head.edition) == (1, 1)
    act_swap(asking_again(asking))
    head = asking.team.head()
    assert (head.published, head.edition) == (3, 2)
