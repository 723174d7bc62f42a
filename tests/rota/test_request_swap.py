"""Requests for a replacement on a shift, or to be released from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import pytest
from tests.rota.requesting import Asking, memory_asking
from tests.rota.teams import (
    MONDAY,
    PEOPLE_FILE,
    STAFF_FILE,
    TIME_OFF_FILE,
    WEEK,
    WEEK_FILE,
    london,
    memory_team,
)

from belfry.kernel.errors import Conflict, InputError, NotAllowed, NotFound
from belfry.rota.drafts.drafted_weeks import Making
from belfry.rota.publishing.publish_week import OpenPublished, PublishedWeek
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
    ("arguments", "error", "expected"),
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
    arguments: dict[str, Any], error: type[Exception], expected: str
) -> None:
    asking = memory_asking()
    with pytest.raises(error, match=expected):
        asking.ask(**arguments)
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
    with pytest.raises(Conflict, match=rf"already \({first.id}\): another person is being asked"):
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


MARIA, OLGA = "Maria Lopez", "Olga Finch"
CARA, EVE = "Cara Woods", "Eve Long"
OFF = "Cara Woods,2026-11-20,2026-11-20,approved,"


@pytest.fixture
def asking() -> Asking:
    """Friday early is open in edition 2; Cara and Eve may take it."""
    opened = memory_asking()
    opened.open_up()
    opened.team.deliver()
    return opened


def tell(asking: Asking) -> list[tuple[str, str]]:
    """Whatever is new is told, twice over."""
    before = {message.id for message in asking.messages()}
    asking.hear()
    asking.hear()
    return sorted(
        (message.kind, message.person) for message in asking.messages() if message.id not in before
    )


def test_offer_waits_for_a_manager_and_nobody_has_the_shift(asking: Asking) -> None:
    swap = asking.take(note="I live near")
    assert (swap.kind, swap.state, swap.round) == (SwapKind.TAKE, SwapState.OFFERED, 1)
    assert (swap.person, swap.asked, swap.asker) == ("", CARA, CARA)
    assert swap.why == "Cara Woods is 24 h below the target of 24 h and would have 8 h with it"
    assert (swap.note, asking.people()) == ("I live near", ())


def test_offer_is_in_the_trail_without_what_was_written(asking: Asking) -> None:
    swap = asking.take("cara", by=MARIA, note="my rent is due")
    [entry] = asking.audit_log(swap.subject)
    assert (entry.action, entry.by) == ("swap.offered_to_take", MARIA)
    assert (entry.after["person"], entry.after["asked"]) == ("", CARA)
    assert "rent" not in str(entry)


@pytest.mark.parametrize(
    ("arguments", "error", "expected"),
    [
        pytest.param({"shift": "nope"}, NotFound, "there is no shift nope", id="no such shift"),
        pytest.param({"person": "Zoe"}, NotFound, "nobody called 'Zoe'", id="no such person"),
        pytest.param({"by": EVE}, NotAllowed, "Eve Long does not decide", id="a colleague"),
        pytest.param(
            {"shift": "tue-early"},
            Conflict,
            "the shift tue-early is fully staffed",
            id="a shift that is filled",
        ),
        pytest.param(
            {"shift": "tue-early", "person": "Ana Diaz"},
            Conflict,
            "Ana Diaz has this shift already",
            id="a shift of their own",
        ),
        pytest.param(
            {"person": "Dev Patel"},
            Conflict,
            "the rules speak against it: Dev Patel does not have the role barista",
            id="somebody of another role",
        ),
        pytest.param(
            {"person": "Ben Shaw"},
            Conflict,
            "the rules speak against it: Ben Shaw has Friday 15:00-22:00 on the same day",
            id="somebody with a shift that day",
        ),
    ],
)
def test_offer_is_refused_with_the_reason(
    asking: Asking, arguments: dict[str, Any], error: type[Exception], expected: str
) -> None:
    with pytest.raises(error, match=expected):
        asking.take(**arguments)
    assert asking.verbs.list().swaps == ()


def test_offer_is_refused_for_time_off_that_was_granted_since(asking: Asking) -> None:
    asking.team.add(TIME_OFF_FILE, OFF)
    with pytest.raises(Conflict, match="the rules speak against it: Cara Woods is off on 20 Nov"):
        asking.take()


def test_offer_of_somebody_who_left_the_staff_is_refused(asking: Asking) -> None:
    other_rows = [row for row in asking.team.read(STAFF_FILE).splitlines() if "Ben Shaw" not in row]
    asking.team.write(STAFF_FILE, "\n".join([*other_rows, ""]))
    with pytest.raises(Conflict, match="Ben Shaw is not on the staff any more"):
        asking.take("Ben Shaw")


def test_offer_is_refused_once_the_shift_has_begun(asking: Asking) -> None:
    asking.team.go_to("2026-11-20T06:59")
    asking.take()
    asking.team.go_to("2026-11-20T07:00")
    with pytest.raises(Conflict, match="the shift fri-early has begun"):
        asking.take(EVE)


def test_second_offer_of_the_same_person_is_refused_and_names_the_first(asking: Asking) -> None:
    first = asking.take()
    with pytest.raises(Conflict, match=rf"already \({first.id}\): Cara Woods would take it"):
        asking.take(by=MARIA)


def test_offer_can_be_made_again_once_the_first_was_taken_back(asking: Asking) -> None:
    first = asking.take()
    asking.verbs.withdraw_swap(first.id, by=CARA)
    assert asking.take().state is SwapState.OFFERED


def test_open_shift_is_not_asked_about_as_a_swap(asking: Asking) -> None:
    with pytest.raises(InputError, match="expected cover or drop"):
        asking.ask("tue-early", kind=SwapKind.TAKE)


def test_agreed_offer_is_the_next_edition_with_the_taker_on_the_shift(asking: Asking) -> None:
    before = asking.team.grid()
    done = asking.verbs.answer_swap.agree(asking.take().id, by=MARIA, round_=1)
    assert (done.swap.state, done.swap.settled_by) == (SwapState.DONE, MARIA)
    head = asking.team.head()
    assert (head.edition, head.is_waiting) == (3, False)
    assert asking.team.grid(head.published) == {**before, "fri-early": (CARA,)}
    draft = asking.team.drafts()[-1]
    reason = "Cara Woods takes fri-early, which was open, agreed by Maria Lopez"
    assert (draft.making, draft.because) == (Making.SWAPPED, reason)


def test_agreed_offer_joins_those_who_have_the_other_places() -> None:
    asking = memory_asking()
    asking.open_up("sat-open", "Ana Diaz")
    asking.verbs.answer_swap.agree(asking.take(shift="sat-open").id, by=MARIA)
    assert asking.people("sat-open") == ("Dev Patel", CARA)


def test_shift_that_was_taken_lasts_when_the_week_is_drafted_again(asking: Asking) -> None:
    asking.verbs.answer_swap.agree(asking.take().id, by=MARIA)
    asking.team.rota.publishing.redraft(MONDAY, by=MARIA)
    assert asking.team.grid()["fri-early"] == (CARA,)


def test_rules_are_looked_at_again_when_a_manager_agrees_to_an_offer(asking: Asking) -> None:
    swap = asking.take()
    asking.team.add(TIME_OFF_FILE, OFF)
    with pytest.raises(Conflict, match="the rules speak against it: Cara Woods"):
        asking.verbs.answer_swap.agree(swap.id, by=MARIA)
    assert (asking.people(), asking.swap(swap.id)) == ((), swap)
    asking.verbs.answer_swap.agree(swap.id, by=MARIA, anyway=True)
    assert asking.people() == (CARA,)


def test_declined_offer_leaves_the_shift_open_and_is_told(asking: Asking) -> None:
    swap = asking.take()
    assert tell(asking) == [("swap-to-decide", MARIA)]
    done = asking.verbs.answer_swap.decline(swap.id, by=MARIA, why="You had three this week.")
    assert (done.swap.state, asking.people()) == (SwapState.DECLINED, ())
    assert tell(asking) == [("swap-news", CARA)]


def test_first_offer_that_a_manager_takes_wins_and_the_others_are_told(asking: Asking) -> None:
    first, second = asking.take(CARA), asking.take(EVE)
    tell(asking)
    asking.verbs.answer_swap.agree(second.id, by=MARIA)
    assert asking.people() == (EVE,)
    over = asking.swap(first.id)
    assert (over.state, over.settled_by, over.why) == (
        SwapState.LAPSED,
        "belfry",
        "the shift is fully staffed by now",
    )
    assert tell(asking) == [("swap-news", CARA), ("swap-news", EVE)]
    with pytest.raises(Conflict, match="it is over: the shift is fully staffed by now"):
        asking.verbs.answer_swap.agree(first.id, by=MARIA)


def test_other_offers_stay_while_another_place_is_open() -> None:
    asking = memory_asking()
    for name in ("Ana Diaz", "Dev Patel"):
        asking.open_up("sat-open", name)
    first, second = asking.take(shift="sat-open"), asking.take("Ana Diaz", "sat-open")
    asking.verbs.answer_swap.agree(first.id, by=MARIA)
    assert asking.swap(second.id).state is SwapState.OFFERED
    asking.verbs.answer_swap.agree(second.id, by=MARIA)
    assert asking.people("sat-open") == (CARA, "Ana Diaz")


def test_requests_about_other_shifts_stay_when_an_offer_is_agreed_to(asking: Asking) -> None:
    other = asking.ask("mon-early")
    asking.verbs.answer_swap.agree(asking.take(EVE).id, by=MARIA)
    assert asking.swap(other.id) == other


def edit_and_publish(asking: Asking, shift: str, people: list[str]) -> None:
    asking.team.rota.publishing.edit(MONDAY, {shift: people}, by=MARIA)
    asking.team.rota.publishing.approve(MONDAY, asking.team.head().draft, by=MARIA)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        pytest.param(EVE, "the shift is fully staffed by now", id="somebody else"),
        pytest.param(CARA, "Cara Woods has this shift by now", id="whoever offered"),
    ],
)
def test_offer_is_over_when_the_place_is_filled_otherwise(
    asking: Asking, name: str, why: str
) -> None:
    swap = asking.take()
    edit_and_publish(asking, "fri-early", [name])
    assert str(asking.verbs.follow_swaps()) == "1 open swaps, 0 passed on, 1 over"
    over = asking.swap(swap.id)
    assert (over.state, over.why) == (SwapState.LAPSED, why)


@dataclass(frozen=True)
class LateWeek(OpenPublished):
    """The week as it is after something happened at the last moment."""

    happen: Callable[[], None] = lambda: None

    def __call__(self, week: str) -> PublishedWeek:
        self.happen()
        return OpenPublished.__call__(self, week)


def test_place_that_is_filled_at_the_last_moment_is_not_filled_twice(asking: Asking) -> None:
    swap = asking.take()
    known, verb = asking.verbs.open_published, asking.verbs.answer_swap
    late = LateWeek(
        known.store,
        known.clock,
        known.open_draft,
        known.gather,
        happen=lambda: edit_and_publish(asking, "fri-early", [EVE]),
    )
    with pytest.raises(Conflict, match="fri-early is fully staffed by now"):
        replace(verb, open_week=late).agree(swap.id, by=MARIA)
    assert (asking.people(), asking.team.head().edition) == ((EVE,), 3)


def test_offer_is_over_when_the_shift_begins(asking: Asking) -> None:
    swap = asking.take()
    asking.team.go_to("2026-11-20T07:00")
    asking.verbs.follow_swaps()
    over = asking.swap(swap.id)
    assert (over.state, over.why) == (SwapState.LAPSED, "the shift has begun")


def test_offer_is_over_when_the_shift_is_gone(asking: Asking) -> None:
    swap = asking.take()
    asking.team.edit(WEEK_FILE, "fri-early,Fri,07:00,15:00,barista,,1,,yes,\n", "")
    asking.team.rota.publishing.redraft(MONDAY, by=MARIA)
    asking.team.rota.publishing.approve(MONDAY, asking.team.head().draft, by=MARIA)
    asking.verbs.follow_swaps()
    assert asking.swap(swap.id).why == "the week has no such shift any more"


def test_offer_is_taken_back_by_whoever_made_it_before_the_yes(asking: Asking) -> None:
    swap = asking.take()
    tell(asking)
    over = asking.verbs.withdraw_swap.take_back(swap.id, person=CARA, by=CARA)
    assert (over.state, over.asked, over.refusers) == (SwapState.WITHDRAWN, CARA, ())
    assert tell(asking) == []
    with pytest.raises(Conflict, match="Cara Woods took the offer back"):
        asking.verbs.answer_swap.agree(swap.id, by=MARIA)


def test_offer_that_was_agreed_to_is_not_taken_back(asking: Asking) -> None:
    swap = asking.take()
    asking.verbs.answer_swap.agree(swap.id, by=MARIA)
    expected = "it was agreed by Maria Lopez: Cara Woods has the shift"
    with pytest.raises(Conflict, match=expected):
        asking.verbs.withdraw_swap(swap.id, by=CARA)
    with pytest.raises(Conflict, match=expected):
        asking.verbs.withdraw_swap.take_back(swap.id, person=CARA, by=CARA)


def test_offer_is_not_taken_back_by_a_colleague(asking: Asking) -> None:
    swap = asking.take()
    with pytest.raises(NotAllowed):
        asking.verbs.withdraw_swap(swap.id, by=EVE)
    with pytest.raises(Conflict, match="Cara Woods would take it"):
        asking.verbs.withdraw_swap.take_back(swap.id, person=EVE, by=EVE)
    assert asking.swap(swap.id) == swap


def test_nobody_agrees_to_an_offer_of_their_own_unless_the_app_is_theirs(asking: Asking) -> None:
    asking.team.edit(PEOPLE_FILE, "Cara Woods,cara@example.com,,,staff", "Cara Woods,,,,manager")
    swap = asking.take()
    with pytest.raises(NotAllowed):
        asking.verbs.answer_swap.agree(swap.id, by=CARA)
    assert tell(asking) == [("swap-to-decide", MARIA)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        pytest.param(("pass_over",), "agree to the offer, or decline", id="pass over"),
        pytest.param(("give", EVE), "Cara Woods would take it: agree", id="give"),
        pytest.param(("ask", EVE), "Cara Woods would take it: agree", id="ask"),
        pytest.param(("leave_open",), "Cara Woods would take it: agree", id="leave open"),
        pytest.param(("ask_now",), "Cara Woods would take it, and a manager", id="ask now"),
    ],
)
def test_answers_that_only_a_swap_can_have_are_refused(
    asking: Asking, answer: tuple[str, ...], expected: str
) -> None:
    swap = asking.take()
    verb, *names = answer
    with pytest.raises((Conflict, InputError), match=expected):
        getattr(asking.verbs.answer_swap, verb)(swap.id, *names, by=MARIA)
    assert asking.swap(swap.id) == swap


def test_yes_to_an_offer_for_an_open_shift_is_not_given_twice(asking: Asking) -> None:
    swap = asking.take()
    with pytest.raises(Conflict, match="you have said yes already"):
        asking.verbs.answer_ask(swap.id, person=CARA, is_yes=True, by=CARA)


def test_whoever_offered_is_not_asked_to_cover_the_same_shift() -> None:
    asking = memory_asking()
    asking.open_up("sat-open", "Ana Diaz")
    asking.take(shift="sat-open")
    assert asking.ask("sat-open", "Dev Patel").asked != CARA


def test_emails_tell_of_an_open_shift_and_open_with_a_link(asking: Asking) -> None:
    swap = asking.take(note="I live near")
    asking.team.deliver()
    [asked] = [
        outgoing for outgoing in asking.team.email.sent if outgoing.to == "maria@example.com"
    ][-1:]
    assert asked.subject == "Cara Woods can take Fri 20 Nov 07:00-15:00, which is open"
    assert "> I live near" in asked.text
    assert "https://belfry.example.com/rota/answer/" in asked.text
    asking.verbs.answer_swap.decline(swap.id, by=MARIA, why="You had three this week.")
    asking.team.deliver()
    [declined] = [
        outgoing for outgoing in asking.team.email.sent if outgoing.to == "cara@example.com"
    ][-1:]
    assert declined.subject == "Not yours: Fri 20 Nov 07:00-15:00"
    assert "You had three this week." in declined.text


def test_news_of_an_agreed_offer_is_that_the_shift_is_theirs(asking: Asking) -> None:
    asking.verbs.answer_swap.agree(asking.take().id, by=MARIA)
    asking.team.deliver()
    subjects = [
        outgoing.subject for outgoing in asking.team.email.sent if outgoing.to == "cara@example.com"
    ]
    assert "Yours now: Fri 20 Nov 07:00-15:00" in subjects


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
