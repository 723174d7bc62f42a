"""What a manager can decide about a swap, and what the week looks like then."""

from __future__ import annotations

import pytest
from tests.rota.requesting import Asking, memory_asking
from tests.rota.teams import (
    AVAILABILITY_FILE,
    MONDAY,
    TIME_OFF_FILE,
    WEEK,
    WEEK_FILE,
    memory_team,
)

from belfry.kernel.errors import Conflict, InputError, NotAllowed, NotFound
from belfry.messaging.preview_messages import Preview
from belfry.rota.drafts.drafted_weeks import Making, Outcome
from belfry.rota.requests.requests import Swap, SwapKind, SwapState

MARIA = "Maria Lopez"


def test_agreed_cover_is_the_next_edition_with_one_line_changed() -> None:
    asking = memory_asking()
    before = asking.team.lines()
    done = asking.verbs.answer_swap.agree(asking.offer().id, by=MARIA)
    assert done.swap.state is SwapState.DONE
    head = asking.team.head()
    assert (head.published, head.draft, head.edition, head.is_waiting) == (2, 2, 2, False)
    assert (head.published_by, head.published_at) == (MARIA, asking.team.app.clock.now())
    after = asking.team.lines()
    changed = [shift for shift in after if after[shift].people != before[shift].people]
    assert changed == ["fri-early"]
    assert asking.people() == ("Cara Woods",)


def test_agreed_cover_is_kept_as_a_draft_that_says_why() -> None:
    asking = memory_asking()
    asking.verbs.answer_swap.agree(asking.offer().id, by=MARIA)
    draft = asking.team.drafts()[-1]
    reason = "Cara Woods takes fri-early over from Ana Diaz, agreed by Maria Lopez"
    assert (draft.making, draft.parent, draft.because) == (Making.SWAPPED, 1, reason)
    assert draft.approved_by == MARIA


def test_agreed_cover_is_announced_with_the_week_once() -> None:
    asking = memory_asking()
    swap = asking.offer()
    asking.team.waiting()
    asking.verbs.answer_swap.agree(swap.id, by=MARIA)
    assert asking.team.announced()[-2:] == [("rota.published", WEEK), ("swap.settled", swap.id)]


def test_agreed_drop_leaves_the_seat_open() -> None:
    asking = memory_asking()
    swap = asking.ask(kind=SwapKind.DROP)
    done = asking.verbs.answer_swap.agree(swap.id, by=MARIA)
    assert done.swap.state is SwapState.DONE
    line = asking.team.lines()["fri-early"]
    assert (line.people, line.outcome) == ((), Outcome.SHORT_STAFFED)
    assert asking.team.drafts()[-1].making is Making.DROPPED


def test_agreed_drop_leaves_the_others_of_a_shift_on_it() -> None:
    asking = memory_asking()
    swap = asking.ask("sat-open", kind=SwapKind.DROP)
    asking.verbs.answer_swap.agree(swap.id, by=MARIA)
    assert asking.people("sat-open") == ("Dev Patel",)


def test_agreed_cover_takes_the_place_of_one_of_two() -> None:
    asking = memory_asking()
    asking.verbs.answer_swap.agree(asking.offer(shift="sat-open").id, by=MARIA)
    assert asking.people("sat-open") == ("Cara Woods", "Dev Patel")


def test_shift_that_was_taken_over_lasts_when_the_week_is_drafted_again() -> None:
    asking = memory_asking()
    asking.verbs.answer_swap.agree(asking.offer().id, by=MARIA)
    shifts = {shift.id: shift for shift in asking.verbs.open_published(WEEK).placed.week.shifts}
    taken = shifts["fri-early"]
    assert (taken.wishes, taken.is_pinned, taken.pinned_by) == (("Cara Woods",), True, MARIA)


def test_swapped_shift_can_be_swapped_again_by_whoever_has_it_now() -> None:
    asking = memory_asking()
    asking.verbs.answer_swap.agree(asking.offer().id, by=MARIA)
    again = asking.ask(person="Cara Woods")
    assert again.asked in ("Ana Diaz", "Eve Long")
    with pytest.raises(Conflict, match="Ana Diaz does not have the shift"):
        asking.ask()


def test_second_swap_of_a_shift_that_changed_hands_is_over() -> None:
    asking = memory_asking()
    mine = asking.offer(shift="sat-open", person="Ana Diaz")
    asking.verbs.answer_swap.agree(mine.id, by=MARIA)
    with pytest.raises(Conflict, match="it was agreed by Maria Lopez: Cara Woods has the shift"):
        asking.verbs.answer_swap.agree(mine.id, by="Olga Finch")


