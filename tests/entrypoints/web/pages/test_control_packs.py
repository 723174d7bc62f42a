"""Whether a team without a list can start from a ready-made pack."""

from __future__ import annotations

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.offices import FIRE_DRILL, Office
from tests.entrypoints.web.pages.reading import read

from belfry.controls.packs.load_pack import get_pack, list_packs

SAFETY = tuple(row["name"] for row in get_pack("safety").rows)


@pytest.mark.parametrize("path", ["/controls", "/controls/board", "/controls/year"])
def test_every_pack_is_shown_whole_before_it_is_chosen(manager: Visitor, path: str) -> None:
    text = read(manager.get(path).text).text
    for pack in list_packs():
        assert f"{len(pack.rows)} controls" in text
        for row in pack.rows:
            assert row["name"] in text


def test_pack_is_put_on_the_list_and_its_controls_are_there(app: App, manager: Visitor) -> None:
    answer = manager.submit("/controls", "/list/load", {"pack": "safety"})
    assert answer.headers["location"] == "/controls/board?done=pack-loaded"
    known = app.services.ports.controls.list_summaries()
    assert sorted(control.name for control in known) == sorted(SAFETY)
    assert "Ready-made packs" not in read(manager.get("/controls/board").text).text


def test_packs_are_offered_to_a_list_without_rows(app: App, manager: Visitor) -> None:
    folder = app.services.settings.folder / "controls"
    folder.mkdir()
    (folder / "tasks.csv").write_text("name,repeat,owner\n")
    assert "/list/load" in read(manager.get("/controls/board").text).actions
    manager.submit("/controls/board", "/list/load", {"pack": "safety"})
    assert app.services.ports.controls.count() == len(SAFETY)


def test_pack_that_is_there_already_adds_nothing(app: App, manager: Visitor) -> None:
    manager.submit("/controls", "/list/load", {"pack": "safety"})
    answer = manager.submit("/me", "/list/load", {"pack": "safety"})
    assert answer.headers["location"] == "/controls/board?done=pack-known"


def test_pack_joins_what_stands_on_the_list(app: App, manager: Visitor) -> None:
    office = Office(app)
    office.open(FIRE_DRILL)
    manager.submit("/me", "/list/load", {"pack": "safety"})
    known = app.services.ports.controls.list_summaries()
    assert sorted(control.name for control in known) == sorted({*SAFETY, "Fire drill"})


def test_pack_that_there_is_not_is_told_as_such(manager: Visitor) -> None:
    answer = manager.submit("/me", "/list/load", {"pack": "safty"})
    assert answer.status_code == 404
    assert "did you mean safety?" in read(answer.text).text


def test_staff_may_look_through_packs_and_not_choose_one(staff: Visitor) -> None:
    page = read(staff.get("/controls").text)
    assert "/list/load" not in page.actions
    assert "Ask a manager or the owner to choose one." in page.text
