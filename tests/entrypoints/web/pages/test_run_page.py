"""Whether a run's page tells what made it, how it went, and lets it be replayed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.entrypoints.web.pages.houses import House, Visitor
from tests.entrypoints.web.pages.reading import read
from tests.samples import NOON

from belfry.scheduler.runs import Run, RunStatus


def test_run_that_succeeded_shows_its_output(house: House, owner: Visitor) -> None:
    workflow = house.add(inputs={"message": "ding\n  dong"})
    house.work_until(NOON + timedelta(hours=22))
    visitor = house.visitor(house.services.ports.users.find(1))
    page = visitor.get(f"/runs/{workflow.id}-20261117T0900Z").text
    text = read(page).text
    assert '<pre tabindex="0">\nding\n  dong</pre>' in page
    assert "succeeded It did its work." in text
    assert "Scheduled for today 09:00 Made by its schedule Attempts 1 of 3" in text
    assert "data-refresh" not in page


def test_run_that_was_asked_for_says_by_whom_and_with_what(
    house: House, owner: Visitor, staff: Visitor
) -> None:
    workflow = house.add()
    run = house.services.start_run(workflow.id, by="user/1", inputs={"message": "only once"})
    page = owner.get(f"/runs/{run.id}").text
    assert "Made by a person or program that asked Asked by Olive" in read(page).text
    assert "only once" in page
    assert "only once" not in staff.get(f"/runs/{run.id}").text
    assert 'data-refresh="3"' in page


def test_run_that_was_parked_shows_each_attempt_and_is_replayed(
    house: House, manager: Visitor, staff: Visitor
) -> None:
    workflow = house.add(kind="broken", inputs={"says": "no paper"})
    run = house.services.start_run(workflow.id, by="user/1")
    house.work()
    path = f"/runs/{run.id}"
    found = read(manager.get(path).text)
    assert "failed Attempt 1, today 12:00" in found.text
    assert found.actions == ["/sign-out", f"{path}/replay"]
    assert read(staff.get(path).text).actions == ["/sign-out"]

    assert manager.submit(path, f"{path}/replay").headers["location"] == f"{path}?done=replayed"

    stored = house.services.ports.store.find(Run, run.id)
    assert stored is not None
    assert stored.status is RunStatus.QUEUED
    assert "Reason replayed by Max" in read(manager.get(path).text).text


def test_run_that_succeeded_is_not_replayed(house: House, manager: Visitor) -> None:
    run = house.services.start_run(house.add().id, by="user/1")
    house.work()
    path = f"/runs/{run.id}"
    assert f"{path}/replay" not in read(manager.get(path).text).actions
    answer = manager.submit(path, f"{path}/replay")
    assert answer.status_code == 409
    assert "only one that did not succeed is replayed" in read(answer.text).text


@pytest.mark.parametrize("run_id", ["9-m9", "nonsense", "1-%00", "1-é", "1-" + "a" * 99])
def test_run_that_is_not_there_is_not_found(owner: Visitor, run_id: str) -> None:
    assert owner.get(f"/runs/{run_id}").status_code == 404
    assert owner.submit("/", f"/runs/{run_id}/replay").status_code == 404