def test_decline_leaves_the_shift_whose_it_is() -> None:
    asking = memory_asking()
    swap = asking.offer()
    done = asking.verbs.answer_swap.decline(swap.id, by=MARIA, why="we need you")
    assert (done.swap.state, done.swap.settled_by, done.swap.why) == (
        SwapState.DECLINED,
        MARIA,
        "we need you",
    )
    assert (asking.people(), asking.team.head().edition) == (("Ana Diaz",), 1)


@pytest.mark.parametrize("second", ["agree", "decline"])
def test_second_answer_is_told_who_was_first(second: str) -> None:
    asking = memory_asking()
    swap = asking.offer()
    asking.verbs.answer_swap.decline(swap.id, by=MARIA)
    with pytest.raises(Conflict, match="Maria Lopez declined it"):
        getattr(asking.verbs.answer_swap, second)(swap.id, by="Olga Finch")


@pytest.mark.parametrize("by", ["Ana Diaz", "Cara Woods", "Ben Shaw", "Nobody"])
def test_answer_of_somebody_who_does_not_decide_is_refused(by: str) -> None:
    asking = memory_asking()
    swap = asking.offer()
    with pytest.raises(NotAllowed):
        asking.verbs.answer_swap.agree(swap.id, by=by)
    assert asking.swap(swap.id) == swap


def test_agreeing_before_anybody_said_yes_is_refused() -> None:
    asking = memory_asking()
    with pytest.raises(Conflict, match="Cara Woods was asked, and has not answered yet"):
        asking.verbs.answer_swap.agree(asking.ask().id, by=MARIA)


def test_answer_to_a_round_that_is_over_is_refused() -> None:
    asking = memory_asking()
    swap = asking.offer()
    asking.verbs.withdraw_swap.take_back(swap.id, person="Cara Woods", by="Cara Woods")
    asking.verbs.answer_ask(swap.id, person="Eve Long", is_yes=True, by="Eve Long")
    with pytest.raises(Conflict, match="changed since you were asked: Eve Long said yes"):
        asking.verbs.answer_swap.agree(swap.id, by=MARIA, round_=swap.round)


def test_rules_are_looked_at_again_when_a_manager_agrees() -> None:
    asking = memory_asking()
    swap = asking.offer()
    asking.team.add(TIME_OFF_FILE, "Cara Woods,2026-11-20,2026-11-20,approved,")
    with pytest.raises(Conflict, match="the rules speak against it: Cara Woods"):
        asking.verbs.answer_swap.agree(swap.id, by=MARIA)
    assert (asking.people(), asking.swap(swap.id)) == (("Ana Diaz",), swap)


def test_manager_may_agree_although_a_rule_is_broken_and_the_trail_says_so() -> None:
    asking = memory_asking()
    swap = asking.offer()
    asking.team.add(TIME_OFF_FILE, "Cara Woods,2026-11-20,2026-11-20,approved,")
    done = asking.verbs.answer_swap.agree(swap.id, by=MARIA, anyway=True)
    assert asking.people() == ("Cara Woods",)
    assert done.change is not None
    assert [breach.name for breach in done.change.breaches] == ["Cara Woods"]
    assert "agreed although" in asking.team.drafts()[-1].because
    overruled = asking.audit_log(asking.team.head().subject)[-1].after["overruled"]
    assert overruled == ["time off, Cara Woods, fri-early"]


def test_rule_that_was_broken_before_stops_nobody_from_taking_a_shift() -> None:
    asking = memory_asking()
    swap = asking.offer()
    asking.team.add(TIME_OFF_FILE, "Ana Diaz,2026-11-16,2026-11-21,approved,")
    asking.verbs.answer_swap.agree(swap.id, by=MARIA)
    assert asking.people() == ("Cara Woods",)


def test_draft_that_waits_is_outdated_by_a_swap_and_the_manager_hears_it() -> None:
    asking = memory_asking()
    swap = asking.offer()
    asking.team.edit(WEEK_FILE, "wed-kitchen,Wed,10:00", "wed-kitchen,Wed,11:00")
    waiting = asking.team.rota.drafts.draft_week(MONDAY).draft
    assert waiting is not None
    done = asking.verbs.answer_swap.agree(swap.id, by=MARIA)
    assert done.outdated == waiting.number == 2
    head = asking.team.head()
    assert (head.draft, head.published, head.is_waiting) == (3, 3, False)
    assert asking.audit_log(swap.subject)[-1].after["outdated"] == 2
    assert asking.team.lines(3)["wed-kitchen"].starts == "10:00"


def test_manager_gives_a_shift_nobody_wanted_to_somebody() -> None:
    asking = memory_asking()
    swap = asking.ask()
    for name in ("Cara Woods", "Eve Long"):
        asking.verbs.answer_ask(swap.id, person=name, is_yes=False, by=name)
    done = asking.verbs.answer_swap.give(swap.id, "eve", by=MARIA)
    assert (done.swap.state, done.swap.asked) == (SwapState.DONE, "Eve Long")
    assert asking.people() == ("Eve Long",)


