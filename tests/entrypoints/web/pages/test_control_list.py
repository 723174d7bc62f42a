"""Whether the list of controls tells at a glance what is due, and what is wrong with it."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.offices import FIRE_DRILL, ROWS, Office
from tests.entrypoints.web.pages.reading import read
from tests.entrypoints.web.pages.test_guards import dump

OTHER_VIEWS = ("/controls/board", "/controls/year")
NAMES = ("Extinguishers", "Restore a backup", "Fire drill", "Check the ledger")


@pytest.fixture
def office(app: App) -> Office:
    return Office(app)


def list_names(visitor: Visitor, path: str = "/controls") -> list[str]:
    """The controls on the page, in their order."""
    links = [link for link in read(visitor.get(path).text).links if link not in OTHER_VIEWS]
    pages = [link.removeprefix("/controls/") for link in links if link.startswith("/controls/")]
    return [unquote(page.replace("~", "%")).capitalize() for page in pages]


def test_team_without_a_list_is_told_how_to_begin(app: App, staff: Visitor) -> None:
    text = read(staff.get("/controls").text).text
    assert "No list of controls yet" in text
    for word in ("controls/tasks.csv", "belfry controls packs", "belfry controls load safety"):
        assert word in text
    assert "Read the list now" not in text


def test_list_that_was_not_read_yet_is_read_at_a_press(office: Office, manager: Visitor) -> None:
    (office.folder / "controls").mkdir()
    office.write(FIRE_DRILL)
    assert (
        "No controls yet The list controls/tasks.csv is there."
        in read(manager.get("/controls").text).text
    )

    answer = manager.submit("/controls", "/list/look")

    assert (answer.status_code, answer.headers["location"]) == (303, "/controls?done=list-read")
    assert list_names(manager) == ["Fire drill"]
    assert office.control().last_sent_on is None


def test_press_without_a_list_says_that_there_is_none(app: App, manager: Visitor) -> None:
    answer = manager.submit("/me", "/list/look")
    assert answer.headers["location"] == "/controls?done=no-list"


def test_staff_are_not_offered_to_read_the_list(office: Office, staff: Visitor) -> None:
    office.open()
    assert "/list/look" not in read(staff.get("/controls").text).actions


def test_controls_stand_by_due_date_with_all_that_matters(office: Office, staff: Visitor) -> None:
    office.open()
    office.remind()
    text = read(staff.get("/controls").text).text
    assert "1 escalated 1 overdue 1 due now 1 on track 0 done lately" in text
    assert list_names(staff) == list(NAMES)
    assert (
        "Fire drill Safety due now Due on 19 November 2026, in 3 days; last reminded on "
        "16 November 2026; the next reminder is for 19 November 2026. "
        "Thu 19 Nov in 3 days Maria Lopez monthly Thu 19 Nov in 3 days"
    ) in text
    assert "Mon 4 Jan 2027 in 49 days the admin every 3 months Wed 30 Dec" in text


def test_escalated_control_is_spoken_of_again_tomorrow_once_todays_tick_is_over(
    office: Office, staff: Visitor
) -> None:
    office.open()
    place = "14 days ago Maria Lopez yearly"
    assert f"{place} Mon 16 Nov today" in read(staff.get("/controls").text).text
    office.remind()
    assert f"{place} Tue 17 Nov tomorrow" in read(staff.get("/controls").text).text


@pytest.mark.parametrize(
    "show, name",
    [
        ("escalated", "Extinguishers"),
        ("overdue", "Restore a backup"),
        ("due", "Fire drill"),
        ("on-track", "Check the ledger"),
    ],
)
def test_count_leads_to_the_controls_that_it_counts(
    office: Office, staff: Visitor, show: str, name: str
) -> None:
    office.open()
    assert f"/controls?show={show}" in read(staff.get("/controls").text).links
    page = f"/controls?show={show}"
    assert list_names(staff, page) == [name]
    assert "/controls" in read(staff.get(page).text).links


def test_done_lately_names_who_did_it_and_when(office: Office, app: App, staff: Visitor) -> None:
    office.open()
    app.services.controls.acts.mark_done("Fire drill", by="user/1", is_early=True)
    text = read(staff.get("/controls?show=done").text).text
    assert "1 done lately" in text
    assert list_names(staff, "/controls?show=done") == ["Fire drill"]
    assert "Done on Mon 16 Nov by Stan." in text


@pytest.mark.parametrize(
    "words, names",
    [
        ("fire", ["Fire drill"]),
        ("SAFETY", ["Extinguishers", "Fire drill"]),
        ("ann", ["Restore a backup"]),
        ("zebra", []),
    ],
    ids=["a part of a name", "an area", "an owner", "nothing there is"],
)
def test_controls_are_found_by_words(
    office: Office, staff: Visitor, words: str, names: list[str]
) -> None:
    office.open()
    assert list_names(staff, f"/controls?q={words}") == names


def test_nothing_found_says_so_and_leads_back(office: Office, staff: Visitor) -> None:
    office.open()
    page = read(staff.get("/controls?q=zebra&show=due").text)
    assert "None with “zebra” in its name, area or owner." in page.text
    assert "/controls" in page.links


@pytest.mark.parametrize("path", ["?show=redy", "?show=", "?q=%00", "?show=all&q=%20"])
def test_words_that_are_none_of_ours_show_everything(
    office: Office, staff: Visitor, path: str
) -> None:
    office.open()
    assert list_names(staff, f"/controls{path}") == list(NAMES)


def test_long_list_is_shown_page_by_page(office: Office, staff: Visitor) -> None:
    office.open(*(f"Check {number:03},,monthly,,,2026-12-01,," for number in range(120)))
    seen, path = [], "/controls?show=on-track"
    for count in (50, 50, 20):
        names = list_names(staff, path)
        assert len(names) == count
        seen += names
        following = [link for link in read(staff.get(path).text).links if "after=2026" in link]
        path = following[0] if following else ""
    assert path == ""
    assert seen == [f"Check {number:03}" for number in range(120)]


def test_page_that_nobody_could_be_sent_to_is_refused(office: Office, staff: Visitor) -> None:
    office.open()
    assert staff.get("/controls?after=nonsense").status_code == 422


def test_trouble_of_the_list_is_shown_with_its_cell(office: Office, staff: Visitor) -> None:
    office.open(*ROWS, "Odd,Safety,every blue moon,Maria,,,,")
    text = read(staff.get("/controls").text).text
    assert "One thing to fix" in text
    assert "controls/tasks.csv, line 6, column C (repeat): 'every blue moon'" in text
    assert list_names(staff) == list(NAMES)


@pytest.mark.parametrize("back", ["/controls", "/"], ids=["at the list", "on Today"])
def test_controls_that_vanish_at_once_are_put_away_only_at_a_press(
    office: Office, app: App, manager: Visitor, staff: Visitor, back: str
) -> None:
    office.open()
    office.write(FIRE_DRILL)
    for day in (17, 18):
        office.go_to(day)
        app.services.controls.sync()
    assert list_names(staff) == list(NAMES)
    assert "/list/close-missing" not in read(staff.get(back).text).actions
    page = read(manager.get(back).text)
    assert "3 of 4 controls are missing from the list at once" in page.text
    assert "/list/close-missing" in page.actions

    answer = manager.submit(back, "/list/close-missing", {"back": back})

    assert (answer.status_code, answer.headers["location"]) == (303, f"{back}?done=controls-closed")
    assert list_names(staff) == ["Fire drill"]
    assert "missing from the list" not in read(manager.get(back).text).text
    again = manager.submit("/me", "/list/close-missing")
    assert again.headers["location"] == "/controls?done=no-controls-missing"


def test_words_of_the_list_are_shown_as_words(office: Office, staff: Visitor) -> None:
    office.open("<script>alert(1)</script>,<b>x</b>,monthly,<i>Ann</i>,<u>p</u>,,,<s>n</s>")
    for path in ("/controls", "/controls/~3Cscript~3Ealert~281~29~3C~2Fscript~3E"):
        answer = staff.get(path)
        assert answer.status_code == 200
        for tag in ("<script>alert", "<b>", "<i>", "<u>", "<s>"):
            assert tag not in answer.text


def test_looking_at_the_list_changes_nothing(office: Office, app: App, staff: Visitor) -> None:
    office.open()
    before = dump(app)
    for path in ("/controls", "/controls?show=due", "/controls?q=fire"):
        assert staff.get(path).status_code == 200
    assert dump(app) == before
