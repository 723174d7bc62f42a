"""Whether Today shows what needs a person in the room of jobs, each with its answer."""

from __future__ import annotations

from datetime import timedelta

from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.benches import TOM, Bench
from tests.entrypoints.web.pages.message_samples import put_messages
from tests.entrypoints.web.pages.reading import read

from belfry.accounts.users import Role
from belfry.entrypoints.web.pages.today import MOST
from belfry.kernel.errors import Permanent, Unknown
from belfry.messaging.messages import State

MESSAGE = "/messages/jobs~2FJ-2042~2Fmove-2"


def text_of(visitor: Visitor) -> str:
    return read(visitor.get("/").text).text


def test_failed_message_is_shown_until_it_is_sent_once_more(bench: Bench, manager: Visitor) -> None:
    bench.channel("sms").answer_with(Permanent("no such number"))
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    expected = "failed Update to Maya Lind J-2042, iPhone screen repair Failed: no such number"
    assert expected in text_of(manager)

    answer = manager.submit("/", f"{MESSAGE}/resend", {"back": "/"})

    assert answer.headers["location"] == "/?done=resent"
    assert "failed Update" not in text_of(manager)


def test_failure_of_long_ago_is_left_to_the_postbox(bench: Bench, app: App) -> None:
    bench.channel("sms").answer_with(Permanent("no such number"))
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    max_ = app.take_in("Max", Role.MANAGER)
    app.clock.advance(timedelta(days=6, hours=23))
    assert "failed Update" in text_of(app.visitor(max_))
    app.clock.advance(timedelta(hours=2))
    assert "failed Update" not in text_of(app.visitor(max_))


def test_failed_message_is_settled_by_whoever_told_the_customer(
    bench: Bench, manager: Visitor
) -> None:
    bench.channel("sms").answer_with(Permanent("no such number"))
    bench.open()
    bench.move({"J-2042": "diagnosing"})

    answer = manager.submit("/", f"{MESSAGE}/settle", {"word": "told", "back": "/"})

    assert answer.headers["location"] == "/?done=settled"
    assert "failed Update" not in text_of(manager)
    page = read(manager.get(MESSAGE).text).text
    assert "delivered Delivered: told in another way, as noted by Max" in page


def test_message_that_may_have_arrived_is_settled_by_a_word(bench: Bench, manager: Visitor) -> None:
    bench.channel("sms").answer_with(Unknown("the line broke"))
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    assert "unconfirmed Update to Maya Lind" in text_of(manager)

    manager.submit("/", f"{MESSAGE}/settle", {"word": "arrived", "back": "/"})

    assert "unconfirmed Update" not in text_of(manager)
    assert bench.latest().state is State.DELIVERED
    assert [outgoing.to for outgoing in bench.channel("sms").sent] == ["+447700900123"]


def test_job_that_stands_still_is_told_of_once_if_somebody_says_so(bench: Bench, app: App) -> None:
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    app.clock.advance(timedelta(days=2))
    manager = app.visitor(app.take_in("Max", Role.MANAGER))
    page = read(manager.get("/").text)
    expected = "standing still J-2042 Maya Lind, iPhone screen repair Diagnosing for 2 days. "
    assert f"{expected}The customer has not been told yet" in page.text
    assert "/jobs/J-2042" in page.links

    answer = manager.submit("/", "/jobs/J-2042/chase", {"chases": "0", "back": "/"})

    assert answer.headers["location"] == "/?done=chased"
    bench.post()
    assert bench.latest().kind == "holding"
    assert "A note to the customer that it has not moved was written today 12:03." in text_of(
        manager
    )
    again = manager.submit("/", "/jobs/J-2042/chase", {"chases": "0", "back": "/"})
    assert again.status_code == 409


def test_customer_who_wants_no_messages_is_not_to_be_told_that_nothing_moves(
    bench: Bench, app: App
) -> None:
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    app.services.jobs.customers.set_consent("J-2042", "no", by="user/1")
    app.clock.advance(timedelta(days=2))
    manager = app.visitor(app.take_in("Max", Role.MANAGER))
    page = read(manager.get("/").text)
    why = "Its customer is not told, because the customer wants no messages."
    assert f"Diagnosing for 2 days. {why}" in page.text
    assert "/jobs/J-2042/chase" not in page.actions
    assert "J-2042" not in read(manager.get("/next").text).text
    answer = manager.submit("/", "/jobs/J-2042/chase", {"chases": "0", "back": "/"})
    assert answer.status_code == 409


def test_job_that_a_message_speaks_for_is_not_named_twice(bench: Bench, app: App) -> None:
    bench.channel("sms").answer_with(Permanent("no such number"))
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    app.clock.advance(timedelta(days=2))
    text = text_of(app.visitor(app.take_in("Max", Role.MANAGER)))
    assert "failed Update to Maya Lind" in text
    assert "standing still" not in text


