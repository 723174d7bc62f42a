"""Whether a message's page tells its fate, and lets a person decide it once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.entrypoints.web.pages.benches import TOM, Bench
from tests.entrypoints.web.pages.houses import House, Visitor
from tests.entrypoints.web.pages.message_samples import put_messages
from tests.entrypoints.web.pages.reading import read

from belfry.kernel.errors import Permanent, Unknown
from belfry.messaging.messages import State

PAGE = "/messages/jobs~2FJ-2042~2Fmove-2"


def text_of(visitor: Visitor, path: str = PAGE) -> str:
    answer = visitor.get(path)
    assert answer.status_code == 200
    return read(answer.text).text


def ask(bench: Bench) -> None:
    """A message waits for somebody's yes."""
    bench.open("Ask me first: yes")
    bench.move({"J-2042": "diagnosing"})


def test_page_tells_facts_words_and_history(bench: Bench, owner: Visitor) -> None:
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    text = text_of(owner)
    assert "Update to Maya Lind sent Sent today 12:03" in text
    assert f"What was said Text message to +447700900123 {bench.latest().text}" in text
    assert "What became of it Sent today 12:03 Taken in hand today 12:03 Wanted today" in text
    assert "State It was handed over. Goes by Text message (stays in the postbox)" in text
    assert "Number jobs/J-2042/move-2" in text


def test_message_that_waits_for_a_yes_leaves_once_it_is_given(
    bench: Bench, manager: Visitor
) -> None:
    ask(bench)
    assert "held Waits for a yes Stop What it would say now" in text_of(manager)
    said = read(manager.get(PAGE).text).typed
    assert said["words"] == said["seen"]

    answer = manager.submit(PAGE, f"{PAGE}/approve", {"words": said["words"], "seen": said["seen"]})

    assert answer.headers["location"] == f"{PAGE}?done=approved"
    assert bench.latest().own_words == ""
    bench.post()
    assert bench.latest().state is State.SENT
    text = text_of(manager)
    assert "Approved by Max today 12:03" in text
    assert "Answered by Max" in text


def test_person_may_say_it_in_other_words(bench: Bench, manager: Visitor) -> None:
    ask(bench)
    seen = read(manager.get(PAGE).text).typed["seen"]
    form = {"words": "Hello Maya,\r\nwe have begun.\r\n", "seen": seen}
    manager.submit(PAGE, f"{PAGE}/approve", form)
    assert "In the words of Max." in text_of(manager)
    bench.post()
    assert [letter.text for letter in bench.channel("sms").letters] == [
        "Hello Maya,\nwe have begun."
    ]


def test_line_ends_of_the_browser_are_no_other_words(house: House, manager: Visitor) -> None:
    bench = Bench(house, {"J-2042": TOM[1]})
    ask(bench)
    seen = read(manager.get(PAGE).text).typed["seen"]
    assert "\n" in seen
    form = {"words": seen.replace("\n", "\r\n"), "seen": seen.replace("\n", "\r\n")}
    manager.submit(PAGE, f"{PAGE}/approve", form)
    assert bench.latest().own_words == ""


def test_words_that_are_too_many_are_refused_and_kept(bench: Bench, manager: Visitor) -> None:
    ask(bench)
    answer = manager.submit(PAGE, f"{PAGE}/approve", {"words": "x" * 1001})
    assert answer.status_code == 422
    found = read(answer.text)
    assert found.errors == {"words": "A message has at most 1000 characters"}
    assert found.typed["words"] == "x" * 1001
    assert bench.latest().state is State.HELD


def test_words_are_open_to_change_for_who_came_to_change_them(
    bench: Bench, manager: Visitor
) -> None:
    ask(bench)
    assert "<details>" in manager.get(PAGE).text
    assert "<details open>" in manager.get(f"{PAGE}?edit=yes").text


