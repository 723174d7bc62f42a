"""Whether one can see what goes out next, and that looking sends nothing."""

from __future__ import annotations

from datetime import timedelta

from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.benches import TOM, Bench
from tests.entrypoints.web.pages.reading import read

from belfry.entrypoints.web.pages.upcoming import MANY_JOBS
from belfry.kernel.errors import Unknown


def text_of(visitor: Visitor) -> str:
    answer = visitor.get("/next")
    assert answer.status_code == 200
    return read(answer.text).text


def test_app_with_nothing_to_say_says_so(owner: Visitor) -> None:
    text = text_of(owner)
    assert "Waiting to leave Nothing waits." in text
    assert "If nothing moves in the next 7 days No holding note is foreseen." in text


def test_waiting_messages_stand_in_the_order_they_leave(bench: Bench, owner: Visitor) -> None:
    bench.open("Ask consent first: yes")
    bench.app.clock.advance(timedelta(hours=9))
    bench.move({"J-2051": "diagnosing", "J-2042": "diagnosing"})
    owner.submit("/messages/jobs~2FJ-2051~2Fmove-2", "/messages/jobs~2FJ-2051~2Fmove-2/approve")
    text = text_of(owner)
    tom = "Update to Tom Webb J-2051, Kettle Leaves"
    maya = "Update to Maya Lind J-2042, iPhone screen repair Waiting for approval: the customer"
    assert text.index(tom) < text.index(maya)
    assert "· E-mail to tom@example.com" in text
    assert bench.channel("email").sent == []


def test_holding_notes_are_foreseen_for_a_week(bench: Bench, owner: Visitor) -> None:
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    text = text_of(owner)
    assert (
        "J-2042 Maya Lind, iPhone screen repair Diagnosing for less than an hour "
        "after tomorrow 12:00"
    ) in text
    assert "J-2051" not in text
    bench.app.clock.advance(timedelta(days=2))
    assert "Diagnosing for 2 days at the next sweep" in text_of(owner)


def test_shop_with_very_many_jobs_foresees_them_when_asked(app: App, owner: Visitor) -> None:
    Bench(app, {f"J-{number:04}": TOM[1] for number in range(MANY_JOBS)}, stage="ready").open()
    assert "after today 16:00 J-0001" in text_of(owner)
    more = {f"J-{number:04}": TOM[1] for number in range(MANY_JOBS + 1)}
    Bench(app, more, stage="ready").open()
    assert "There are many open jobs" in text_of(owner)
    assert "J-0001" not in text_of(owner)
    asked = read(owner.get("/next?foresee=all").text).text
    assert "after today 16:00 J-0001" in asked


def test_nobody_is_chased_while_the_last_message_is_in_doubt(bench: Bench, owner: Visitor) -> None:
    bench.channel("sms").answer_with(Unknown("the line broke"))
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    assert "not while the last message is unconfirmed" in text_of(owner)


def test_person_may_answer_from_here_and_comes_back(bench: Bench, manager: Visitor) -> None:
    bench.open("Ask me first: yes")
    bench.move({"J-2042": "diagnosing"})
    approve = "/messages/jobs~2FJ-2042~2Fmove-2/approve"
    assert approve in read(manager.get("/next").text).actions
    answer = manager.submit("/next", approve, {"back": "/next"})
    assert answer.headers["location"] == "/next?done=approved"
