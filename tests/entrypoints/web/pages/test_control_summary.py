"""Whether the monthly summary and the calendar can be followed on the pages."""

from __future__ import annotations

from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.offices import Office
from tests.entrypoints.web.pages.reading import read

MONTH = "Fire drill,Safety,monthly,Maria,,2026-10-10,,"


def test_summary_is_among_the_messages_with_its_words(app: App, owner: Visitor) -> None:
    Office(app).open(MONTH)
    app.services.controls.queue_summary()
    listed = read(owner.get("/messages").text)
    assert "Monthly summary" in listed.text
    (link,) = [
        candidate
        for candidate in listed.links
        if candidate.startswith("/messages/controls-summary")
    ]
    shown = owner.get(link)
    assert (shown.status_code, "Monthly summary" in shown.text) == (200, True)


def test_trail_says_whose_doing_the_calendar_was(app: App, owner: Visitor) -> None:
    app.services.controls.feed.share(by="terminal")
    assert "the calendar of controls" in read(owner.get("/audit").text).text