def test_message_that_is_stopped_never_leaves(bench: Bench, manager: Visitor) -> None:
    ask(bench)
    answer = manager.submit(PAGE, f"{PAGE}/stop", {"back": "/"})
    assert answer.headers["location"] == "/?done=stopped"
    bench.post()
    assert bench.latest().state is State.DROPPED
    assert "dropped Dropped: stopped by Max" in text_of(manager)
    assert bench.channel("sms").letters == []


def test_uncertain_message_is_sent_once_more_as_a_new_one(bench: Bench, manager: Visitor) -> None:
    bench.channel("sms").answer_with(Unknown("the line broke"))
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    assert "uncertain Last heard of today 12:03: it may have arrived, or not" in text_of(manager)

    answer = manager.submit(PAGE, f"{PAGE}/resend")

    assert answer.headers["location"] == f"{PAGE}~2Fresend-1?done=resent"
    assert "queued Leaves today 12:03 (any moment): asked for by Max" in text_of(
        manager, f"{PAGE}~2Fresend-1"
    )
    bench.post()
    assert bench.latest().state is State.SENT


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("approve", "approve", "Max has answered already: the message is queued."),
        ("approve", "resend", "Max has answered already: the message is queued."),
        ("stop", "stop", "The message is dropped (stopped by Max): that cannot be done any more."),
        ("stop", "approve", "The message is dropped (stopped by Max): that cannot be done any"),
    ],
)
def test_second_answer_is_refused_in_words(
    bench: Bench, manager: Visitor, first: str, second: str, said: str
) -> None:
    ask(bench)
    manager.submit(PAGE, f"{PAGE}/{first}")
    before = bench.latest()
    answer = manager.submit(PAGE, f"{PAGE}/{second}")
    assert answer.status_code == 409
    assert f"Nothing was changed {said}" in read(answer.text).text
    assert bench.latest() == before


def test_resend_is_refused_while_the_last_one_waits(bench: Bench, manager: Visitor) -> None:
    bench.channel("sms").answer_with(Permanent("no such number"))
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    manager.submit(PAGE, f"{PAGE}/resend")
    answer = manager.submit(PAGE, f"{PAGE}/resend")
    assert answer.status_code == 409
    assert "Nothing was changed" in read(answer.text).text


def test_message_that_is_no_longer_true_says_that_it_will_not_be_sent(
    bench: Bench, owner: Visitor
) -> None:
    bench.open()
    bench.house.clock.advance(timedelta(hours=9))
    bench.move({"J-2042": "diagnosing"})
    bench.move({"J-2042": "received"})
    text = text_of(owner)
    assert "held Will not be sent: the job has moved on: it is now: received" in text
    assert f"{PAGE}/approve" not in read(owner.get(PAGE).text).actions


@pytest.mark.parametrize("state", State)
def test_buttons_are_those_that_the_state_allows(
    house: House, manager: Visitor, state: State
) -> None:
    put_messages(house, {"a": state})
    page = "/messages/jobs~2Fa"
    acts = [act for act in read(manager.get(page).text).actions if act.startswith(page)]
    match state:
        case State.QUEUED | State.HELD:
            assert acts == [f"{page}/stop"]
        case State.SENDING:
            assert acts == []
        case State.UNCERTAIN | State.FAILED | State.BOUNCED:
            assert acts == [f"{page}/resend", f"{page}/settle"]
        case _:
            assert acts == [f"{page}/resend"]


def test_staff_see_a_message_without_its_buttons(bench: Bench, staff: Visitor) -> None:
    ask(bench)
    found = read(staff.get(PAGE).text)
    assert "Waits for a yes" in found.text
    assert found.actions == ["/sign-out"]


@pytest.mark.parametrize("act", ["approve", "stop", "resend"])
def test_message_that_is_not_there_cannot_be_answered(manager: Visitor, act: str) -> None:
    assert manager.submit("/me", f"/messages/none/{act}").status_code == 404
    assert manager.get("/messages/none").status_code == 404
