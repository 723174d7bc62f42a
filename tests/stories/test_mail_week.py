"""The rota's week and a control, lived by mail and the pages that it links to, and by no other way.

Mail leaves by SMTP and comes in by IMAP; each link is opened over HTTP.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.live_servers import serve
from tests.pictures import make_picture
from tests.services.imap_server import LocalMailbox
from tests.services.smtp_server import LocalMail
from tests.stories.mail_benches import MailBench, open_mail_bench, read_text, reply, write_note
from tests.stories.rotas import FILES, PEOPLE, WEEK

from belfry.entrypoints.web.app import create_app

# The workflows that matter run twice an hour, by day; the others not at all.
SELDOM = """[workflows.relay]
cron = "0,30 6-22 * * *"
[workflows.release]
cron = "5,35 6-22 * * *"
[workflows.mail-in]
cron = "20 9,10 * * *"
[workflows.watch]
cron = "30 12 * * *"
""" + "".join(
    f"[workflows.{name}]\nenabled = false\n"
    for name in ("poll", "sync", "sweep", "tidy", "controls-summary", "backup")
)
# All of them have an address, and live by one clock.
ALL_BY_MAIL = PEOPLE.replace(",,+44 7700 900155", ",dev@example.com,").replace(
    "America/New_York", ""
)
CONTROLS = """name,area,repeat,owner,first_due,last_done,done_by
Fire exits,Safety,monthly,Maria Lopez,2026-11-12,,
"""
TEAM = {**FILES, "people.csv": ALL_BY_MAIL, "controls/tasks.csv": CONTROLS}
OWN_WEEK = "Your shifts from 16 to 22 November"
FRIDAY = "Fri 20 Nov 07:00-15:00"


@pytest.fixture
def cafe(tmp_path: Path, smtp_server: LocalMail, imap_server: LocalMailbox) -> Iterator[MailBench]:
    """On Thursday morning, before the standing pattern is copied into next week's sheet."""
    with (
        open_mail_bench(
            tmp_path, smtp_server, imap_server, "2026-11-12T07:00", files=TEAM, workflows=SELDOM
        ) as cafe,
        serve(create_app(cafe.services)) as cafe.address,
    ):
        yield cafe


def press(cafe: MailBench, name: str, subject: str, button: str, **form: str) -> int:
    return cafe.press(cafe.find_sent(f"{name}@example.com", subject), button, **form)[0]


def test_week_of_the_rota_is_lived_by_mail(cafe: MailBench, imap_server: LocalMailbox) -> None:
    """Draft, approve, each person's week, cover, a note about time off, and the digest."""
    cafe.go_to("2026-11-12T10:45")
    assert press(cafe, "maria", "Cara Woods has time off", "free", instead="Dev Patel") == 200
    cafe.go_to("2026-11-12T14:45")
    assert press(cafe, "maria", "Draft for 16 to 22 November", "approve") == 200
    assert press(cafe, "olga", "Draft for 16 to 22 November", "approve") == 409
    cafe.go_to("2026-11-12T15:45")
    for name in ("ana", "ben", "cara", "dev", "eve"):
        own_week = cafe.find_sent(f"{name}@example.com", OWN_WEEK)
        invitations = [part.get_content_type() for part in own_week.iter_attachments()]
        assert len(invitations) == read_text(own_week).count("\n- ") > 0
        assert set(invitations) == {"text/calendar"}

    form = {"week": WEEK, "shift": "fri-early", "kind": "cover", "note": "an exam"}
    assert press(cafe, "ana", OWN_WEEK, "swap", **form) == 200
    cafe.go_to("2026-11-12T16:45")
    assert press(cafe, "cara", f"Can you take {FRIDAY}?", "ask", answer="no") == 200
    cafe.go_to("2026-11-12T17:45")
    assert press(cafe, "eve", f"Can you take {FRIDAY}?", "ask", answer="yes") == 200
    cafe.go_to("2026-11-12T18:45")
    offer = f"Eve Long would take {FRIDAY} for Ana Diaz"
    assert press(cafe, "maria", offer, "agree") == 200
    cafe.go_to("2026-11-12T19:45")
    assert cafe.find_sent("ana@example.com", f"No longer yours: {FRIDAY}")
    assert cafe.find_sent("eve@example.com", f"Yours now: {FRIDAY}")
    sheet = (cafe.folder / f"rota/week-{WEEK}.csv").read_text()
    assert "fri-early,2026-11-20,07:00,15:00,barista,,1,Eve Long" in sheet

    imap_server.add(write_note("ben@example.com", "Could I be off on 27 November for a wedding?"))
    cafe.go_to("2026-11-13T10:45")
    assert press(cafe, "maria", "Ben Shaw asks for time off: 27 November", "approve") == 200
    cafe.go_to("2026-11-13T11:45")
    assert cafe.find_sent("ben@example.com", "Time off approved: 27 November")

    cafe.go_to("2026-11-15T19:00")
    digest = cafe.find_sent("eve@example.com", "Reminder: your shifts from 16 to 22 November")
    assert "Friday 20 November 07:00" in read_text(digest)
    assert cafe.services.accounts.verify_audit_log().breaks == ()


def test_control_goes_from_reminder_to_done_by_mail(
    cafe: MailBench, imap_server: LocalMailbox
) -> None:
    cafe.go_to("2026-11-12T10:00")
    reminder = cafe.find_sent("maria@example.com", "Fire exits")
    imap_server.add(reply(reminder, "Both are clear.", picture=make_picture()))
    cafe.go_to("2026-11-12T10:30")
    control = cafe.services.controls.acts.find_control("Fire exits")
    (evidence,) = cafe.services.ports.histories.list_evidence(control.id)
    assert (evidence.note, evidence.by) == ("Both are clear.", "Maria Lopez")

    status, page = cafe.press(reminder, "done")
    assert (status, "It is next due on" in page) == (200, True)
    assert cafe.press(reminder, "done")[0] == 409
    cafe.go_to("2026-11-12T11:10")
    tasks = (cafe.folder / "controls/tasks.csv").read_text()
    assert "Fire exits,Safety,monthly,Maria Lopez,2026-11-12,2026-11-12,Maria Lopez" in tasks
    (cycle,) = cafe.services.controls.show("Fire exits").cycles
    assert (cycle.outcome.value, cycle.by) == ("done", "Maria Lopez")
