"""Whether what customers write back is shown where it is seen to, with the buttons for it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.reading import read

from belfry.jobs.customers.replies import Inbound
from belfry.kernel.errors import Permanent
from belfry.messaging.contacts import Contact, contact_id

MAYA = "+447700900123"
JOB = "/jobs/J-2042"


@pytest.fixture
def bench(app: App) -> Bench:
    """A bench that is open; Maya can be reached by text."""
    rows = {
        "J-2042": f"Maya Lind,{MAYA},text,iPhone screen repair",
        "J-2051": "Tom Webb,tom@example.com,email,Kettle",
    }
    bench = Bench(app, rows)
    bench.open()
    return bench


def write(app: App, id: str, text: str, sender: str = MAYA) -> None:
    app.services.jobs.replies.take(Inbound(id=id, channel="sms", sender=sender, text=text))


def consent_of(app: App) -> str:
    contact = app.services.ports.store.find(Contact, contact_id(MAYA))
    return contact.consent if contact else ""


def text_of(visitor: Visitor, path: str = "/") -> str:
    return read(visitor.get(path).text).text


def test_open_replies_stand_first_on_today_and_are_counted(
    bench: Bench, app: App, manager: Visitor
) -> None:
    write(app, "SM1", "is it ready?")
    write(app, "SM2", "who is this")
    app.work()

    text = text_of(manager)

    assert "2 things need your attention. 2 replies from customers are among them." in text
    near = "wants to stop? Maya Lind J-2042, iPhone screen repair who is this"
    other = "reply Maya Lind J-2042, iPhone screen repair is it ready?"
    assert 0 < text.index("Needs your attention") < text.index(near) < text.index(other)


def test_reply_that_belfry_has_seen_to_itself_needs_nobody(
    bench: Bench, app: App, manager: Visitor
) -> None:
    write(app, "SM1", "STOP")

    assert "Needs your attention" not in text_of(manager)


def test_reply_is_seen_to_with_one_press(bench: Bench, app: App, manager: Visitor) -> None:
    write(app, "SM1", "is it ready?")
    assert "/replies/SM1/settle" in read(manager.get("/").text).actions

    answer = manager.submit("/", "/replies/SM1/settle", {"back": "/"})

    assert answer.headers["location"] == "/?done=seen-to"
    assert "is it ready?" not in text_of(manager)
    assert (consent_of(app), "Done." in text_of(manager, "/?done=seen-to")) == ("", True)


def test_messages_are_stopped_with_one_press(bench: Bench, app: App, manager: Visitor) -> None:
    write(app, "SM1", "please stop texting me")

    answer = manager.submit("/", "/replies/SM1/stop", {"back": "/"})

    assert answer.headers["location"] == "/?done=no-more-messages"
    assert (consent_of(app), "please stop texting me" in text_of(manager)) == ("no", False)


def test_writer_who_has_stopped_meanwhile_cannot_be_stopped_again(
    bench: Bench, app: App, manager: Visitor
) -> None:
    write(app, "SM1", "please stop texting me")
    write(app, "SM2", "STOP")

    assert "gets no messages any more" in text_of(manager)
    for path in ("/", JOB):
        actions = read(manager.get(path).text).actions
        assert [action for action in actions if action.startswith("/replies")] == [
            "/replies/SM1/settle"
        ]


def test_reply_somebody_else_has_seen_to_is_told_so(
    bench: Bench, app: App, manager: Visitor
) -> None:
    write(app, "SM1", "is it ready?")
    app.services.jobs.replies.settle("SM1", by="terminal")

    answer = manager.submit("/", "/replies/SM1/settle")

    assert answer.status_code == 409
    assert "is settled already" in read(answer.text).text


def test_reply_nobody_wrote_is_not_found(bench: Bench, manager: Visitor) -> None:
    assert manager.submit("/", "/replies/SM9/settle").status_code == 404


def test_stranger_is_shown_by_their_number(bench: Bench, app: App, manager: Visitor) -> None:
    write(app, "SM1", "do you mend clocks?", sender="+447700900456")

    assert "reply +447700900456 no job has this address do you mend clocks?" in text_of(manager)


def test_reply_without_words_says_so(bench: Bench, app: App, manager: Visitor) -> None:
    write(app, "SM1", "")

    assert "No words; perhaps a picture." in text_of(manager)


def test_what_a_customer_writes_is_words_and_nothing_else(
    bench: Bench, app: App, manager: Visitor
) -> None:
    write(app, "SM1", '<script>alert(1)</script> "><b>x')

    for path in ("/", JOB):
        page = manager.get(path).text
        assert "<script>alert" not in page
        assert "<b>x" not in page
        assert '<script>alert(1)</script> "><b>x' in read(page).text


def test_more_replies_than_fit_are_counted(bench: Bench, app: App, manager: Visitor) -> None:
    for number in range(22):
        write(app, f"SM{number}", f"question {number}")
    app.work()

    text = text_of(manager)

    assert "22 things need your attention. 22 replies from customers are among them." in text
    assert "And 2 more replies." in text


def test_job_page_shows_the_conversation_the_newest_last(
    bench: Bench, app: App, manager: Visitor
) -> None:
    assert "Conversation" not in text_of(manager, JOB)
    bench.move({"J-2042": "diagnosing"})
    for id, text in (("SM1", "how long will it take?"), ("SM2", "START")):
        app.clock.advance(timedelta(minutes=1))
        write(app, id, text)
    bench.post()

    page = read(manager.get(JOB).text)

    conversation = page.text.index("Conversation")
    asked = page.text.index("how long will it take?", conversation)
    wanted = page.text.index("They want messages again. START", asked)
    confirmed = page.text.index("you will hear from us about your job again", wanted)
    assert (
        conversation
        < page.text.index("iPhone screen repair", conversation)
        < asked
        < wanted
        < confirmed
    )
    assert {"/replies/SM1/settle", "/replies/SM1/stop"} <= set(page.actions)
    assert "/replies/SM2/settle" not in page.actions
    assert "/messages/replies~2FSM2" in page.links
    assert "Conversation" not in text_of(manager, "/jobs/J-2051")


def test_reply_is_settled_from_the_job_page_and_leads_back(
    bench: Bench, app: App, manager: Visitor
) -> None:
    write(app, "SM1", "how long will it take?")

    answer = manager.submit(JOB, "/replies/SM1/settle", {"back": JOB})

    assert answer.headers["location"] == f"{JOB}?done=seen-to"
    assert "/replies/SM1/settle" not in read(manager.get(JOB).text).actions


def test_answer_has_a_page_of_its_own(bench: Bench, app: App, manager: Visitor) -> None:
    write(app, "SM1", "HELP")
    bench.post()

    assert "Reply to HELP" in text_of(manager, "/messages/replies~2FSM1")
    assert "Reply to HELP" in text_of(manager, "/messages")


def test_answer_to_stop_that_the_gateway_refuses_bothers_nobody(
    bench: Bench, app: App, manager: Visitor
) -> None:
    bench.channel("sms").answer_with(Permanent("they have opted out"), Permanent("no such number"))
    write(app, "SM1", "STOP")
    write(app, "SM2", "HELP")
    bench.post()

    text = text_of(manager)

    assert "Reply to STOP" not in text
    assert "failed Reply to HELP" in text
    assert "Failed: they have opted out" in text_of(manager, "/messages/replies~2FSM1")


def test_staff_see_replies_and_have_no_buttons(bench: Bench, app: App, staff: Visitor) -> None:
    write(app, "SM1", "is it ready?")

    page = read(staff.get(JOB).text)
    assert "is it ready?" in page.text
    assert [action for action in page.actions if action.startswith("/replies")] == []
    assert "is it ready?" not in read(staff.get("/").text).text


def test_customer_is_answered_from_the_conversation(
    bench: Bench, app: App, manager: Visitor
) -> None:
    write(app, "SM1", "is it ready?")

    answer = manager.submit(JOB, f"{JOB}/write", {"seen": "0", "text": "Yes, until <six>."})

    assert answer.headers["location"] == f"{JOB}?done=written"
    text = text_of(manager, JOB)
    assert text.index("is it ready?") < text.index("Yes, until <six>.")
    assert "Max" in text[text.index("is it ready?") : text.index("Yes, until <six>.")]
    assert "is it ready?" not in text_of(manager)


def test_customer_who_wrote_stop_is_not_written_to(
    bench: Bench, app: App, manager: Visitor
) -> None:
    write(app, "SM1", "STOP")

    answer = manager.submit(JOB, f"{JOB}/write", {"seen": "0", "text": "But why?"})

    assert answer.status_code == 409
    assert "nothing was sent: the customer wants no messages" in read(answer.text).text.lower()
    text = text_of(manager, JOB)
    assert "You cannot write to them here: the customer wants no messages." in text
    assert f"{JOB}/write" not in read(manager.get(JOB).text).actions


def test_words_that_were_refused_stay_in_the_box(bench: Bench, manager: Visitor) -> None:
    answer = manager.submit(JOB, f"{JOB}/write", {"seen": "0", "text": "x" * 1001})

    assert answer.status_code == 422
    assert "x" * 1001 in answer.text


def test_staff_read_the_conversation_and_write_nothing(
    bench: Bench, app: App, staff: Visitor
) -> None:
    write(app, "SM1", "is it ready?")

    assert f"{JOB}/write" not in read(staff.get(JOB).text).actions
    assert staff.submit(JOB, f"{JOB}/write", {"seen": "0", "text": "x"}).status_code == 403


def test_person_who_was_slower_reads_what_the_other_wrote_first(
    bench: Bench, app: App, manager: Visitor
) -> None:
    write(app, "SM1", "is it ready?")
    app.services.jobs.replies.write("J-2042", "Yes.", by="user/9")

    answer = manager.submit(JOB, f"{JOB}/write", {"seen": "0", "text": "No."})

    assert answer.status_code == 409
    assert "another message was written meanwhile" in read(answer.text).text.lower()
    assert "No.</textarea>" in answer.text
