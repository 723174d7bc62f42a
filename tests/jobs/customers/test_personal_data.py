"""A customer's data is deleted on request, and no other customer's."""

from __future__ import annotations

from contextlib import suppress

import pytest
from tests.fakes.crash_points import Crashed
from tests.jobs.drafting import TRUE, drafting_bench, get_draft, move_to_progress
from tests.jobs.shops import ADMIN, Bench

from belfry.jobs.customers.personal_data import Forgotten
from belfry.jobs.customers.replies import Inbound
from belfry.jobs.jobs import TrackingPage
from belfry.jobs.updates.wordings import Draft
from belfry.kernel.errors import Conflict, NotFound
from belfry.kernel.records import write_plainly
from belfry.messaging.contacts import Contact, contact_id

MAYA = "maya@example.com"


def told_bench() -> Bench:
    """Maya and another customer got messages, and Maya's job is gone."""
    bench, _ = drafting_bench([TRUE])
    bench.put("J-10", "diagnosing")
    move_to_progress(bench, contact=MAYA)
    bench.put("J-10", "in progress")
    bench.settle()
    bench.deliver()
    bench.take_away("J-1")
    bench.poll()
    bench.poll(after=11)
    return bench


def forget(bench: Bench, address: str = MAYA) -> Forgotten:
    return bench.app.services.jobs.personal_data.forget(address, by="Tom")


def everything_kept(bench: Bench) -> str:
    """All that is written down anywhere, the team's own board apart."""
    versions = bench.ports.versions
    boards = [
        versions.get("jobs/board.csv", version.number)
        for version in versions.list("jobs/board.csv")
    ]
    ports = bench.ports
    records = [ports.store.find(Draft, message.id) for message in bench.messages()]
    audit_log = ports.audit_log.list_latest(limit=10_000)
    jobs = ports.jobs.list_page(limit=100)
    replies = ports.customers.list_replies()
    stored = [*bench.messages(), *jobs, *(record for record in records if record), *replies]
    fields = [write_plainly(record) for record in stored]
    return f"{fields} {audit_log} {boards}"


def test_customer_is_gone_from_everything_that_is_kept() -> None:
    bench = told_bench()
    assert "Maya" in everything_kept(bench)

    forgotten = forget(bench)

    assert forgotten.jobs == ("J-1",)
    assert [word for word in ("Maya", MAYA) if word in everything_kept(bench)] == []
    assert bench.ports.store.find(TrackingPage, "J-1") is None


def test_other_customers_are_left_as_they_were() -> None:
    bench = told_bench()
    other = (bench.job("J-10"), get_draft(bench, "jobs/J-10/move-2"))
    others = [message for message in bench.messages() if message.about == "jobs/J-10"]

    forget(bench)

    assert (bench.job("J-10"), get_draft(bench, "jobs/J-10/move-2")) == other
    assert [message for message in bench.messages() if message.about == "jobs/J-10"] == others


def test_trail_still_holds_and_says_who_forgot() -> None:
    bench = told_bench()
    forget(bench)

    assert bench.app.services.accounts.verify_audit_log().breaks == ()
    entries = bench.ports.audit_log.list_entries("job/J-1")
    assert (entries[-1].action, entries[-1].by) == ("forgotten", "Tom")


def test_nothing_is_forgotten_while_the_job_stands_on_the_board() -> None:
    bench, _ = drafting_bench([TRUE])
    move_to_progress(bench, contact=MAYA)
    bench.deliver()

    with pytest.raises(Conflict, match="J-1 still on the board"):
        forget(bench)
    assert bench.job("J-1").contact == MAYA


def test_somebody_unknown_cannot_be_forgotten() -> None:
    with pytest.raises(NotFound):
        forget(told_bench(), "nobody@example.com")


def test_no_to_messages_is_remembered_without_the_address() -> None:
    bench = told_bench()
    bench.app.services.jobs.customers.change_consent(MAYA, "no", by="Maya")
    forget(bench)

    contact = bench.ports.store.find(Contact, contact_id(MAYA))
    assert contact is not None
    assert contact.consent == "no"


def test_forgetting_that_is_cut_short_anywhere_can_be_done_again() -> None:
    whole = told_bench()
    before = len(whole.app.crash_points.seen)
    forget(whole)
    reached = whole.app.crash_points.seen[before:]
    assert len(reached) > 5
    for place, step in enumerate(reached):
        bench = told_bench()
        bench.app.crash_points.crash_at(step, reached[: place + 1].count(step))
        with pytest.raises(Crashed):
            forget(bench)
        with suppress(NotFound):  # crashed after the last of it
            forget(bench)
        assert [word for word in ("Maya", MAYA) if word in everything_kept(bench)] == []


def test_digest_that_named_the_customer_is_erased_too() -> None:
    bench, _ = drafting_bench([TRUE])
    move_to_progress(bench, contact=MAYA)
    bench.deliver()
    bench.go(days=7)
    bench.poll()
    bench.sweep()
    bench.deliver()
    digest = [outgoing for outgoing in bench.sent() if outgoing.to == ADMIN]
    assert "Maya" in digest[0].text
    bench.take_away("J-1")
    bench.poll()
    bench.poll(after=11)

    forget(bench)

    assert "Maya" not in everything_kept(bench)


def test_export_gives_everything_that_was_said_and_seen() -> None:
    bench = told_bench()

    file = bench.app.services.jobs.personal_data.export(MAYA)

    (job,) = file.told["jobs"]
    assert (job["id"], job["customer"], job["contact"]) == ("J-1", "Maya Lind", MAYA)
    assert [message["text"] for message in job["messages"]] == [bench.sent()[0].text]
    assert [move["went_to"] for move in job["moves"]] == ["diagnosing", "in progress"]
    assert [draft["reply"] for draft in job["drafts"]] == [TRUE]
    assert "J-10" not in repr(file.told)


def test_export_of_somebody_unknown_is_refused() -> None:
    with pytest.raises(NotFound):
        told_bench().app.services.jobs.personal_data.export("nobody@example.com")


def test_replies_and_their_answers_are_forgotten_and_handed_over() -> None:
    bench, _ = drafting_bench([TRUE])
    phone = "+447700900123"
    move_to_progress(bench, contact=phone, channel="sms")
    bench.deliver()
    take = bench.app.services.jobs.replies.take
    take(Inbound(id="SM1", channel="sms", sender=phone, text="HELP"))
    take(Inbound(id="SM2", channel="sms", sender=phone, text="Maya here, thanks!"))
    bench.release()
    exported = bench.app.services.jobs.personal_data.export(phone).told
    assert [reply["text"] for reply in exported["replies"]] == ["HELP", "Maya here, thanks!"]
    bench.take_away("J-1")

    forget(bench, phone)

    assert [word for word in ("Maya", phone) if word in everything_kept(bench)] == []


def test_stranger_who_only_wrote_to_us_is_forgotten_too() -> None:
    bench, _ = drafting_bench([TRUE])
    take = bench.app.services.jobs.replies.take
    take(Inbound(id="SM1", channel="sms", sender="+447700900456", text="Who is this?"))

    assert forget(bench, "+447700900456").jobs == ()
    assert bench.ports.customers.list_replies() == []
