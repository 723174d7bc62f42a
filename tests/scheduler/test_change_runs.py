"""Whether a run that somebody put away stays away until it fails once more."""

from __future__ import annotations

import pytest
from tests.houses import House

from belfry.kernel.errors import Conflict, NotFound, Permanent


def park(house: House) -> str:
    workflow = house.add(cron_schedule=None, attempts=1)
    house.faults = [Permanent("no paper")]
    run = house.services.change_runs.start(workflow.id, by="user/1")
    house.go(minutes=1)
    return run.id


def list_away(house: House) -> set[str]:
    return house.services.change_runs.find_dismissed(house.runs())


def test_run_is_put_away_once_and_for_all_who_look(house: House) -> None:
    run_id = park(house)
    assert list_away(house) == set()
    for _ in range(2):
        house.services.change_runs.dismiss(run_id, by="user/1")
    assert list_away(house) == {run_id}
    assert house.ports.monitor.list_open_notices() == []


def test_run_that_fails_once_more_is_there_again(house: House) -> None:
    run_id = park(house)
    house.services.change_runs.dismiss(run_id, by="user/1")
    house.faults = [Permanent("still no paper")]
    house.services.change_runs.replay(run_id, by="user/1")
    house.go(minutes=1)
    assert list_away(house) == set()


def test_run_that_did_its_work_is_not_put_away(house: House) -> None:
    workflow = house.add(cron_schedule=None)
    run = house.services.change_runs.start(workflow.id, by="user/1")
    house.go(minutes=1)
    with pytest.raises(Conflict, match="is succeeded"):
        house.services.change_runs.dismiss(run.id, by="user/1")


def test_run_that_is_not_there_is_not_found(house: House) -> None:
    with pytest.raises(NotFound):
        house.services.change_runs.dismiss("1-m9", by="user/1")
