"""Whether what was decided about requests is listed, the latest first, and for how long."""

from __future__ import annotations

from datetime import date

from tests.rota.requesting import memory_asking
from tests.rota.teams import WEEK

from belfry.rota.requests.requests import Clash, ClashState, SwapKind


def test_answered_requests_are_listed_the_latest_first() -> None:
    asking = memory_asking()
    team, verbs = asking.team, asking.verbs
    swap = asking.ask(kind=SwapKind.DROP)
    first, last = date(2026, 12, 1), date(2026, 12, 2)
    asked = verbs.ask_time_off("Ben Shaw", first, last, by="Ben Shaw")
    assert team.rota.pages.list_past() == ()
    verbs.answer_swap.decline(swap.id, by="Maria Lopez")
    team.go(minutes=5)
    verbs.answer_time_off.approve(asked.id, by="Maria Lopez")
    team.go(minutes=5)
    now = team.app.clock.now()
    team.put(
        Clash(
            week=WEEK,
            shift_id="mon-early",
            person="Ana Diaz",
            words="Ana Diaz is off",
            state=ClashState.HELD,
            found_at=now,
            answered_at=now,
            answered_by="Maria Lopez",
        )
    )
    past = team.rota.pages.list_past()
    kinds = [
        "clash" if request.clash else "time off" if request.time_off else "swap" for request in past
    ]
    assert kinds == ["clash", "time off", "swap"]


def test_what_is_long_over_is_not_listed() -> None:
    asking = memory_asking()
    swap = asking.ask(kind=SwapKind.DROP)
    asking.verbs.answer_swap.decline(swap.id, by="Maria Lopez")
    asking.team.go(days=31)
    assert [request.swap and request.swap.id for request in asking.team.rota.pages.list_past()] == [
        swap.id
    ]
    asking.team.go(days=7)
    assert asking.team.rota.pages.list_past() == ()