def test_manager_cannot_give_a_shift_against_the_rules_without_saying_so() -> None:
    asking = memory_asking()
    swap = asking.ask()
    with pytest.raises(Conflict, match="the rules speak against it"):
        asking.verbs.answer_swap.give(swap.id, "Ben Shaw", by=MARIA)
    asking.verbs.answer_swap.give(swap.id, "Ben Shaw", by=MARIA, anyway=True)
    assert asking.people() == ("Ben Shaw",)


def test_manager_cannot_give_a_shift_to_whoever_has_it() -> None:
    asking = memory_asking()
    with pytest.raises(InputError, match="Dev Patel has this shift already"):
        asking.verbs.answer_swap.give(asking.ask("sat-open").id, "Dev", by=MARIA)


def test_manager_lets_somebody_off_although_nobody_was_found() -> None:
    asking = memory_asking()
    swap = asking.ask("fri-late", "Ben Shaw")
    done = asking.verbs.answer_swap.leave_open(swap.id, by=MARIA)
    assert (done.swap.state, asking.people("fri-late")) == (SwapState.DONE, ())


def test_manager_asks_somebody_of_their_choice_who_had_said_no() -> None:
    asking = memory_asking()
    swap = asking.ask()
    asking.verbs.answer_ask(swap.id, person="Cara Woods", is_yes=False, by="Cara Woods")
    asked = asking.verbs.answer_swap.ask(swap.id, "Cara", by=MARIA).swap
    assert (asked.state, asked.asked, asked.round) == (SwapState.ASKING, "Cara Woods", 3)


def test_manager_cannot_ask_somebody_whom_the_rules_forbid() -> None:
    asking = memory_asking()
    with pytest.raises(Conflict, match="the rules speak against it: Ben Shaw has Friday"):
        asking.verbs.answer_swap.ask(asking.ask().id, "Ben Shaw", by=MARIA)


def test_manager_has_somebody_found_for_a_shift_that_was_to_be_dropped() -> None:
    asking = memory_asking()
    swap = asking.ask(kind=SwapKind.DROP)
    asked = asking.verbs.answer_swap.ask(swap.id, "Eve", by=MARIA).swap
    assert (asked.kind, asked.state, asked.asked) == (
        SwapKind.COVER,
        SwapState.ASKING,
        "Eve Long",
    )


def test_whoever_said_yes_is_not_passed_over_silently() -> None:
    asking = memory_asking()
    swap = asking.offer()
    with pytest.raises(Conflict, match="Cara Woods said yes: agree to that, decline, or pass"):
        asking.verbs.answer_swap.give(swap.id, "Eve", by=MARIA)
    passed = asking.verbs.answer_swap.pass_over(swap.id, by=MARIA).swap
    assert (passed.state, passed.asked) == (SwapState.ASKING, "Eve Long")
    asking.hear()
    assert ("swap-news", "Cara Woods") in asking.told()


def test_ask_now_asks_again_at_once_and_is_in_the_trail_by_name() -> None:
    asking = memory_asking()
    swap = asking.ask()
    asked = asking.verbs.answer_swap.ask_now(swap.id, by=MARIA).swap
    assert (asked.is_urgent, asked.round, asked.asked) == (True, 2, "Cara Woods")
    entry = asking.audit_log(swap.subject)[-1]
    assert (entry.action, entry.by) == ("swap.asked_now", MARIA)
    assert (entry.before["is_urgent"], entry.after["is_urgent"]) == (False, True)


def test_those_who_are_asked_after_an_urgent_no_are_asked_at_once_too() -> None:
    asking = memory_asking()
    swap = asking.ask()
    asking.verbs.answer_swap.ask_now(swap.id, by=MARIA)
    after = asking.verbs.answer_ask(swap.id, person="Cara Woods", is_yes=False, by="Cara Woods")
    assert (after.asked, after.is_urgent) == ("Eve Long", True)


def test_ask_now_is_refused_to_the_person_and_to_a_colleague() -> None:
    asking = memory_asking()
    swap = asking.ask()
    for name in ("Ana Diaz", "Cara Woods"):
        with pytest.raises(NotAllowed):
            asking.verbs.answer_swap.ask_now(swap.id, by=name)


def test_manager_cannot_agree_to_a_swap_of_their_own_unless_the_app_is_theirs() -> None:
    asking = memory_asking()
    asking.team.edit("people.csv", "Ana Diaz,ana@example.com,,,staff", "Ana Diaz,,,,manager")
    swap = asking.offer()
    with pytest.raises(NotAllowed):
        asking.verbs.answer_swap.agree(swap.id, by="Ana Diaz")
    asking.verbs.answer_swap.agree(swap.id, by="Olga Finch")
    assert asking.people() == ("Cara Woods",)


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
    answered = asking.verbs.answer_ask(swap.id, person="cara", is_yes=True, by="Maria Lopez")
    assert answered.state is SwapState.OFFERED
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
    with pytest.raises(Conflict, match="this question is over: another person is being asked now"):
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


