"""Whether the shop finds a customer's link, card and answer on the job's page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno
from tests.entrypoints.web.pages.apps import App, Visitor, open_app
from tests.entrypoints.web.pages.customers import PUBLIC, contact_of, open_shop, page_of
from tests.entrypoints.web.pages.reading import read

from belfry.accounts.users import Role

PAGE = "/jobs/J-2042"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    """An app that people outside can reach."""
    with open_app(tmp_path, public_url=PUBLIC) as app:
        open_shop(app)
        yield app


def read_square(text: str) -> list[list[int]]:
    """The dark and light places of the drawing, row by row, without its border."""
    size = int(re.search(r'viewBox="0 0 (\d+) \d+" class="qr"', text)[1])  # type: ignore[index]
    drawn = re.search(r'stroke="#000" d="([^"]+)"', text)
    assert drawn
    rows = [[0] * size for _ in range(size)]
    x, y = 0.0, 0.0
    for composer, arguments in re.findall(r"([Mmhv])([^Mmhv]+)", drawn[1]):
        numbers = [float(number) for number in arguments.split()]
        if composer == "M":
            x, y = numbers
        elif composer == "m":
            x, y = x + numbers[0], y + numbers[1]
        else:
            for place in range(int(x), int(x + numbers[0])):
                rows[int(y)][place] = 1
            x += numbers[0]
    return [row[4:-4] for row in rows[4:-4]]


def test_job_page_shows_the_link_to_copy_open_and_scan(app: App, staff: Visitor) -> None:
    answer = staff.get(PAGE)
    page = read(answer.text)
    link = f"{PUBLIC}{page_of(app)}"
    assert f'<pre id="link" tabindex="0">{link}</pre>' in answer.text
    assert {page_of(app), f"{PAGE}/card"} <= set(page.links)
    assert read_square(answer.text) == [list(row) for row in segno.make(link, error="m").matrix]
    assert "style=" not in answer.text
    assert "New link" not in page.text


def test_card_is_for_the_customers_hands(app: App, staff: Visitor) -> None:
    answer = staff.get(f"{PAGE}/card")
    text = read(answer.text).text
    expected = (
        "The Repair Bench Your iPhone screen repair Job J-2042 Scan this with your phone's camera"
    )
    assert expected in text
    assert answer.text.count('class="qr"') == 1
    assert "Maya" not in answer.text
    assert "7700" not in answer.text


def test_new_link_ends_the_old_one(app: App, manager: Visitor) -> None:
    old = page_of(app)
    answer = manager.submit(PAGE, f"{PAGE}/link")
    assert answer.headers["location"] == f"{PAGE}?done=new-link"
    assert page_of(app) != old
    assert manager.get(old).status_code == 404
    assert manager.get(page_of(app)).status_code == 200
    entry = app.services.ports.audit_log.list_entries("job/J-2042")[-1]
    assert (entry.by, entry.action) == ("user/1", "new link")
    assert "Max gave a new link to the job J-2042" in read(manager.get("/audit").text).text


def test_job_that_nobody_was_told_of_gets_a_link_at_a_press(app: App, manager: Visitor) -> None:
    page = "/jobs/J-2051"
    text = read(manager.get(page).text).text
    assert "It gets its link with the first message, or when you make one. Make a link" in text
    assert "No card yet" in read(manager.get(f"{page}/card").text).text
    manager.submit(page, f"{page}/link")
    assert page_of(app, "J-2051") in read(manager.get(page).text).links


@pytest.mark.parametrize(
    ("pressed", "consent", "shown"),
    [
        ("yes", "yes", "yes The customer wants messages. Yes, today 12:03, by Max"),
        ("no", "no", "no The customer wants no messages. No, today 12:03, by Max"),
    ],
)
def test_answer_is_noted_with_who_and_when(
    app: App, manager: Visitor, pressed: str, consent: str, shown: str
) -> None:
    assert "not said The customer has not said whether" in read(manager.get(PAGE).text).text
    answer = manager.submit(PAGE, f"{PAGE}/consent", {"consent": pressed})
    assert answer.headers["location"] == f"{PAGE}?done=consent-{pressed}"
    assert contact_of(app).consent == consent
    assert shown in read(manager.get(PAGE).text).text
    verb = {
        "yes": "recorded consent to messages from",
        "no": "recorded a refusal of messages from",
    }[pressed]
    assert f"Max {verb} the customer " in read(manager.get("/audit").text).text


def test_answer_may_be_taken_back(app: App, manager: Visitor) -> None:
    manager.submit(PAGE, f"{PAGE}/consent", {"consent": "no"})
    manager.submit(PAGE, f"{PAGE}/consent", {"consent": "unknown"})
    assert (contact_of(app).consent, contact_of(app).said_by) == ("", "user/1")
    assert "not said" in read(manager.get(PAGE).text).text


def test_customers_own_no_is_shown_as_theirs(app: App, manager: Visitor) -> None:
    token = contact_of(app).token
    app.visitor().post(f"/stop/{token}")
    text = read(manager.get(PAGE).text).text
    assert "no The customer wants no messages. No, today 12:03, by the customer, by their" in text


@pytest.mark.parametrize("form", [{}, {"consent": ""}, {"consent": "maybe"}])
def test_word_that_is_no_answer_changes_nothing(
    app: App, manager: Visitor, form: dict[str, str]
) -> None:
    answer = manager.submit(PAGE, f"{PAGE}/consent", form)
    assert answer.status_code == 422
    assert contact_of(app).consent == ""


@pytest.mark.parametrize("act", ["link", "consent"])
def test_unknown_job_has_no_customer(manager: Visitor, act: str) -> None:
    path = f"/jobs/J-9/{act}"
    assert manager.submit(PAGE, path, {"consent": "no"}).status_code == 404
    assert manager.get("/jobs/J-9/card").status_code == 404


def test_app_without_a_public_address_says_that_no_links_are_sent(tmp_path: Path) -> None:
    with open_app(tmp_path / "inside") as app:
        (tmp_path / "inside").mkdir(exist_ok=True)
        open_shop(app)
        owner = app.visitor(app.take_in("Olive", Role.OWNER))
        answer = owner.get(PAGE)
        assert "No links are sent: set public_url in belfry.toml" in read(answer.text).text
        assert page_of(app) in read(answer.text).links
        assert 'class="qr"' not in answer.text
        card = owner.get(f"{PAGE}/card")
        assert "A card needs a link that works from anywhere" in read(card.text).text
        assert 'class="qr"' not in card.text
