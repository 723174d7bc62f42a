"""What comes of the answer of somebody who was asked to take a shift."""

from __future__ import annotations

import pytest
from tests.rota.requesting import Asking, memory_asking
from tests.rota.teams import TIME_OFF_FILE

from belfry.kernel.errors import Conflict, NotAllowed, NotFound
from belfry.rota.requests.requests import Swap, SwapState


def answer(asking: Asking, swap: Swap, person: str, *, is_yes: bool, by: str = "") -> Swap:
    return asking.verbs.answer_ask(swap.id, person=person, is_yes=is_yes, by=by or person)


def test_yes_waits_for_a_manager_and_nothing_changes_hands() -> None:
    asking = memory_asking()
    swap = answer(asking, asking.ask(), "Cara Woods", is_yes=True)
    assert (swap.state, swap.asked) == (SwapState.OFFERED, "Cara Woods")
    assert asking.people() == ("Ana Diaz",)


def test_no_asks_the_next_one() -> None:
    asking = memory_asking()
    swap = answer(asking, asking.ask(), "Cara Woods", is_yes=False)
    assert (swap.state, swap.asked, swap.round) == (SwapState.ASKING, "Eve Long", 2)
    assert swap.refusers == ("Cara Woods",)


def test_last_no_leaves_it_to_a_manager() -> None:
    asking = memory_asking()
    swap = answer(asking, asking.ask(), "Cara Woods", is_yes=False)
    swap = answer(asking, swap, "Eve Long", is_yes=False)
    assert (swap.state, swap.asked) == (SwapState.STUCK, "")
    assert swap.refusers == ("Cara Woods", "Eve Long")


def test_first_name_that_one_person_has_will_do() -> None:
    asking = memory_asking()
    swap = asking.ask()
    said = asking.verbs.answer_ask(swap.id, person="cara", is_yes=True, by="Maria Lopez")
    assert said.state is SwapState.OFFERED
    back = asking.verbs.withdraw_swap.take_back(swap.id, person="Cara", by="Maria Lopez")
    assert (back.state, back.asked) == (SwapState.ASKING, "Eve Long")


def test_whoever_was_let_off_a_shift_is_not_asked_to_take_it_back() -> None:
    asking = memory_asking()
    asking.verbs.answer_swap.agree(asking.offer().id, by="Maria Lopez")
    again = asking.ask(person="Cara Woods")
    assert again.asked == "Eve Long"
    assert answer(asking, again, "Eve Long", is_yes=False).state is SwapState.STUCK


def test_answer_of_somebody_who_is_not_asked_is_refused() -> None:
    asking = memory_asking()
    swap = asking.ask()
    with pytest.raises(NotAllowed, match="Eve Long is not asked about this shift"):
        answer(asking, swap, "Eve Long", is_yes=True)
    assert asking.swap(swap.id) == swap


def test_answer_for_somebody_else_is_refused() -> None:
    asking = memory_asking()
    swap = asking.ask()
    with pytest.raises(NotAllowed, match="Eve Long does not decide"):
        answer(asking, swap, "Cara Woods", is_yes=True, by="Eve Long")


def test_manager_may_answer_for_somebody_who_rang() -> None:
    asking = memory_asking()
    swap = answer(asking, asking.ask(), "Cara Woods", is_yes=True, by="Maria Lopez")
    assert swap.state is SwapState.OFFERED
    assert asking.audit_log(swap.subject)[-1].by == "Maria Lopez"


def test_second_yes_is_refused() -> None:
    asking = memory_asking()
    swap = answer(asking, asking.ask(), "Cara Woods", is_yes=True)
    with pytest.raises(Conflict, match="said yes already"):
        answer(asking, swap, "Cara Woods", is_yes=True)


def test_answer_to_an_older_round_is_refused() -> None:
    asking = memory_asking()
    swap = asking.ask()
    asking.verbs.answer_swap.ask_now(swap.id, by="Maria Lopez")
    with pytest.raises(Conflict, match="this question is over: somebody else is being asked now"):
        asking.verbs.answer_ask(
            swap.id, person="Cara Woods", is_yes=True, by="Cara Woods", round_=1
        )


def test_answer_after_it_is_settled_says_who_settled_it() -> None:
    asking = memory_asking()
    swap = asking.ask()
    asking.verbs.answer_swap.decline(swap.id, by="Maria Lopez")
    with pytest.raises(Conflict, match="this question is over: Maria Lopez declined it"):
        answer(asking, swap, "Cara Woods", is_yes=True)


def test_answer_to_a_swap_that_never_was_is_refused() -> None:
    asking = memory_asking()
    with pytest.raises(NotFound, match="no swap x"):
        asking.verbs.answer_ask("x", person="Cara Woods", is_yes=True, by="Cara Woods")


def test_yes_is_refused_where_the_rules_forbid_it_by_now() -> None:
    asking = memory_asking()
    swap = asking.ask()
    asking.team.add(TIME_OFF_FILE, "Cara Woods,2026-11-20,2026-11-20,approved,")
    with pytest.raises(Conflict, match="the rules speak against it by now: Cara Woods is off"):
        answer(asking, swap, "Cara Woods", is_yes=True)


def test_answer_once_the_shift_has_begun_finds_the_swap_over() -> None:
    asking = memory_asking()
    swap = asking.ask()
    asking.team.go_to("2026-11-20T07:00")
    with pytest.raises(Conflict, match="it is over: the shift has begun"):
        answer(asking, swap, "Cara Woods", is_yes=True)
    assert asking.swap(swap.id).state is SwapState.LAPSED


def test_late_yes_counts_while_nobody_else_was_asked() -> None:
    asking = memory_asking()
    swap = asking.ask()
    asking.hear()
    asking.team.go(hours=30)
    assert answer(asking, swap, "Cara Woods", is_yes=True).state is SwapState.OFFERED
