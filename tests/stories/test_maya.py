"""Maya's phone: booked in on Monday, begun on Tuesday, ready on Thursday; two texts, both true."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import default
from pathlib import Path

from tests.services.smtp_server import LocalMail
from tests.stories.benches import CALM, MAYA, TEAM, TOM, Bench, open_bench

STARTED = (
    "Work on your iPhone screen repair is now in progress. "
    "We expect it to be ready to collect by Thursday afternoon. - The Repair Bench"
)
READY = (
    "Good news: your iPhone screen repair is ready to collect. "
    "You are welcome any time before 6pm today. - The Repair Bench"
)
BY_MAIL = ("J-2042", "Maya Lind", "maya@example.com", "email", "iPhone screen repair")
GREETED = "Hi Maya, {} Your job number is J-2042. — The Repair Bench"
MAIL = """[mail]
host = "127.0.0.1"
port = {port}
security = "none"
from = "bench@shop.example"
"""


def live_the_week(bench: Bench, maya: tuple[str, ...]) -> list[int]:
    """The board as the counter keeps it from Monday to Saturday; the messages after each change."""
    counted = []
    for stage, until in [
        ("received", "2026-11-17T09:58"),
        ("in progress", "2026-11-19T12:28"),
        ("ready", "2026-11-19T16:00"),
        ("collected", "2026-11-21T12:00"),
    ]:
        bench.put(maya, stage)
        bench.go_to(until)
        counted.append(len(bench.messages))
    return counted


def check_the_week(bench: Bench) -> None:
    moves = bench.services.ports.jobs.list_moves("J-2042")
    assert [(move.went_to, move.is_told) for move in moves] == [
        ("received", False),
        ("in progress", True),
        ("ready", True),
        ("collected", False),
    ]
    assert bench.services.accounts.verify_audit_log().breaks == ()
    assert bench.services.ports.data_problems.list() == []


def test_maya_gets_two_texts_and_both_are_true(tmp_path: Path) -> None:
    with open_bench(tmp_path, "2026-11-16T10:00") as bench:
        assert live_the_week(bench, MAYA) == [0, 1, 2, 2]
        assert bench.told == [("Tue 17 Nov 10:15", STARTED), ("Thu 19 Nov 12:45", READY)]
        assert {(message.channel, message.sent_to) for message in bench.messages} == {
            ("sms", "+447700900123")
        }
        check_the_week(bench)


def test_maya_gets_her_text_within_minutes_by_the_usual_schedule(tmp_path: Path) -> None:
    with open_bench(tmp_path, "2026-11-17T09:30", toml=TEAM) as bench:
        bench.put(MAYA, "received")
        bench.go_to("2026-11-17T09:58")
        bench.put(MAYA, "in progress")
        bench.go_to("2026-11-17T10:30")
        assert bench.told == [("Tue 17 Nov 10:01", STARTED)]


def test_maya_gets_two_e_mails_over_a_mail_server(tmp_path: Path, smtp_server: LocalMail) -> None:
    toml = TEAM + CALM + MAIL.format(port=smtp_server.port)
    with open_bench(tmp_path, "2026-11-16T10:00", toml=toml) as bench:
        assert live_the_week(bench, BY_MAIL) == [0, 1, 2, 2]
        check_the_week(bench)
    assert read_emails(smtp_server) == [
        ("Tue, 17 Nov 2026 10:15:00 +0000", "maya@example.com", greet(STARTED)),
        ("Thu, 19 Nov 2026 12:45:00 +0000", "maya@example.com", greet(READY)),
    ]


def test_maya_gets_two_texts_on_postgres(tmp_path: Path, postgres_url: str) -> None:
    seldom = CALM.replace("7-18", "9-12,16")
    toml = f'{TEAM}{seldom}[database]\nurl = "{postgres_url}"\n'
    with open_bench(tmp_path, "2026-11-16T10:00", toml=toml) as bench:
        assert live_the_week(bench, MAYA) == [0, 1, 2, 2]
        assert bench.told == [("Tue 17 Nov 10:15", STARTED), ("Thu 19 Nov 12:45", READY)]
        check_the_week(bench)


def test_maya_hears_nothing_of_others_jobs(tmp_path: Path) -> None:
    with open_bench(tmp_path, "2026-11-17T09:30") as bench:
        bench.put(MAYA, "received")
        bench.put(TOM, "received")
        bench.go_to("2026-11-17T10:00")
        bench.put(TOM, "in progress")
        bench.go_to("2026-11-17T11:00")
        assert [message.sent_to for message in bench.messages] == ["tom@example.com"]


def greet(text: str) -> str:
    return GREETED.format(text.removesuffix(" - The Repair Bench"))


def read_emails(server: LocalMail) -> list[tuple[str, str, str]]:
    """Date, recipient and words of every e-mail that arrived."""
    emails = []
    for _, [to], raw in server.emails:
        outgoing = message_from_bytes(raw, policy=default)
        body = outgoing.get_body(("plain",))
        assert body is not None
        emails.append((outgoing["Date"], to, " ".join(body.get_content().split())))
    return emails
