"""Whether the list shows each workflow's schedule and luck, and finds one by its name."""

from __future__ import annotations

from datetime import timedelta

from tests.entrypoints.web.pages.houses import House, Visitor
from tests.entrypoints.web.pages.reading import read
from tests.samples import NOON

from belfry.scheduler.builtins import BUILTINS


def names_on(visitor: Visitor, path: str = "/workflows") -> list[str]:
    """The workflows listed, by the links to them."""
    page = visitor.get(path).text
    links = [link for link in read(page).links if link.removeprefix("/workflows/").isdecimal()]
    return [page.split(f'<a href="{link}">')[1].split("<")[0] for link in links]


def test_row_says_when_it_rings_and_how_it_went(house: House, owner: Visitor) -> None:
    house.add("Stock mail", cron_schedule="0 9 * * 1-5", timezone="Asia/Tokyo")
    broken = house.add("Courier list", kind="broken", inputs={}, cron_schedule=None)
    house.services.start_run(broken.id, by="user/1")
    house.work()

    text = read(owner.get("/workflows").text).text

    assert (
        "Stock mail log Monday to Friday at 09:00 0 9 * * 1-5 Asia/Tokyo "
        "tomorrow 00:00 then Wed 18 Nov 00:00 never ran Run now Pause" in text
    )
    assert (
        "Courier list broken Only when somebody asks – "
        "parked today 12:00 the printer is out of paper Run now Pause" in text
    )


def test_run_under_way_is_shown_as_such(house: House, owner: Visitor) -> None:
    workflow = house.add()
    house.services.start_run(workflow.id, by="user/1")
    assert "under way" in read(owner.get("/workflows").text).text


def test_paused_workflow_shows_its_note_and_can_be_resumed(house: House, owner: Visitor) -> None:
    workflow = house.add()
    house.services.change_workflow.pause(workflow.id, note="Holiday", by="user/1")
    found = read(owner.get("/workflows").text)
    assert "Weekly stock mail log paused “Holiday”" in found.text
    assert f"/workflows/{workflow.id}/resume" in found.actions
    assert f"/workflows/{workflow.id}/pause" not in found.actions


def test_staff_see_the_list_and_no_buttons(house: House, staff: Visitor) -> None:
    house.add()
    found = read(staff.get("/workflows").text)
    assert found.actions == ["/sign-out", "/workflows"]
    assert "/workflows/new" not in found.links


def test_name_is_found_whatever_its_case_and_spaces(house: House, owner: Visitor) -> None:
    for name in ("Stock mail", "Courier list", "Old stock sale"):
        house.add(name)
    assert names_on(owner, "/workflows?q=%20STOCK") == ["Stock mail", "Old stock sale"]
    text = read(owner.get("/workflows?q=zebra").text).text
    assert "No workflow has “zebra” in its name." in text


def test_choice_decides_which_workflows_are_listed(house: House, owner: Visitor) -> None:
    house.services.ensure_builtins(timezone="UTC", wishes={})
    house.add("Kept")
    paused, archived = house.add("Paused one"), house.add("Archived one")
    house.services.change_workflow.pause(paused.id, note="", by="user/1")
    house.services.change_workflow.archive(archived.id, by="user/1")

    assert names_on(owner) == ["Kept", "Paused one"]
    own = [builtin.name for builtin in BUILTINS]
    assert names_on(owner, "/workflows?show=belfry") == own
    assert names_on(owner, "/workflows?show=paused") == ["Paused one"]
    assert names_on(owner, "/workflows?show=archived") == ["Archived one"]
    assert names_on(owner, "/workflows?show=nonsense") == ["Kept", "Paused one"]


def test_long_list_goes_on_page_by_page_with_what_was_asked_for(
    house: House, owner: Visitor
) -> None:
    for number in range(1, 54):
        house.add(f"Number {number}" if number != 7 else "Seven")
    seen, path = [], "/workflows?q=number"
    while path:
        seen += names_on(owner, path)
        links = read(owner.get(path).text).links
        path = next((link for link in links if "after=" in link), "")
    assert seen == [f"Number {number}" for number in range(1, 54) if number != 7]


def test_address_with_a_senseless_place_begins_at_the_beginning(
    house: House, owner: Visitor
) -> None:
    house.add("First")
    for after in ("x", "-1", "9" * 40, "١٢"):
        assert names_on(owner, f"/workflows?after={after}") in (["First"], [])
    assert names_on(owner, f"/workflows?after={'9' * 40}") == ["First"]


def test_empty_list_says_what_a_workflow_is(owner: Visitor, staff: Visitor) -> None:
    assert "Make the first one" in read(owner.get("/workflows").text).text
    assert "Ask a manager or the owner" in read(staff.get("/workflows").text).text


def test_skipped_and_missed_runs_say_why(house: House, owner: Visitor) -> None:
    house.add("Late one", cron_schedule="0 13 * * *", catch_up="none")
    house.clock.advance_to(NOON + timedelta(hours=3))
    house.work()
    text = read(owner.get("/workflows").text).text
    assert "missed today 15:00 2 h late; it never catches up" in text
