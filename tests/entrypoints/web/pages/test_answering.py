"""Whether a reminder is answered at its link by a press, never by a look, and only once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from httpx import Response
from tests.entrypoints.web.pages.apps import App, Visitor, open_app
from tests.entrypoints.web.pages.offices import DRILL, FIRE_DRILL, PUBLIC, ROWS, Office
from tests.entrypoints.web.pages.reading import read
from tests.entrypoints.web.pages.test_control_evidence import PDF
from tests.entrypoints.web.pages.test_guards import dump
from tests.pictures import make_picture
from tests.services.shaped_databases import settle_in

from belfry.accounts.users import Role
from belfry.entrypoints.web.assets import HEADERS
from belfry.kernel.urls import split_links
from belfry.ports.image_processor import MOST_BYTES as MOST_FILE_BYTES

OUTSIDE = {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer"}
MARIA = "Maria Lopez"
ACTS = ("done", "snooze", "attach")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    """An app that people outside can reach."""
    with open_app(settle_in(tmp_path), public_url=PUBLIC, admin="ann@example.com") as app:
        yield app


@pytest.fixture
def office(app: App) -> Office:
    """Maria has been reminded of the fire drill."""
    office = Office(app)
    office.open()
    office.remind()
    return office


@pytest.fixture
def maria(app: App) -> Visitor:
    """The visitor who opens the link, not signed in."""
    return app.visitor()


def ends(app: App) -> list[tuple[str, str, str]]:
    lines = app.services.ports.histories.list_cycles("fire drill")
    return [(line.outcome.value, line.by, line.note) for line in lines]


def evidence(app: App) -> list[tuple[str, str, str]]:
    pieces = app.services.ports.histories.list_evidence("fire drill")
    return [(piece.file_name, piece.note, piece.by) for piece in pieces]


def attach(visitor: Visitor, link: str, content: bytes, name: str, **form: str) -> Response:
    return visitor.post(f"{link}/attach", form, files={"chosen": (name, content)})


def test_link_shows_what_is_due_and_what_can_be_answered(office: Office, maria: Visitor) -> None:
    link = office.link()
    answer = maria.get(link)
    page = read(answer.text)
    assert answer.status_code == 200
    assert page.text.startswith(
        "Corner Repairs Safety Fire drill Due Thu 19 Nov in 3 days due now "
        "Proof to keep: photo of the sheet count heads "
        "Your answer is recorded as Maria Lopez's. It is done"
    )
    assert page.actions == [f"{link}/done", f"{link}/attach", f"{link}/snooze"]
    assert page.links == []
    assert page.typed["done_on"] == "2026-11-16"


def test_page_sets_no_cookie_leaves_no_trace_and_lists_no_way_in(
    office: Office, maria: Visitor
) -> None:
    answer = maria.get(office.link())
    assert "set-cookie" not in answer.headers
    assert {name: answer.headers[name] for name in OUTSIDE} == OUTSIDE
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
    for hidden in ("sign-in", "csrf", "maria@example.com"):
        assert hidden not in answer.text


def test_page_is_the_same_for_somebody_signed_in(office: Office, app: App) -> None:
    owner = app.visitor(app.take_in("Olive", Role.OWNER))
    link = office.link()
    assert owner.get(link).text == app.visitor().get(link).text


def test_done_counts_as_the_persons_own(office: Office, app: App, maria: Visitor) -> None:
    form = {"done_on": "2026-11-15", "note": "all out", "opened_by": "0"}
    answer = maria.post(f"{office.link()}/done", form)
    assert answer.status_code == 200
    assert read(answer.text).text == (
        "Corner Repairs Thank you Fire drill is marked as done on Sun 15 Nov. "
        "It is next due on Tue 15 Dec. If that was a mistake, a manager can take it back."
    )
    assert ends(app) == [("done", MARIA, "all out")]
    assert office.control().due_on == date(2026, 12, 15)
    assert "set-cookie" not in answer.headers


def test_second_answer_is_refused_calmly_and_says_who_was_first(
    office: Office, app: App, maria: Visitor
) -> None:
    link = office.link()
    maria.post(f"{link}/done")
    before = dump(app)
    expected = (
        "Nothing to answer any more Fire drill was already done by Maria Lopez on "
        "16 November 2026; it is due on 16 December 2026 now."
    )
    for act in ACTS:
        answer = maria.post(f"{link}/{act}", {"days": "2", "note": "again"})
        assert answer.status_code == 409
        assert expected in read(answer.text).text
    looked = maria.get(link)
    assert looked.status_code == 200
    assert expected in read(looked.text).text
    assert dump(app) == before


def test_done_by_a_manager_meanwhile_is_told_by_name(
    office: Office, app: App, maria: Visitor
) -> None:
    manager = app.take_in("Max", Role.MANAGER)
    app.services.controls.acts.mark_done("Fire drill", by=manager.subject, is_early=True)
    text = read(maria.post(f"{office.link()}/done").text).text
    assert "Fire drill was already done by Max on 16 November 2026" in text


def test_page_that_was_open_too_long_does_not_end_the_next_cycle(
    office: Office, app: App, maria: Visitor
) -> None:
    answer = maria.post(f"{office.link()}/done", {"opened_by": "5"})
    assert answer.status_code == 409
    assert "Nothing was changed." in read(answer.text).text
    assert ends(app) == []


def test_snooze_keeps_reminders_back(office: Office, maria: Visitor) -> None:
    answer = maria.post(f"{office.link()}/snooze", {"days": "4"})
    assert answer.status_code == 200
    text = read(answer.text).text
    assert "You are left in peace for a while." in text
    assert "Snoozed until Fri 20 Nov." in text
    office.go_to(19)
    sent = len(office.email.sent)
    office.remind()
    assert [
        outgoing for outgoing in office.email.sent[sent:] if "Fire drill" in outgoing.subject
    ] == []


def test_escalated_control_is_not_snoozed(office: Office, maria: Visitor) -> None:
    link = office.link("Extinguishers")
    assert f"{link}/snooze" not in read(maria.get(link).text).actions
    answer = maria.post(f"{link}/snooze", {"days": "1"})
    assert answer.status_code == 409
    assert "It is escalated, and that goes on until it is done." in read(answer.text).text


@pytest.mark.parametrize(
    "content, name",
    [(make_picture(), "sheet.jpg"), (PDF, "sheet.pdf"), (b"", "")],
    ids=["a picture", "a document", "a note alone"],
)
def test_evidence_is_kept_as_the_persons_own(
    office: Office, app: App, maria: Visitor, content: bytes, name: str
) -> None:
    answer = attach(maria, office.link(), content, name, note="all out")
    assert answer.status_code == 200
    assert "Thank you. It is kept." in read(answer.text).text
    assert evidence(app) == [(name, "all out", MARIA)]
    assert "all out today 12:00" in read(answer.text).text


def test_control_that_needs_evidence_is_done_after_it_was_given(app: App, maria: Visitor) -> None:
    office = Office(app)
    office.open(FIRE_DRILL.replace(",,count", ",yes,count"))
    office.remind()
    link = office.link()
    assert f"{link}/done" not in read(maria.get(link).text).actions
    answer = maria.post(f"{link}/done")
    assert answer.status_code == 409
    assert "needs evidence before it counts as done" in read(answer.text).text
    attach(maria, link, PDF, "sheet.pdf")
    assert maria.post(f"{link}/done").status_code == 200
    assert [end[:2] for end in ends(app)] == [("done", MARIA)]


BAD = {
    "a day to come": ("done", {"done_on": "2026-11-17"}),
    "no day at all": ("done", {"done_on": "soon"}),
    "no number of a cycle": ("done", {"opened_by": "-1"}),
    "eight days": ("snooze", {"days": "8"}),
    "no days": ("snooze", {}),
    "nothing to keep": ("attach", {}),
}


@pytest.mark.parametrize("act, form", BAD.values(), ids=BAD)
def test_what_cannot_be_taken_is_refused_on_the_page(
    office: Office, app: App, maria: Visitor, act: str, form: dict[str, str]
) -> None:
    link = office.link()
    before = dump(app)
    answer = maria.post(f"{link}/{act}", form)
    assert answer.status_code == 422
    assert "Nothing was changed." in read(answer.text).text
    assert f"{link}/done" in read(answer.text).actions
    assert dump(app) == before


def test_program_is_not_kept(office: Office, app: App, maria: Visitor) -> None:
    answer = attach(maria, office.link(), b"MZ" + bytes(200), "sheet.pdf")
    assert answer.status_code == 422
    assert "a PDF would do, too" in read(answer.text).text
    assert evidence(app) == []


def test_file_that_is_too_large_is_refused_with_a_calm_page(
    office: Office, app: App, maria: Visitor
) -> None:
    answer = attach(maria, office.link(), bytes(MOST_FILE_BYTES + 1024 * 1024), "sheet.pdf")
    assert answer.status_code == 413
    assert "That could not be taken A file may have 25 MB at most." in read(answer.text).text
    assert {name: answer.headers[name] for name in OUTSIDE} == OUTSIDE
    assert evidence(app) == []


@pytest.mark.parametrize(
    "body",
    [b"note=%00&done_on=", b"&".join([b"a=1"] * 200)],
    ids=["characters that cannot be kept", "too many fields"],
)
def test_form_that_cannot_be_read_is_refused_calmly(
    office: Office, app: App, maria: Visitor, body: bytes
) -> None:
    answer = maria.client.post(f"{office.link()}/done", content=body)
    assert answer.status_code == 422
    assert "That could not be taken" in read(answer.text).text
    assert ends(app) == []


def test_form_with_a_file_that_is_none_is_refused_calmly(office: Office, maria: Visitor) -> None:
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    answer = maria.client.post(f"{office.link()}/attach", content=b"nonsense", headers=headers)
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert {name: answer.headers[name] for name in OUTSIDE} == OUTSIDE


@pytest.mark.parametrize("act", ["", *(f"/{act}" for act in ACTS)])
def test_forged_link_is_told_like_any_that_never_was(
    office: Office, app: App, maria: Visitor, act: str
) -> None:
    gone = read(maria.get("/t/nobody").text).text
    link = office.link()
    before = dump(app)
    forged = [link[:-1] + ("A" if link[-1] != "A" else "B"), "/answer/x", "/answer/" + "x" * 500]
    for path in [*forged, "/answer/%00", "/answer/~", link + "A"]:
        answer = maria.post(path + act) if act else maria.get(path)
        assert (answer.status_code, read(answer.text).text) == (404, gone), path
    assert dump(app) == before


def test_link_that_is_too_old_answers_nothing(office: Office, app: App, maria: Visitor) -> None:
    link = office.link()
    app.clock.advance_to(app.clock.now().replace(year=2027))
    before = dump(app)
    assert "This link is too old." in read(maria.get(link).text).text
    for act in ACTS:
        assert maria.post(f"{link}/{act}", {"days": "1", "note": "x"}).status_code == 409
    assert dump(app) == before


def test_link_of_a_control_that_left_the_list_says_so(
    office: Office, app: App, maria: Visitor
) -> None:
    link = office.link()
    more = [f"Check {number},,monthly,,,,," for number in range(5)]
    office.open(*ROWS, *more)
    office.write(*(row for row in ROWS if row != FIRE_DRILL), *more)
    for day in (17, 18):
        office.go_to(day)
        app.services.controls.sync()
    assert "This control is no longer on the list." in read(maria.get(link).text).text
    assert maria.post(f"{link}/done").status_code == 409


def test_one_persons_link_answers_for_no_other_control(
    office: Office, app: App, maria: Visitor
) -> None:
    maria.post(f"{office.link('Extinguishers')}/done")
    assert office.control("Extinguishers").last_done_on == date(2026, 11, 16)
    assert office.control().last_done_on is None


def test_scanner_that_follows_every_link_changes_nothing(
    office: Office, app: App, maria: Visitor
) -> None:
    """Every address in every message and on the pages behind it, fetched again and again."""
    links = [
        link for outgoing in office.email.sent for _, link in split_links(outgoing.text) if link
    ]
    assert f"{PUBLIC}{office.link()}" in links
    before = dump(app)
    ahead, seen = [link.removeprefix(PUBLIC) for link in links], set()
    while ahead:
        path = ahead.pop()
        if path in seen:
            continue
        seen.add(path)
        is_button = path.endswith(ACTS)
        for method in ("GET", "HEAD", "OPTIONS", "GET"):
            answer = maria.client.request(method, path, follow_redirects=True)
            is_looked_at = method in ("GET", "HEAD") and not is_button
            assert answer.status_code == (200 if is_looked_at else 405), (method, path)
        page = maria.get(path).text
        ahead += re.findall(r'(?:href|src|action)="(/[^"]*)"', page)
    assert f"{office.link()}/done" in seen
    assert dump(app) == before


def test_words_of_the_list_are_shown_as_words(app: App, maria: Visitor) -> None:
    office = Office(app)
    office.open("<script>alert(1)</script>,<b>x</b>,monthly,Maria,<u>p</u>,2026-11-19,,<s>n</s>")
    office.remind()
    text = maria.get(office.link("")).text
    for tag in ("<script", "<b>", "<u>", "<s>"):
        assert tag not in text
    assert "&lt;script&gt;" in text


def test_page_inside_shows_what_was_answered_outside(
    office: Office, app: App, maria: Visitor
) -> None:
    attach(maria, office.link(), PDF, "sheet.pdf")
    maria.post(f"{office.link()}/done", {"note": "all out"})
    inside = read(app.visitor(app.take_in("Stan")).get(DRILL).text).text
    assert "Done on 16 November 2026 by Maria Lopez" in inside
    assert "Evidence: sheet.pdf by Maria Lopez" in inside
