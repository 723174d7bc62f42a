"""Whether mail that nobody could file stands on Today until somebody dismisses it."""

from __future__ import annotations

from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.reading import read

from belfry.messaging.ports import Arrived

MAIL = b"From: eve@example.net\nSubject: <b>Toasters</b>\n\nDo you <script>mend</script> them?"


def test_unread_mail_stands_on_today_until_it_is_dismissed(app: App, manager: Visitor) -> None:
    (taken,) = app.services.mail_in.take([Arrived(MAIL, len(MAIL))])
    page = manager.get("/").text
    text = read(page).text
    assert "unread mail <b>Toasters</b> from eve@example.net" in text
    assert "it is from nobody Belfry knows" in text
    assert "Do you <script>mend</script> them?" in text
    assert "<script>mend" not in page
    manager.submit("/", "/mails/dismiss", {"mail": taken.record.id})
    assert "Toasters" not in read(manager.get("/").text).text
    assert app.services.ports.incoming_mails.list_newest(is_open=True) == []