def test_what_leaves_next_and_what_left_today_are_told(bench: Bench, app: App) -> None:
    bench.open()
    bench.move({"J-2051": "diagnosing"})
    app.clock.advance(timedelta(hours=9))
    bench.move({"J-2042": "diagnosing"})
    max_ = app.take_in("Max", Role.MANAGER)
    text = text_of(app.visitor(max_))
    assert "One message went out today." in text
    assert "Goes out next Update to Maya Lind Quiet hours tomorrow 09:00" in text
    assert "Went out today 1 Update to Tom Webb 12:03" in text
    app.clock.advance(timedelta(hours=3))
    text = text_of(app.visitor(max_))
    assert "went out today" not in text.casefold()


def test_message_that_waits_for_a_yes_is_answered_from_here(bench: Bench, manager: Visitor) -> None:
    bench.open("Ask me first: yes")
    bench.move({"J-2042": "diagnosing"})
    page = read(manager.get("/").text)
    assert "held Update to Maya Lind J-2042, iPhone screen repair Waiting for approval" in page.text
    assert {f"{MESSAGE}/approve", f"{MESSAGE}/stop"} <= set(page.actions)
    assert f"{MESSAGE}?edit=yes#answer" in page.links
    manager.submit("/", f"{MESSAGE}/approve", {"back": "/"})
    assert "Waiting for approval" not in text_of(manager)


def test_message_that_waits_for_the_morning_needs_nobody(bench: Bench, manager: Visitor) -> None:
    bench.open()
    bench.app.clock.advance(timedelta(hours=9))
    bench.move({"J-2042": "diagnosing"})
    assert "held" not in text_of(manager)


def test_slip_is_corrected_from_here(bench: Bench, manager: Visitor) -> None:
    bench.open()
    bench.move({"J-2042": "ready"})
    bench.move({"J-2042": "in progress"})
    assert (
        "told by mistake J-2042 Maya Lind, iPhone screen repair "
        "The customer was told ready, the board says in progress."
    ) in text_of(manager)
    answer = manager.submit("/", "/jobs/J-2042/correct", {"back": "/"})
    assert answer.headers["location"] == "/?done=corrected"
    assert "told by mistake" not in text_of(manager)


def test_line_to_mend_is_told_with_its_place(bench: Bench, manager: Visitor) -> None:
    bench.open()
    bench.write({"J-2042": "reday"})
    bench.look()
    expected = "to fix jobs/board.csv, line 2, column F (stage): 'reday' is not a stage"
    assert expected in text_of(manager)


def test_jobs_missing_at_once_are_closed_when_somebody_says_so(
    app: App, manager: Visitor, staff: Visitor
) -> None:
    bench = Bench(app, dict.fromkeys([f"J-{number}" for number in range(5)], TOM[1]))
    bench.open()
    bench.stages.clear()
    bench.write({"J-0": "received"})
    bench.look()
    expected = "board jobs/board.csv: 4 of 5 open jobs are missing from the board at once"
    assert expected in text_of(manager)
    assert "/board/close-missing" not in read(staff.get("/").text).actions

    answer = manager.submit("/", "/board/close-missing")

    assert answer.headers["location"] == "/?done=closed-missing"
    assert "missing from the board at once" not in text_of(manager)
    again = manager.submit("/", "/board/close-missing")
    assert again.headers["location"] == "/?done=none-missing"
    jobs = app.services.ports.jobs.list_page(is_open=True)
    assert [job.id for job in jobs] == ["J-0"]


def test_closing_without_a_board_is_refused_in_words(bench: Bench, manager: Visitor) -> None:
    answer = manager.submit("/", "/board/close-missing")
    assert answer.status_code == 404
    assert "There is nothing here" in read(answer.text).text


def test_staff_are_not_asked_what_others_decide(bench: Bench, staff: Visitor) -> None:
    bench.open("Ask me first: yes")
    bench.move({"J-2042": "diagnosing"})
    page = read(staff.get("/").text)
    assert "Nothing is asked of you." in page.text
    assert "Maya Lind" not in page.text
    assert page.actions == ["/sign-out"]


def test_very_many_messages_are_cut_short_with_a_way_to_the_rest(
    app: App, manager: Visitor
) -> None:
    put_messages(app, {f"m{number:02}": State.FAILED for number in range(MOST + 1)})
    app.clock.advance(timedelta(minutes=1))
    page = read(manager.get("/").text)
    shown = [link for link in page.links if link.startswith("/messages/")]
    assert shown == [f"/messages/jobs~2Fm{number:02}" for number in range(MOST, 0, -1)]
    assert "/messages?show=wrong" in page.links