def call_in_sick() -> tuple[Asking, Swap]:
    """Ana is ill on Friday; Ben, who has the late shift, could come if Cara took that."""
    team = memory_team()
    team.write_week(
        "fri-early,Fri,07:00,15:00,barista,,1,Ana Diaz,,",
        "fri-late,Fri,15:00,22:00,barista,,1,Ben Shaw,,",
    )
    team.add(AVAILABILITY_FILE, "Cara Woods,Fri,14:00,23:00")
    team.rota.drafts.draft_week(MONDAY)
    team.rota.publishing.approve(MONDAY, by=MARIA)
    team.deliver()
    asking = Asking(team)
    return asking, asking.ask(by=MARIA, is_urgent=True)


def test_sick_call_that_nobody_can_cover_is_covered_by_two_moves_at_once() -> None:
    asking, swap = call_in_sick()
    assert swap.state is SwapState.STUCK
    [chain] = asking.verbs.list_chains(swap)
    assert (
        chain.words == "Ben Shaw can take it if Cara Woods takes Friday 15:00-22:00 from Ben Shaw"
    )
    done = asking.verbs.answer_swap.move(swap.id, by=MARIA, mover="Ben", round_=swap.round)
    assert (done.swap.state, done.swap.asked) == (SwapState.DONE, "Ben Shaw")
    assert (asking.people(), asking.people("fri-late")) == (("Ben Shaw",), ("Cara Woods",))
    assert asking.team.head().edition == 2
    assert asking.team.drafts()[-1].because == (
        "Ben Shaw takes fri-early over from Ana Diaz, and Cara Woods fri-late from Ben Shaw, "
        "agreed by Maria Lopez"
    )
    [*_, entry] = asking.audit_log(swap.subject)
    assert (entry.after["gave_up"], entry.after["stand_in"]) == ("fri-late", "Cara Woods")
    with pytest.raises(Conflict, match="it was agreed by Maria Lopez: Ben Shaw has the shift now"):
        asking.verbs.answer_swap.move(swap.id, by=MARIA)


def test_moved_people_are_told_what_they_have_now_whatever_the_hour() -> None:
    asking, swap = call_in_sick()
    asking.hear()
    offered = next(outgoing for outgoing in asking.messages() if outgoing.kind == "swap-to-decide")
    preview = asking.team.app.services.messaging.preview.of
    assert "Two moves would cover it: Ben Shaw can take it if" in read_text(preview(offered))
    asking.verbs.answer_swap.move(swap.id, by=MARIA)
    asking.team.go(hours=13)
    asking.hear()
    sent = [outgoing for outgoing in asking.messages() if outgoing.kind == "swap-news"]
    news = {outgoing.person: preview(outgoing) for outgoing in sent}
    ana, ben, cara = (read_text(news[name]) for name in ("Ana Diaz", "Ben Shaw", "Cara Woods"))
    assert "is no longer yours; Ben Shaw has it now" in ana
    assert "A manager has given you" in ben
    assert "in place of Ana Diaz" in ben
    assert "15:00" in ben.partition("in place of")[2]
    assert "in place of Ben Shaw" in cara
    assert [news[name].at for name in ("Ben Shaw", "Cara Woods")] == [
        asking.team.app.clock.now()
    ] * 2


def test_moves_that_the_rules_forbid_by_now_change_nothing() -> None:
    asking, swap = call_in_sick()
    [chain] = asking.verbs.list_chains(swap)
    asking.team.add(TIME_OFF_FILE, "Cara Woods,2026-11-20,2026-11-20,approved,")
    assert asking.verbs.list_chains(swap) == ()
    with pytest.raises(Conflict, match="the rota has changed"):
        asking.verbs.answer_swap.move(
            swap.id, by=MARIA, mover=chain.mover, gives_up=chain.gives_up, taker=chain.taker
        )
    assert (asking.people(), asking.team.head().edition) == (("Ana Diaz",), 1)


def test_moves_are_a_manager_s_to_make_and_only_where_nobody_is_left_to_ask() -> None:
    asking, swap = call_in_sick()
    with pytest.raises(NotAllowed):
        asking.verbs.answer_swap.move(swap.id, by="Ben Shaw")
    other = memory_asking()
    asked = other.ask()
    assert other.verbs.list_chains(asked) == ()
    with pytest.raises(Conflict, match="Cara Woods was asked"):
        other.verbs.answer_swap.move(asked.id, by=MARIA)


def read_text(preview: Preview) -> str:
    assert preview.rendered is not None
    return " ".join(preview.rendered.text.split())
