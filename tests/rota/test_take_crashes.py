"""What is left when the process dies while an open shift is given to one of three who would."""

from __future__ import annotations

from contextlib import suppress

import pytest
from tests.fakes.crash_points import Crashed
from tests.rota.requesting import Asking, asking_again, memory_asking
from tests.rota.teams import WEEK

from belfry.kernel.errors import Conflict

MARIA = "Maria Lopez"
WANTED = f"{WEEK}-3"


def prepare() -> Asking:
    """Friday early is open, and three people would take it; Eve's offer is the second."""
    asking = memory_asking()
    asking.open_up()
    for name in ("Cara Woods", "Eve Long", "Ana Diaz"):
        asking.take(name)
    return asking


def agree(asking: Asking) -> None:
    asking.verbs.answer_swap.agree(WANTED, by=MARIA)


def describe(asking: Asking) -> dict[str, object]:
    """Everything visible of a request."""
    asking.hear()
    head, swaps = asking.team.head(), asking.team.ports.requests.list_swaps(WEEK)
    return {
        "people": asking.team.grid(head.published),
        "edition": head.edition,
        "swaps": [(swap.id, swap.state, swap.asked, swap.why) for swap in swaps],
        "messages": sorted(message.id for message in asking.messages()),
    }


def list_steps() -> list[tuple[str, int]]:
    asking = prepare()
    steps = asking.team.app.crash_points
    begun = len(steps.seen)
    agree(asking)
    reached = steps.seen[begun:]
    return [(step, reached[: at + 1].count(step)) for at, step in enumerate(reached)]


def test_the_yes_has_a_step_for_the_week_and_for_each_of_the_others() -> None:
    steps = [step for step, _ in list_steps() if not step.startswith("store.")]
    assert steps[-3:] == ["rota.change_published", "swap.followed", "swap.followed"]


@pytest.mark.parametrize(("step", "nth"), list_steps())
def test_next_try_gives_the_shift_to_one_and_tells_the_others(step: str, nth: int) -> None:
    whole = prepare()
    agree(whole)
    crashed = prepare()
    crashed.team.app.crash_points.crash_at(step, nth)
    with pytest.raises(Crashed):
        agree(crashed)
    again = asking_again(crashed)
    with suppress(Conflict):  # it was agreed to before the crash
        agree(again)
    again.verbs.update()
    assert describe(again) == describe(whole)
