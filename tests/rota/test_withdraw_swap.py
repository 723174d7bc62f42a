"""Who may take back a request for a swap, or the yes to one."""

from __future__ import annotations

import pytest
from tests.rota.requesting import memory_asking

from belfry.kernel.errors import Conflict, NotAllowed
from belfry.rota.requests.requests import SwapKind, SwapState


@pytest.mark.parametrize("by", ["Ana Diaz", "Maria Lopez"])
def test_request_is_taken_back_by_the_person_or_a_manager(by: str) -> None:
    asking = memory_asking()
    swap = asking.verbs.withdraw_swap(asking.ask().id, by=by)
    assert (swap.state, swap.settled_by) == (SwapState.WITHDRAWN, by)
    assert asking.people() == ("Ana Diaz",)


@pytest.mark.parametrize("by", ["Cara Woods", "Ben Shaw"])
def test_request_is_not_taken_back_by_a_colleague(by: str) -> None:
    asking = memory_asking()
    swap = asking.ask()
    with pytest.raises(NotAllowed):
        asking.verbs.withdraw_swap(swap.id, by=by)
    assert asking.swap(swap.id) == swap


def test_request_is_taken_back_although_somebody_said_yes() -> None:
    asking = memory_asking()
    swap = asking.verbs.withdraw_swap(asking.offer().id, by="Ana Diaz")
    assert swap.state is SwapState.WITHDRAWN


def test_request_is_not_taken_back_once_it_is_done() -> None:
    asking = memory_asking()
    swap = asking.offer()
    asking.verbs.answer_swap.agree(swap.id, by="Maria Lopez")
    with pytest.raises(Conflict, match="too late: it was agreed by Maria Lopez"):
        asking.verbs.withdraw_swap(swap.id, by="Ana Diaz")


def test_whoever_said_yes_may_take_it_back_before_the_manager_agrees() -> None:
    asking = memory_asking()
    swap = asking.offer()
    after = asking.verbs.withdraw_swap.take_back(swap.id, person="Cara Woods", by="Cara Woods")
    assert (after.state, after.asked, after.round) == (SwapState.ASKING, "Eve Long", 2)
    assert after.refusers == ("Cara Woods",)


def test_yes_is_not_taken_back_once_the_manager_has_agreed() -> None:
    asking = memory_asking()
    swap = asking.offer()
    asking.verbs.answer_swap.agree(swap.id, by="Maria Lopez")
    with pytest.raises(Conflict, match="cannot be taken back: it was agreed by Maria Lopez"):
        asking.verbs.withdraw_swap.take_back(swap.id, person="Cara Woods", by="Cara Woods")
    assert asking.people() == ("Cara Woods",)


def test_yes_of_somebody_else_is_not_taken_back() -> None:
    asking = memory_asking()
    swap = asking.offer()
    with pytest.raises(Conflict, match="Cara Woods said yes"):
        asking.verbs.withdraw_swap.take_back(swap.id, person="Eve Long", by="Eve Long")
    with pytest.raises(NotAllowed):
        asking.verbs.withdraw_swap.take_back(swap.id, person="Cara Woods", by="Eve Long")


def test_drop_is_taken_back_before_the_manager_agrees() -> None:
    asking = memory_asking()
    swap = asking.ask(kind=SwapKind.DROP)
    assert asking.verbs.withdraw_swap(swap.id, by="Ana Diaz").state is SwapState.WITHDRAWN
