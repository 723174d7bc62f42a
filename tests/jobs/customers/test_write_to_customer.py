"""What a person writes to a customer themselves."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from tests.jobs.shops import Bench
from tests.jobs.writers import MAYA, bring, texts, write

from belfry.jobs.jobs import WRITTEN
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.texts import digest_of
from belfry.messaging.contacts import Reply, contact_id
from belfry.messaging.messages import Message

BY = "user/3"
NIGHT = datetime.fromisoformat("2026-11-16T22:00:00+00:00")


def answer(bench: Bench, text: str = "Yes, come by until six.", job_id: str = "J-0") -> Message:
    return bench.app.services.jobs.replies.write(job_id, text, by=BY)


def test_answer_leaves_as_typed_and_closes_the_reply(bench: Bench) -> None:
    bring(bench, "J-0")
    reply = write(bench, "is it ready?")
    answer(bench, "Yes \u2014 come by until six.")
    bench.release()
    [outgoing] = bench.sent("sms")
    assert (outgoing.to, outgoing.text) == (MAYA, "Yes - come by until six.")
    stored = bench.ports.store.find(Reply, reply.id)
    assert stored is not None
    assert not stored.is_open
    turns = bench.app.services.jobs.replies.show_conversation(bench.job("J-0")).turns
    assert [(turn.is_theirs, turn.text, turn.by) for turn in turns] == [
        (True, "is it ready?", ""),
        (False, "Yes - come by until six.", BY),
    ]


def test_answer_is_audited_with_the_person_and_without_the_words(bench: Bench) -> None:
    bring(bench, "J-0")
    reply = write(bench, "is it ready?")
    message = answer(bench)
    [entry] = bench.ports.audit_log.list_entries(message.subject)
    assert (entry.action, entry.by) == ("written", BY)
    assert dict(entry.after)["own_words"] == digest_of("Yes, come by until six.")
    entry = bench.ports.audit_log.list_entries(f"contact/{contact_id(MAYA)[:16]}")[-1]
    assert (entry.action, entry.by) == ("answered", BY)
    assert dict(entry.after) == {"message": message.id, "replies": [reply.id]}


def test_answer_goes_by_mail_where_the_board_says_so(bench: Bench) -> None:
    bench.put("J-5", "received", item="kettle")
    bench.settle()
    answer(bench, "The lid is missing.\n\nDo you have it?", "J-5")
    bench.release()
    [outgoing] = bench.sent("email")
    assert (outgoing.to, outgoing.to_name) == ("j-5@example.com", "Customer J-5")
    assert outgoing.subject == "A message from The Repair Bench"
    assert outgoing.text == "The lid is missing.\n\nDo you have it?"


@pytest.mark.parametrize("how", ["by STOP", "by the board", "by STOP while it waits"])
def test_customer_who_wants_no_messages_gets_no_answer(bench: Bench, how: str) -> None:
    bring(bench, "J-0")
    if how == "by STOP":
        write(bench, "STOP")
    elif how == "by the board":
        bench.app.services.jobs.customers.set_consent("J-0", "no", by=BY)
    else:
        answer(bench)
        write(bench, "STOP")
    if how != "by STOP while it waits":
        with pytest.raises(Conflict, match="nothing was sent: the customer wants no messages"):
            answer(bench)
    bench.release()
    assert not [text for _, text in texts(bench) if "six" in text]


@pytest.mark.parametrize(
    ("asked_before", "leaves"),
    [(timedelta(minutes=5), True), (timedelta(hours=2), False), (None, False)],
    ids=["who wrote just now", "who wrote earlier", "who never wrote"],
)
def test_only_a_customer_who_is_awake_is_answered_at_night(
    bench: Bench, asked_before: timedelta | None, leaves: bool
) -> None:
    bring(bench, "J-0")
    if asked_before:
        bench.go_to(NIGHT - asked_before)
        write(bench, "is it ready?")
    bench.go_to(NIGHT)
    message = answer(bench)
    bench.release()
    stored = bench.ports.store.find(Message, message.id)
    assert stored is not None
    assert (stored.state == "sent", stored.why) == (leaves, "" if leaves else "quiet hours")
    bench.go_to(NIGHT + timedelta(hours=11, minutes=1))
    bench.release()
    assert len(bench.sent("sms")) == 1


def test_answers_and_updates_do_not_take_each_others_place(bench: Bench) -> None:
    bring(bench, "J-0")
    bench.go_to(NIGHT)
    answer(bench, "One.")
    answer(bench, "Two.")
    bench.put("J-0", "in progress")
    bench.settle()
    bench.relay()
    bench.go_to(NIGHT + timedelta(hours=11, minutes=1))
    bench.release()
    sent = [letter.text for letter in bench.sent("sms")]
    assert len(sent) == 3
    assert {"One.", "Two."} < {*sent}


def test_answer_needs_no_approval_where_updates_do(bench: Bench) -> None:
    bench.set("Ask me first: yes")
    bring(bench, "J-0")
    answer(bench)
    bench.release()
    assert len(bench.sent("sms")) == 1


def test_reply_that_may_mean_stop_stays_open(bench: Bench) -> None:
    bring(bench, "J-0")
    near = write(bench, "please stop texting me")
    answer(bench)
    stored = bench.ports.store.find(Reply, near.id)
    assert stored is not None
    assert stored.is_open


def test_what_cannot_be_sent_is_refused_with_a_reason(bench: Bench) -> None:
    bring(bench, "J-0")
    with pytest.raises(InputError, match="write a message first"):
        answer(bench, "  \n ")
    with pytest.raises(InputError, match="at most 1000"):
        answer(bench, "x" * 1001)
    with pytest.raises(NotFound):
        answer(bench, job_id="J-9")
    bench.put("J-7", "collected", contact="")
    bench.settle()
    with pytest.raises(Conflict, match="no address for J-7"):
        answer(bench, job_id="J-7")
    assert bench.messages() == []


def test_answer_is_in_the_timeline_and_erased_with_the_customer(bench: Bench) -> None:
    bring(bench, "J-0")
    message = answer(bench)
    bench.release()
    shown = bench.app.services.jobs.list_jobs.show("J-0")
    assert [m.kind for m in shown.messages] == [WRITTEN]
    personal_data = bench.app.services.jobs.personal_data
    exported = personal_data.export(MAYA).told["jobs"][0]["messages"]
    assert [m["text"] for m in exported] == ["Yes, come by until six."]
    bench.take_away("J-0")
    bench.poll()
    personal_data.forget(MAYA, by=BY)
    stored = bench.ports.store.find(Message, message.id)
    assert stored is not None
    assert "six" not in f"{stored.text}{stored.own_words}{stored.facts}"
    assert MAYA not in f"{stored.sent_to}{stored.facts}"
