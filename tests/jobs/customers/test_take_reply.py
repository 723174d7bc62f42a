"""Taking in what customers write back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import pytest
from tests.jobs.shops import Bench
from tests.jobs.writers import (
    MAYA,
    TOM,
    bring,
    consent_of,
    find_contact,
    replies,
    texts,
    write,
)

from belfry.jobs.customers.replies import Inbound, find_address, may_be_answered
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.texts import digest_of
from belfry.messaging.contacts import Reply, contact_id
from belfry.messaging.messages import Message
from belfry.ports.clock import Clock

STOPPED = "you will get no more messages from us. Reply START to get them again."
RESTARTED = "you will hear from us about your job again. Reply STOP to end messages."
HELP = (
    "messages about your job. We are open Mon-Fri 09:00-18:00; Sat 10:00-16:00. "
    "Reply STOP to end messages."
)


def test_stop_counts_at_once_and_is_confirmed_once(bench: Bench) -> None:
    bring(bench, "J-0")

    write(bench, "Stop.", id="SM1")

    contact = find_contact(bench)
    assert contact is not None
    assert (contact.consent, contact.said_by) == ("no", "the customer, who wrote STOP")
    assert contact.said_at == bench.ports.clock.now()
    bench.release()
    bench.release()
    assert texts(bench) == [(MAYA, STOPPED)]


def test_stop_takes_back_what_was_waiting(bench: Bench) -> None:
    bring(bench, "J-0")
    bench.put("J-0", "in progress")
    bench.settle()
    bench.relay()

    write(bench, "STOP")
    bench.release()

    assert texts(bench) == [(MAYA, STOPPED)]
    update = bench.ports.store.find(Message, "jobs/J-0/move-2")
    assert update is not None
    assert (update.state, update.why) == ("dropped", "the customer wants no messages")


def test_stop_outlives_the_job_it_was_about(bench: Bench) -> None:
    bring(bench, "J-0", "ready")
    write(bench, "STOP")
    bench.release()
    bring(bench, "J-0", "collected")
    bring(bench, "J-1")
    bench.put("J-1", "ready")
    bench.settle()
    bench.deliver()

    assert texts(bench) == [(MAYA, STOPPED)]


def test_stop_of_a_stranger_counts_too(bench: Bench) -> None:
    reply = write(bench, "STOP", sender=TOM)
    bench.release()

    assert (reply.about, consent_of(bench, TOM), consent_of(bench, MAYA)) == ("", "no", "")
    assert texts(bench) == [(TOM, STOPPED)]


def test_second_stop_is_taken_in_and_not_confirmed_within_a_day(bench: Bench) -> None:
    write(bench, "STOP")
    bench.release()
    bench.go(hours=23)
    write(bench, "STOP!!")
    bench.release()
    assert len(texts(bench)) == 1
    assert [reply.meaning for reply in replies(bench)] == ["stop", "stop"]

    for hours in (2, 1):
        bench.go(hours=hours)
        write(bench, "stop")
        bench.release()
        assert len(texts(bench)) == 2


def test_delivery_that_comes_twice_changes_nothing(bench: Bench) -> None:
    first = write(bench, "STOP", id="SM1")
    write(bench, "START", id="SM2")
    bench.release()
    before = (consent_of(bench), texts(bench), find_contact(bench))

    bench.go(hours=2)
    again = write(bench, "STOP", id="SM1")
    bench.release()

    assert (again.id, again.at, again.meaning) == (first.id, first.at, "stop")
    assert (consent_of(bench), texts(bench), find_contact(bench)) == before


def test_start_brings_messages_back(bench: Bench) -> None:
    bring(bench, "J-0")
    write(bench, "STOP")
    bench.release()
    write(bench, "START")
    bench.release()
    bench.put("J-0", "ready")
    bench.settle()
    bench.deliver()

    assert [text for _, text in texts(bench)][:2] == [STOPPED, RESTARTED]
    assert len(texts(bench)) == 3
    contact = find_contact(bench)
    assert contact is not None
    assert (contact.consent, contact.said_by) == ("yes", "the customer, who wrote START")


def test_change_of_mind_before_the_answer_left_is_answered_once(bench: Bench) -> None:
    write(bench, "STOP", id="SM1")
    bench.go(seconds=5)
    write(bench, "START", id="SM2")
    bench.release()

    assert (consent_of(bench), texts(bench)) == ("yes", [(MAYA, RESTARTED)])
    assert bench.said() == [
        ("replies/SM1", "dropped", "replaced by replies/SM2, which is newer"),
        ("replies/SM2", "sent", ""),
    ]


@pytest.mark.parametrize(
    ("text", "then", "why"),
    [
        ("STOP", "yes", "the customer wants messages again"),
        ("START", "no", "the customer wants no messages any more"),
    ],
)
def test_answer_that_is_no_longer_true_is_not_sent(
    bench: Bench, text: str, then: str, why: str
) -> None:
    write(bench, text, id="SM1")
    bench.app.services.jobs.customers.change_consent(MAYA, then, by="customer")
    bench.release()

    assert (texts(bench), bench.said()) == ([], [("replies/SM1", "dropped", why)])


def test_yes_is_a_start_only_for_somebody_who_had_stopped(bench: Bench) -> None:
    assert (write(bench, "Yes").meaning, consent_of(bench)) == ("other", "")
    write(bench, "STOP")
    assert (write(bench, "Yes").meaning, consent_of(bench)) == ("start", "yes")


def test_start_against_the_board_goes_to_a_person_and_promises_nothing(bench: Bench) -> None:
    bench.write(
        "jobs/board.csv",
        f"job_id,customer,contact,item,stage,consent\nJ-0,Maya,{MAYA},kettle,received,no\n",
    )
    bench.poll()

    reply = write(bench, "START")
    bench.release()

    assert (reply.meaning, reply.is_open, texts(bench)) == ("start", True, [])


def test_help_is_answered_with_the_shop_and_how_to_stop(bench: Bench) -> None:
    reply = write(bench, "HELP")
    bench.release()

    assert (reply.is_open, consent_of(bench), texts(bench)) == (False, "", [(MAYA, HELP)])


def test_help_does_not_take_the_place_of_a_confirmation(bench: Bench) -> None:
    write(bench, "STOP")
    write(bench, "help")
    bench.release()

    assert sorted(text for _, text in texts(bench)) == [HELP, STOPPED]


def test_help_asked_for_again_goes_to_a_person(bench: Bench) -> None:
    write(bench, "HELP")
    assert write(bench, "help").is_open
    bench.release()

    assert len(texts(bench)) == 1


def test_answer_leaves_in_quiet_hours_and_without_a_yes(bench: Bench) -> None:
    bench.set("Ask me first: yes")
    bench.go(hours=12)

    write(bench, "STOP")
    bench.release()

    assert texts(bench) == [(MAYA, STOPPED)]


def test_near_miss_changes_nothing_and_waits_for_a_person(bench: Bench) -> None:
    bring(bench, "J-0")

    reply = write(bench, "please stop texting me")
    bench.put("J-0", "ready")
    bench.settle()
    bench.deliver()

    assert (reply.meaning, reply.is_open, consent_of(bench)) == ("near", True, "")
    assert [outgoing.id for outgoing in bench.sent("sms")] == ["jobs/J-0/move-2"]


def test_sentence_with_stop_in_it_stops_nothing(bench: Bench) -> None:
    reply = write(bench, "can I stop by at 5?")
    bench.release()

    assert (reply.meaning, reply.is_open) == ("other", True)
    assert (consent_of(bench), texts(bench)) == ("", [])


@pytest.mark.parametrize(
    ("stages", "about"),
    [
        pytest.param({}, "", id="no job at all"),
        pytest.param({"J-0": "received"}, "jobs/J-0", id="the only job"),
        pytest.param(
            {"J-0": "received", "J-1": "received"}, "jobs/J-1", id="the open job that moved last"
        ),
        pytest.param(
            {"J-0": "received", "J-1": "collected"}, "jobs/J-0", id="an open job before a closed"
        ),
        pytest.param(
            {"J-0": "collected", "J-1": "collected"}, "jobs/J-1", id="the last of closed jobs"
        ),
    ],
)
def test_reply_is_about_the_job_it_most_likely_answers(
    bench: Bench, stages: dict[str, str], about: str
) -> None:
    bring(bench, "J-9", address=TOM)
    for job_id, stage in stages.items():
        bench.go(minutes=3)
        bring(bench, job_id, stage)

    assert write(bench, "is it done?").about == about


def test_reply_is_kept_with_who_wrote_it_and_what(bench: Bench) -> None:
    taken = write(bench, "Danke! \U0001f44d", id="SM7", sender="+44 7700 900123")

    assert replies(bench) == [
        Reply(
            id="SM7",
            channel="sms",
            contact=contact_id(MAYA),
            sender=MAYA,
            text="Danke! \U0001f44d",
            meaning="other",
            about="",
            at=bench.ports.clock.now(),
            is_open=True,
            revision=1,
        )
    ]
    assert "Danke" not in repr(taken)
    assert MAYA not in repr(taken)


def test_number_as_it_is_dialled_at_home_is_known_again(bench: Bench) -> None:
    bring(bench, "J-0", address="07700 900123")

    assert write(bench, "thanks", sender=MAYA).about == "jobs/J-0"


@pytest.mark.parametrize("sender", ["60070", "VODAFONE"])
def test_machine_that_writes_is_not_answered(bench: Bench, sender: str) -> None:
    write(bench, "STOP", sender=sender)
    write(bench, "HELP", sender=sender)
    bench.release()

    assert (consent_of(bench, sender), bench.sent("sms")) == ("no", [])


def test_provider_that_answers_itself_is_left_to_it(bench: Bench) -> None:
    write(bench, "ARRET", answered_as="STOP")
    assert consent_of(bench) == "no"
    write(bench, "AIDE", answered_as="HELP")
    write(bench, "DEBUT", answered_as="START")
    assert consent_of(bench) == "yes"
    bench.release()

    assert [reply.meaning for reply in replies(bench)] == ["stop", "help", "start"]
    assert texts(bench) == []


def test_very_long_text_is_kept_as_far_as_anybody_reads(bench: Bench) -> None:
    assert len(write(bench, "x" * 5000).text) == 2000


@pytest.mark.parametrize("id", ["", "x" * 101], ids=["no id", "an id without end"])
def test_reply_without_a_usable_id_is_refused(bench: Bench, id: str) -> None:
    with pytest.raises(InputError, match="1 to 100 characters"):
        bench.app.services.jobs.replies.take(
            Inbound(id=id, channel="sms", sender=MAYA, text="STOP")
        )
    assert replies(bench) == []


def test_every_reply_is_in_the_trail_without_its_words(bench: Bench) -> None:
    write(bench, "is it ready?", id="SM1")
    write(bench, "STOP", id="SM2")
    contact = find_contact(bench)
    assert contact is not None

    wrote, stopped = bench.ports.audit_log.list_entries(contact.subject)

    assert (wrote.action, wrote.by) == ("wrote", "customer")
    assert wrote.after == {
        "reply": "SM1",
        "meaning": "other",
        "text": digest_of("is it ready?"),
    }
    assert (stopped.action, stopped.by, stopped.after) == (
        "consent",
        "the customer, who wrote STOP",
        {"consent": "no"},
    )
    assert bench.app.services.accounts.verify_audit_log().breaks == ()


def test_stop_whose_confirmation_was_never_sent_is_confirmed_when_said_again(bench: Bench) -> None:
    write(bench, "STOP", id="SM1")
    bench.app.services.messaging.answer.decline("replies/SM1", by="user/1")
    bench.go(hours=1)
    write(bench, "STOP", id="SM2")
    bench.release()

    assert texts(bench) == [(MAYA, STOPPED)]


@pytest.mark.parametrize(
    ("sender", "address"),
    [
        pytest.param("+447700900123", "+447700900123", id="a whole number"),
        pytest.param(" +44 7700 900123 ", "+447700900123", id="a number with spaces"),
        pytest.param("+15005550006", "+15005550006", id="a number from abroad"),
        pytest.param("maya@example.com", "maya@example.com", id="an e-mail address"),
        pytest.param("VODAFONE", "VODAFONE", id="a name"),
        pytest.param("x" * 300, "x" * 254, id="a name without end"),
        pytest.param("a\x00b", "a\ufffdb", id="signs that cannot be kept"),
    ],
)
def test_sender_is_written_as_the_board_writes_addresses(sender: str, address: str) -> None:
    assert find_address(sender, country="GB") == address


@pytest.mark.parametrize(
    ("address", "is_person"),
    [
        ("+447700900123", True),
        ("maya@example.com", True),
        ("60070", False),
        ("+12345", False),
        ("VODAFONE", False),
        ("", False),
    ],
)
def test_only_people_are_answered(address: str, is_person: bool) -> None:
    assert may_be_answered(address) is is_person


BY = "user/1"


def test_reply_that_was_seen_to_is_open_no_more(bench: Bench) -> None:
    write(bench, "is it ready?", id="SM1")

    settled = bench.app.services.jobs.replies.settle("SM1", by=BY)
    bench.release()

    assert (settled.is_open, [reply.is_open for reply in replies(bench)]) == (False, [False])
    assert (consent_of(bench), texts(bench)) == ("", [])


def test_writer_of_a_near_miss_gets_no_more_messages_if_a_person_says_so(bench: Bench) -> None:
    bring(bench, "J-0")
    write(bench, "please stop texting me", id="SM1")

    bench.app.services.jobs.replies.stop("SM1", by=BY)
    bench.put("J-0", "ready")
    bench.settle()
    bench.deliver()

    contact = find_contact(bench)
    assert contact is not None
    assert (contact.consent, contact.said_by) == ("no", BY)
    assert ([reply.is_open for reply in replies(bench)], texts(bench)) == ([False], [])


def test_who_saw_to_it_is_in_the_trail(bench: Bench) -> None:
    write(bench, "is it ready?", id="SM1")
    write(bench, "who is this", id="SM2")
    replies = bench.app.services.jobs.replies

    replies.settle("SM1", by=BY)
    replies.stop("SM2", by="user/2")

    contact = find_contact(bench)
    assert contact is not None
    entries = bench.ports.audit_log.list_entries(contact.subject)
    assert [(entry.action, entry.by) for entry in entries] == [
        ("wrote", "customer"),
        ("wrote", "customer"),
        ("seen to", BY),
        ("consent", "user/2"),
    ]
    assert entries[2].after["reply"] == "SM1"
    assert bench.app.services.accounts.verify_audit_log().breaks == ()


@pytest.mark.parametrize("text", ["STOP", "is it ready?"], ids=["by itself", "by a person"])
def test_reply_that_is_settled_cannot_be_settled_again(bench: Bench, text: str) -> None:
    reply = write(bench, text)
    replies = bench.app.services.jobs.replies
    if reply.is_open:
        replies.settle(reply.id, by=BY)

    for act in (replies.settle, replies.stop):
        with pytest.raises(Conflict, match=f"reply {reply.id} is settled already"):
            act(reply.id, by=BY)
    assert consent_of(bench, MAYA) == ("no" if text == "STOP" else "")


@dataclass
class Interrupted:
    """A clock that something happens at when it is first looked at."""

    clock: Clock
    happens: Callable[[], object]

    def now(self) -> datetime:
        happens, self.happens = self.happens, lambda: None
        happens()
        return self.clock.now()

    def elapsed(self) -> timedelta:
        return self.clock.elapsed()


def test_customer_who_writes_at_that_moment_does_not_get_in_the_way(bench: Bench) -> None:
    write(bench, "wrong number", id="SM1")
    clock = Interrupted(bench.ports.clock, lambda: write(bench, "hello?", id="SM2"))

    replace(bench.app.services.jobs.replies, clock=clock).stop("SM1", by=BY)

    assert consent_of(bench) == "no"
    assert {reply.id: reply.is_open for reply in replies(bench)} == {"SM1": False, "SM2": True}


def test_reply_that_nobody_wrote_cannot_be_settled(bench: Bench) -> None:
    with pytest.raises(NotFound, match="no reply 'SM9'"):
        bench.app.services.jobs.replies.settle("SM9", by=BY)
