"""A week of mail: what left by SMTP is answered, and the answers are fetched over IMAP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.messaging.returned_mail import return_mail
from tests.pictures import make_picture
from tests.services.imap_server import LocalMailbox, passing_on
from tests.services.smtp_server import LocalMail
from tests.stories.benches import TOM
from tests.stories.mail_benches import MailBench, open_mail_bench, reply, write_note

from belfry.messaging.incoming import Route
from belfry.messaging.mails import MOST_PARTS
from belfry.rota.requests.requests import Asked


@pytest.fixture
def bench(tmp_path: Path, smtp_server: LocalMail, imap_server: LocalMailbox) -> Iterator[MailBench]:
    """The shop on a morning on which Tom got an update, and Maria a reminder."""
    imap_server.add(write_note("old@example.com", "This was here before Belfry was connected."))
    with open_mail_bench(tmp_path, smtp_server, imap_server, "2026-11-24 07:58") as bench:
        bench.put(TOM, "received")
        bench.go_to("2026-11-24 08:15")
        bench.put(TOM, "in progress")
        bench.go_to("2026-11-24 09:30")
        yield bench


def test_answers_by_mail_reach_what_they_answer(
    bench: MailBench, imap_server: LocalMailbox
) -> None:
    update, reminder = bench.find_sent("tom@example.com"), bench.find_sent("maria@example.com")
    imap_server.add(
        reply(update, "Lovely, no hurry."),
        reply(reminder, "Both are clear.", picture=make_picture()),
        write_note("ann@example.com", "Could I have next Friday off for a wedding?"),
        write_note("eve@example.net", "Do you mend toasters?"),
    )
    saved = write_note("zoe@example.net", "And lamps?")
    (bench.folder / "mail-in" / "saved.eml").write_bytes(saved)
    bench.go_to("2026-11-24 09:50")

    services = bench.services
    turns = services.jobs.replies.show_conversation(bench.job("J-2051")).turns
    assert [turn.text for turn in turns if turn.is_theirs] == ["Lovely, no hurry."]
    control = services.controls.acts.find_control("Fire exits")
    (evidence,) = services.ports.histories.list_evidence(control.id)
    assert (evidence.note, evidence.by) == ("Both are clear.", "Maria Lopez")
    assert control.last_done_on is None
    (request,) = services.rota.requests.list().time_off
    assert (request.person, request.state) == ("Ann Lee", Asked.PENDING)
    unread = services.ports.incoming_mails.list_newest(is_open=True)
    assert {mail.sender for mail in unread} == {"eve@example.net", "zoe@example.net"}
    assert imap_server.count_seen() == 0


def test_stop_and_a_bounce_by_mail_change_what_is_sent(
    bench: MailBench, imap_server: LocalMailbox
) -> None:
    update, reminder = bench.find_sent("tom@example.com"), bench.find_sent("maria@example.com")
    imap_server.add(reply(update, "STOP"), return_mail(reminder.as_bytes()))
    bench.go_to("2026-11-24 09:50")
    bench.put(TOM, "ready")
    bench.go_to("2026-11-24 10:40")

    states = {(m.kind, m.sent_to): m.state.value for m in bench.messages if m.sent_to}
    assert states[("reminder", "maria@example.com")] == "bounced"
    ready = [m for m in bench.messages if m.about == "jobs/J-2051"][-1]
    assert (ready.state.value, ready.why) == ("dropped", "the customer wants no messages")


def test_mailbox_that_is_lost_half_way_is_read_on(
    tmp_path: Path, smtp_server: LocalMail, imap_server: LocalMailbox
) -> None:
    """A line that breaks after some bytes takes in a little more each time, and nothing twice."""
    mails = [write_note("eve@example.net", f"Question {'x' * n}") for n in range(6)]
    padding = "\n".join(["y" * 70] * 200)
    large = [mail + padding.encode() for mail in mails]
    with passing_on(imap_server.port, cut_after=40_000) as port:
        bench_of = open_mail_bench(
            tmp_path, smtp_server, imap_server, "2026-11-23 09:00", port=port
        )
        with bench_of as bench:
            bench.go_to("2026-11-23 09:11")
            imap_server.add(*large)
            bench.go_to("2026-11-23 10:30")
            incoming = bench.services.ports.incoming_mails.list_newest()
    assert [mail.route for mail in incoming] == [Route.UNREAD] * len(mails)


def test_hostile_mails_reach_nothing_and_do_not_stop_the_others(
    bench: MailBench, imap_server: LocalMailbox
) -> None:
    update = bench.find_sent("tom@example.com")
    head = b"From: tom@example.com\nMessage-ID: <%s@tom.example>\n"
    mixed = b"Content-Type: multipart/mixed; boundary=x\n\n--x\n\nSee below.\n"
    forward = b"Content-Type: message/rfc822\n\n" + head % b"inner"
    results = b"Authentication-Results: mx.bench.example; dmarc=fail header.from=example.com\n"
    answer = reply(update, "Thanks, see you at the cafe.").replace(b"cafe", b"caf\xe9")
    imap_server.add(
        head % b"parts" + mixed + b"--x\n\nSTOP\n" * 10_000 + b"--x--\n",
        head % b"forwards" + mixed + b"--x\n" + forward * 100 + b"\nSTOP\n--x--\n",
        results + reply(update, "STOP"),
        answer,
        answer,
    )
    bench.go_to("2026-11-24 09:50")

    turns = bench.services.jobs.replies.show_conversation(bench.job("J-2051")).turns
    assert [turn.text for turn in turns if turn.is_theirs] == [
        "See below.",
        "Thanks, see you at the café.",
    ]
    unread = bench.services.ports.incoming_mails.list_newest(is_open=True)
    assert sorted(mail.why for mail in unread) == [
        f"it cannot be read: expected a mail of at most {MOST_PARTS} parts",
        "the mail server says that it does not come from example.com (DMARC)",
    ]
    bench.put(TOM, "ready")
    bench.go_to("2026-11-24 10:40")
    assert "ready" in bench.told[-1][1]
