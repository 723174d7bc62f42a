"""What comes of asking for somebody to take a shift, or to be let off it."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from tests.rota.requesting import Asking, memory_asking
from tests.rota.teams import MONDAY, PEOPLE_FILE, TIME_OFF_FILE, WEEK, london, memory_team

from belfry.kernel.errors import Conflict, InputError, NotAllowed, NotFound
from belfry.rota.requests.requests import SwapKind, SwapState


def test_cover_asks_the_one_whose_turn_it_is() -> None:
    swap = memory_asking().ask()
    assert (swap.state, swap.asked, swap.round) == (SwapState.ASKING, "Cara Woods", 1)
    assert swap.why == "Cara Woods is 24 h below the target of 24 h and would have 8 h with it"


def test_drop_waits_for_a_manager_and_the_shift_stays_theirs() -> None:
    asking = memory_asking()
    swap = asking.ask(kind=SwapKind.DROP)
    assert (swap.state, swap.asked) == (SwapState.OFFERED, "")
    assert asking.people() == ("Ana Diaz",)


def test_cover_is_stuck_where_nobody_may_take_it() -> None:
    asking = memory_asking()
    swap = asking.ask("fri-late", "Ben Shaw")
    assert (swap.state, swap.asked) == (SwapState.STUCK, "")
    assert "Cara Woods lacks till" in swap.why


def test_cover_passes_over_somebody_who_is_away() -> None:
    asking = memory_asking()
    old = "Cara Woods,cara@example.com,,,staff,Maria Lopez,,,"
    asking.team.edit(PEOPLE_FILE, old, f"{old[:-1]}2026-11-19,2026-11-20")
    assert asking.ask().asked == "Eve Long"


def test_cover_passes_over_somebody_whose_time_off_is_granted_since() -> None:
    asking = memory_asking()
    asking.team.add(TIME_OFF_FILE, "Cara Woods,2026-11-20,2026-11-20,approved,")
    assert asking.ask().asked == "Eve Long"


def test_cover_passes_over_somebody_who_is_asked_about_that_shift_already() -> None:
    asking = memory_asking()
    first = asking.ask("sat-open", "Ana Diaz")
    second = asking.ask("sat-open", "Dev Patel")
    assert (first.asked, second.asked) == ("Cara Woods", "")


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        pytest.param({"shift": "nope"}, NotFound, "there is no shift nope", id="no such shift"),
        pytest.param({"person": "Zoe"}, NotFound, "nobody called 'Zoe'", id="no such person"),
        pytest.param(
            {"person": "Cara Woods"}, Conflict, "Cara Woods does not have", id="not theirs"
        ),
        pytest.param({"by": "Ben Shaw"}, NotAllowed, "Ben Shaw does not decide", id="a colleague"),
        pytest.param(
            {"is_urgent": True}, NotAllowed, "Ana Diaz does not decide", id="urgent by the person"
        ),
        pytest.param(
            {"is_urgent": True, "kind": SwapKind.DROP},
            InputError,
            "it cannot be urgent",
            id="an urgent drop",
        ),
    ],
)
def test_request_is_refused_with_the_reason(
    given: dict[str, Any], error: type[Exception], said: str
) -> None:
    asking = memory_asking()
    with pytest.raises(error, match=said):
        asking.ask(**given)
    assert list(asking.team.ports.requests.list_open_swaps()) == []


def test_request_is_refused_once_the_shift_has_begun() -> None:
    asking = memory_asking()
    asking.team.go_to("2026-11-20T07:00")
    with pytest.raises(Conflict, match="has begun"):
        asking.ask()


def test_request_is_refused_while_the_week_is_not_published() -> None:
    team = memory_team()
    team.rota.drafts.draft_week(MONDAY)
    with pytest.raises(Conflict, match="not published"):
        Asking(team).ask()


def test_request_about_a_week_that_never_was_is_refused() -> None:
    asking = memory_asking()
    with pytest.raises(NotFound, match="no week of 2026-12-07"):
        asking.verbs.request_swap(
            "2026-12-07", "fri-early", "Ana Diaz", SwapKind.COVER, by="Ana Diaz"
        )


def test_second_request_about_the_same_shift_is_refused_and_names_the_first() -> None:
    asking = memory_asking()
    first = asking.ask()
    with pytest.raises(Conflict, match=rf"already \({first.id}\): somebody else is being asked"):
        asking.ask(kind=SwapKind.DROP)


def test_request_can_be_made_again_once_the_first_is_over() -> None:
    asking = memory_asking()
    first = asking.ask()
    asking.verbs.withdraw_swap(first.id, by="Ana Diaz")
    assert asking.ask().id == f"{WEEK}-2"


def test_manager_asks_for_somebody_who_is_absent_and_is_named_in_the_trail() -> None:
    asking = memory_asking()
    swap = asking.ask(by="Maria Lopez", note="rang in sick")
    assert (swap.person, swap.by) == ("Ana Diaz", "Maria Lopez")
    entry = asking.audit_log(swap.subject)[0]
    assert (entry.by, entry.action) == ("Maria Lopez", "swap.asked_for")


def test_trail_holds_nothing_of_what_the_person_wrote() -> None:
    asking = memory_asking()
    swap = asking.ask(note="my operation")
    assert swap.note == "my operation"
    assert "operation" not in str(asking.audit_log(swap.subject))


def test_request_takes_a_first_name() -> None:
    asking = memory_asking()
    assert asking.ask(person="ana", by="Ana Diaz").person == "Ana Diaz"


def test_request_stands_on_the_facts_of_the_week_while_a_sheet_is_broken() -> None:
    asking = memory_asking()
    asking.team.write("rota/staff.csv", "something else\n")
    assert asking.ask().asked == "Cara Woods"


def test_sick_call_at_six_finds_somebody_for_the_shift_at_seven() -> None:
    asking = memory_asking(london("2026-11-13T12:00"))
    asking.team.go_to("2026-11-20T06:00")
    swap = asking.ask(by="Maria Lopez", is_urgent=True, note="fever")
    assert (swap.asked, swap.is_urgent) == ("Cara Woods", True)
    assert asking.audit_log(swap.subject)[0].after["is_urgent"] is True
    asking.verbs.answer_ask(swap.id, person="Cara Woods", is_yes=True, by="Cara Woods", round_=1)
    done = asking.verbs.answer_swap.agree(swap.id, by="Maria Lopez")
    assert asking.people() == ("Cara Woods",)
    assert done.change is not None
    assert done.change.head.edition == 2
    assert asking.team.lines()["fri-early"].day == date(2026, 11, 20)
