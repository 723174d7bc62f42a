"""Whether Today shows what needs a person in the room of jobs, each with its answer."""

from __future__ import annotations

from datetime import timedelta

from tests.entrypoints.web.pages.benches import TOM, Bench
from tests.entrypoints.web.pages.houses import House, Visitor
from tests.entrypoints.web.pages.reading import read

from belfry.kernel.errors import Permanent

MESSAGE = "/messages/jobs~2FJ-2042~2Fmove-2"


def text_of(visitor: Visitor) -> str:
    return read(visitor.get("/").text).text


def test_failed_message_is_shown_until_it_is_sent_once_more(bench: Bench, manager: Visitor) -> None:
    bench.channel("sms").script(Permanent("no such number"))
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    said = "failed Update to Maya Lind J-2042, iPhone screen repair Failed: no such number"
    assert said in text_of(manager)

    answer = manager.submit("/", f"{MESSAGE}/resend", {"back": "/"})

    assert answer.headers["location"] == "/?done=resent"
    assert "failed Update" not in text_of(manager)


def test_failure_of_long_ago_is_left_to_the_postbox(bench: Bench, house: House) -> None:
    bench.channel("sms").script(Permanent("no such number"))
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    stan = house.take_in("Stan")
    house.clock.advance(timedelta(days=6, hours=23))
    assert "failed Update" in text_of(house.visitor(stan))
    house.clock.advance(timedelta(hours=2))
    assert "failed Update" not in text_of(house.visitor(stan))


def test_message_that_waits_for_a_yes_is_answered_from_here(bench: Bench, manager: Visitor) -> None:
    bench.open("Ask me first: yes")
    bench.move({"J-2042": "diagnosing"})
    found = read(manager.get("/").text)
    assert "held Update to Maya Lind J-2042, iPhone screen repair Waits for a yes" in found.text
    assert {f"{MESSAGE}/approve", f"{MESSAGE}/stop"} <= set(found.actions)
    assert f"{MESSAGE}?edit=yes#answer" in found.links
    manager.submit("/", f"{MESSAGE}/approve", {"back": "/"})
    assert "Waits for a yes" not in text_of(manager)


def test_message_that_waits_for_the_morning_needs_nobody(bench: Bench, manager: Visitor) -> None:
    bench.open()
    bench.house.clock.advance(timedelta(hours=9))
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
    said = "to mend jobs/board.csv, line 2, column F (stage): 'reday' is not a stage"
    assert said in text_of(manager)


def test_jobs_missing_at_once_are_closed_when_somebody_says_so(
    house: House, manager: Visitor, staff: Visitor
) -> None:
    bench = Bench(house, dict.fromkeys([f"J-{number}" for number in range(5)], TOM[1]))
    bench.open()
    bench.stages.clear()
    bench.write({"J-0": "received"})
    bench.look()
    said = "board jobs/board.csv: 4 of 5 open jobs are missing from the board at once"
    assert said in text_of(manager)
    assert "/board/close-missing" not in read(staff.get("/").text).actions

    answer = manager.submit("/", "/board/close-missing")

    assert answer.headers["location"] == "/?done=closed-missing"
    assert "missing from the board at once" not in text_of(manager)
    again = manager.submit("/", "/board/close-missing")
    assert again.headers["location"] == "/?done=none-missing"
    jobs = house.services.ports.jobs.list_page(is_open=True)
    assert [job.id for job in jobs] == ["J-0"]


def test_closing_without_a_board_is_refused_in_words(bench: Bench, manager: Visitor) -> None:
    answer = manager.submit("/", "/board/close-missing")
    assert answer.status_code == 404
    assert "There is nothing here" in read(answer.text).text


def test_staff_see_what_wants_attention_and_have_no_buttons(bench: Bench, staff: Visitor) -> None:
    bench.open("Ask me first: yes")
    bench.move({"J-2042": "diagnosing"})
    found = read(staff.get("/").text)
    assert "Waits for a yes" in found.text
    assert found.actions == ["/sign-out"]
