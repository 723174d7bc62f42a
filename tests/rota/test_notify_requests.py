"""Who hears of a swap, of time off and of clashes, and when."""

from __future__ import annotations

from datetime import date

import pytest
from tests.rota.requesting import Asking, memory_asking
from tests.rota.teams import START, london

from belfry.kernel.errors import InputError
from belfry.messaging.messages import State
from belfry.ports.store import OutboxRow
from belfry.rota.requests.requests import SwapKind

MARIA = "Maria Lopez"
FRIDAY = date(2026, 11, 20)


def tell(asking: Asking) -> list[tuple[str, str]]:
    """Whatever is new is told, twice over."""
    before = {message.id for message in asking.messages()}
    asking.hear()
    asking.hear()
    return sorted(
        (message.kind, message.person) for message in asking.messages() if message.id not in before
    )


def test_cover_is_told_step_by_step_to_those_whom_it_concerns() -> None:
    asking = memory_asking()
    swap = asking.ask()
    assert tell(asking) == [("ask", "Cara Woods")]
    asking.verbs.answer_ask(swap.id, person="Cara Woods", is_yes=True, by="Cara Woods")
    assert tell(asking) == [("swap-to-decide", MARIA)]
    asking.verbs.answer_swap.agree(swap.id, by=MARIA)
    assert tell(asking) == [("swap-news", "Ana Diaz"), ("swap-news", "Cara Woods")]


def test_each_round_of_asking_is_a_message_of_its_own() -> None:
    asking = memory_asking()
    swap = asking.ask()
    tell(asking)
    asking.verbs.answer_swap.ask_now(swap.id, by=MARIA)
    tell(asking)
    states = [(message.id, message.state) for message in asking.messages()]
    about = f"rota-swap/{swap.id}"
    assert sorted(states) == [
        (f"{about}/ask-1/Cara Woods", State.DROPPED),
        (f"{about}/ask-2/Cara Woods", State.QUEUED),
    ]


def test_drop_goes_to_the_manager() -> None:
    asking = memory_asking()
    asking.ask(kind=SwapKind.DROP)
    assert tell(asking) == [("swap-to-decide", MARIA)]


def test_stuck_swap_goes_to_the_manager_and_the_person_hears_it() -> None:
    asking = memory_asking()
    asking.ask("fri-late", "Ben Shaw")
    assert tell(asking) == [("swap-news", "Ben Shaw"), ("swap-to-decide", MARIA)]


def test_whoever_took_a_request_back_is_not_told_of_it() -> None:
    asking = memory_asking()
    swap = asking.offer()
    tell(asking)
    asking.verbs.withdraw_swap(swap.id, by="Ana Diaz")
    assert tell(asking) == [("swap-news", "Cara Woods")]


def test_news_that_is_old_is_not_told() -> None:
    asking = memory_asking()
    swap = asking.ask()
    asking.verbs.withdraw_swap(swap.id, by="Ana Diaz")
    assert tell(asking) == [("swap-news", "Cara Woods")]


def test_lapsed_swap_is_told_to_both() -> None:
    asking = memory_asking()
    asking.offer()
    tell(asking)
    asking.team.go_to("2026-11-20T07:00")
    asking.verbs.follow_swaps()
    assert tell(asking) == [("swap-news", "Ana Diaz"), ("swap-news", "Cara Woods")]


def test_time_off_goes_to_the_manager_and_the_answer_to_the_person() -> None:
    asking = memory_asking()
    request = asking.verbs.ask_time_off("Ana Diaz", FRIDAY, FRIDAY, by="Ana Diaz")
    assert tell(asking) == [("time-off-to-decide", MARIA)]
    asking.verbs.answer_time_off.approve(request.id, by=MARIA)
    # Friday's shift needs cover now.
    assert tell(asking) == [("open-shifts", MARIA), ("time-off-news", "Ana Diaz")]


def test_days_that_were_asked_for_are_told_although_the_news_comes_late() -> None:
    asking = memory_asking()
    request = asking.verbs.ask_time_off("Ana Diaz", FRIDAY, date(2026, 11, 21), by="Ana Diaz")
    asking.verbs.answer_time_off.approve(request.id, by=MARIA, last_on=FRIDAY)
    assert tell(asking) == [("open-shifts", MARIA), ("time-off-news", "Ana Diaz")]
    [news] = [message for message in asking.messages() if message.kind == "time-off-news"]
    assert news.facts["asked"] == ["2026-11-20", "2026-11-21"]


def test_time_off_that_was_taken_back_is_told_to_nobody() -> None:
    asking = memory_asking()
    request = asking.verbs.ask_time_off("Ana Diaz", FRIDAY, FRIDAY, by="Ana Diaz")
    tell(asking)
    asking.verbs.withdraw_time_off(request.id, by="Ana Diaz")
    assert tell(asking) == []


def test_note_of_somebody_unknown_goes_to_everybody_who_decides() -> None:
    asking = memory_asking()
    outgoing = b"From: who@example.net\r\n\r\nThe usual day please\r\n"
    asking.team.folder.files["rota/notes/1.eml"] = outgoing
    asking.verbs.take_notes()
    assert tell(asking) == [("time-off-to-decide", MARIA), ("time-off-to-decide", "Olga Finch")]
    (request,) = asking.verbs.list().time_off
    asking.verbs.answer_time_off.decline(request.id, by=MARIA)
    assert tell(asking) == []


@pytest.mark.parametrize("sort", ["swap", "time_off", "clash"])
def test_news_that_nobody_knows_is_refused(sort: str) -> None:
    asking = memory_asking()
    row = OutboxRow(
        id=1,
        aggregate_type=sort,
        aggregate_id="1",
        op="something.else",
        payload={},
        created_on=START,
        attempt_count=0,
        error_message=None,
    )
    with pytest.raises(InputError, match=rf"something.else' of a {sort}"):
        asking.verbs.listeners[sort](row)


def test_emails_say_what_is_asked_and_open_with_a_link() -> None:
    asking = memory_asking()
    asking.ask(note="my operation")
    asking.team.deliver()
    (outgoing,) = [
        outgoing for outgoing in asking.team.email.sent if outgoing.to == "cara@example.com"
    ]
    assert outgoing.subject == "Can you take Fri 20 Nov 07:00-15:00?"
    assert "Ana Diaz" in outgoing.text
    assert "https://belfry.example.com/rota/answer/" in outgoing.text
    assert "operation" not in outgoing.text


def test_question_waits_for_the_morning_unless_it_is_to_be_asked_now() -> None:
    asking = memory_asking(london("2026-11-13T12:00"))
    asking.team.go_to("2026-11-20T05:30")
    swap = asking.ask()
    asking.team.deliver()
    (held,) = [message for message in asking.messages() if message.kind == "ask"]
    assert (held.state, held.why) == (State.HELD, "quiet hours")
    asking.verbs.answer_swap.ask_now(swap.id, by=MARIA)
    asking.team.deliver()
    states = {
        message.id.rsplit("/", 2)[1]: message.state
        for message in asking.messages()
        if message.kind == "ask"
    }
    assert states == {"ask-1": State.DROPPED, "ask-2": State.SENT}
