"""Power cuts between approval and the messages: each person gets their week once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.fakes.crash_points import Crashed
from tests.stories.rotas import MARIA, MONDAY, OLGA, WEEK, Cafe, Invited, open_cafe, read_invites

from belfry.kernel.errors import Conflict
from belfry.rota.requests.requests import SwapState

NAMES = {"ana": "Ana Diaz", "ben": "Ben Shaw", "cara": "Cara Woods", "eve": "Eve Long"}
DEV = "+447700900155"
# One after another, in the order in which they are reached.
DRAFTING = ("rota.sheet_made", "rota.clashes_asked", "store.written", "store.committed")
KEEPING = ("rota.facts_kept", "rota.lines_kept", "store.committed", "rota.decider_told")
TELLING = (
    *("rota.approved", "rota.snapshot_kept", "rota.some_told", "rota.mirrored"),
    *("rota.week_told", "relay.delivered", "store.written", "store.committed"),
)
AGREEING = ("rota.lines_kept", "store.written", "store.committed")
SWAPPING = ("rota.snapshot_kept", "rota.some_told", "rota.mirrored", "rota.week_told")


@pytest.fixture(params=["memory", "sqlite"])
def cafe(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Cafe]:
    with open_cafe(tmp_path, request.param) as cafe:
        yield cafe


def go_through(cafe: Cafe, when: str, *cuts: str) -> list[str]:
    """Time goes by with a power cut at each of those steps; those that were reached."""
    crashed = []
    for step in cuts:
        cafe.crash_points.crash_at(step)
        try:
            cafe.go_to(when)
        except Crashed:
            crashed.append(step)
            cafe.restart()
    cafe.crash_points.crash_at("none")
    cafe.go_to(when)
    return crashed


def approve(cafe: Cafe) -> None:
    """Maria presses the button until the page says that it is done."""
    publishing = cafe.services.rota.publishing
    try:
        publishing.approve(MONDAY, by=MARIA)
    except Crashed:
        cafe.restart()
        with pytest.raises(Conflict, match=f"approved by {MARIA} already"):
            cafe.services.rota.publishing.approve(MONDAY, by=MARIA)


def check_everybody_heard_once(cafe: Cafe, before: int) -> None:
    assert Counter(to for to, _ in cafe.subjects(before)) == Counter(list(NAMES))
    for to, name in NAMES.items():
        [outgoing] = cafe.sent(to, since=before)
        assert read_invites(outgoing) == [
            Invited("REQUEST", when, 0) for when in cafe.shifts_of(name)
        ]
    heard = [message for message in cafe.messages if message.about == f"rota/{WEEK}"]
    assert sorted(message.person for message in heard) == sorted([*NAMES.values(), "Dev Patel"])
    assert {message.state for message in heard} == {"sent"}


def test_everybody_hears_of_their_week_once_however_often_the_power_fails(cafe: Cafe) -> None:
    crashed = go_through(cafe, "2026-11-12T10:45", *DRAFTING)
    assert crashed == list(DRAFTING)
    crashed = go_through(cafe, "2026-11-12T15:10", *KEEPING)
    assert crashed == list(KEEPING)
    clashes = Counter(message.id for message in cafe.messages if message.kind == "clash")
    assert set(clashes.values()) == {1}
    assert cafe.head().is_waiting

    before = cafe.post
    cafe.crash_points.crash_at(TELLING[0])
    approve(cafe)
    assert go_through(cafe, "2026-11-12T19:45", *TELLING[1:]) == list(TELLING[1:])
    check_everybody_heard_once(cafe, before)
    assert cafe.head().edition == 1
    assert len(cafe.sms.sent) == 3
    assert cafe.services.accounts.verify_audit_log().breaks == ()


def test_a_swap_is_done_once_however_often_the_power_fails(cafe: Cafe) -> None:
    cafe.go_to("2026-11-12T14:45")
    cafe.services.rota.publishing.approve(MONDAY, by=MARIA)
    cafe.go_to("2026-11-12T15:45")
    requests = cafe.services.rota.requests
    form = {"week": WEEK, "shift": "mon-early", "kind": "cover"}
    assert cafe.press(cafe.sent("ana")[-1], "swap", **form) == 200
    swap = cafe.swap(f"{WEEK}-1")
    requests.answer_ask(swap.id, person=swap.asked, is_yes=True, by=swap.asked)
    before, texts = cafe.post, len(cafe.sms.sent)
    for step in AGREEING:
        cafe.crash_points.crash_at(step)
        with pytest.raises(Crashed):
            cafe.services.rota.requests.answer_swap.agree(swap.id, by=MARIA)
        cafe.restart()
    cafe.services.rota.requests.answer_swap.agree(swap.id, by=MARIA)
    assert go_through(cafe, "2026-11-12T19:45", *SWAPPING) == list(SWAPPING)

    assert cafe.swap(swap.id).state is SwapState.DONE
    assert cafe.head().edition == 2
    assert cafe.lines()["mon-early"].people == ("Cara Woods",)
    counts = Counter(cafe.subjects(before))
    assert set(counts.values()) == {1}
    assert {to for to, subject in counts if subject.startswith("Changed")} == {"ana", "cara"}
    assert len(cafe.sms.sent) == texts


def test_a_week_that_may_not_have_left_is_shown_and_sent_again_by_a_person(cafe: Cafe) -> None:
    """Interrupted while sending: no one gets two e-mails, and uncertain ones are listed."""
    cafe.go_to("2026-11-12T14:45")
    before, texts = cafe.post, len(cafe.sms.sent)
    cafe.services.rota.publishing.approve(MONDAY, by=MARIA)
    go_through(cafe, "2026-11-12T18:45", "send.handed_over")
    people = cafe.services.rota.publishing.status(MONDAY).people
    in_doubt = [status.person for status in people if status.state == "uncertain"]
    assert len(in_doubt) == 5
    assert cafe.post + len(cafe.sms.sent) == before + texts + 1

    for person in in_doubt[1:]:
        cafe.services.rota.publishing.resend(MONDAY, person, by=MARIA)
    cafe.go_to("2026-11-12T19:45")
    assert set(Counter(to for to, _ in cafe.subjects(before)).values()) == {1}
    assert cafe.post + len(cafe.sms.sent) == before + texts + 5


def test_two_machines_on_one_book_tell_everybody_once(tmp_path: Path) -> None:
    """Both ring, both relay, both release; and two managers answer at the same moment."""
    with open_cafe(tmp_path, "sqlite") as cafe:
        cafe.go_to("2026-11-12T14:45")
        other = Cafe(cafe.ports, cafe.toml, email=cafe.email, sms=cafe.sms)
        other.start()
        before = cafe.post
        cafe.services.rota.publishing.approve(MONDAY, by=MARIA)
        with pytest.raises(Conflict, match=f"approved by {MARIA} already"):
            other.services.rota.publishing.approve(MONDAY, by=OLGA)
        for minute in range(50, 60, 5):
            cafe.go_to(f"2026-11-12T14:{minute}")
            other.go_to(f"2026-11-12T14:{minute}")
        for minute in range(0, 50, 5):
            other.go_to(f"2026-11-12T15:{minute:02}")
            cafe.go_to(f"2026-11-12T15:{minute:02}")
        check_everybody_heard_once(cafe, before)


def test_machine_that_was_off_on_thursday_drafts_the_week_when_it_is_back(cafe: Cafe) -> None:
    before = cafe.post
    cafe.be_away_until("2026-11-13T09:10")
    cafe.go_to("2026-11-13T10:45")
    assert cafe.subjects(before)[-1] == ("olga", "Draft for 16 to 22 November: 11 of 12 filled")
    assert cafe.lines(draft=1)["wed-kitchen"].why.startswith("a clash with the standing pattern")


def test_week_that_nobody_approved_is_told_to_managers_on_sunday_and_to_nobody_else(
    cafe: Cafe,
) -> None:
    cafe.go_to("2026-11-12T15:45")
    before = cafe.post
    cafe.go_to("2026-11-15T19:00")
    subjects = [(to, subject) for to, subject in cafe.subjects(before) if "16 to 22" in subject]
    assert subjects == [(to, "Not published yet: 16 to 22 November") for to in ("maria", "olga")]
