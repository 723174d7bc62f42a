"""The functions of rooms as AWS runs them: by its runtime, in a process of their own."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from tests.services.function_host import TABLE, ZONE, Host, hosting, read_event
from tests.services.lambda_runtime import Function, Raised, Returned, run_function
from tests.stories.benches import MAYA, SETTINGS

from belfry.adapters.aws.clients import connect_parameters

TICK = read_event("scheduler_default")
START = datetime(2026, 11, 17, 10, tzinfo=ZONE)


@pytest.fixture
def host(moto_endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    with hosting(moto_endpoint, START, SETTINGS.read_text("utf-8"), monkeypatch) as host:
        host.put(MAYA, "received")
        yield host


@pytest.fixture
def stage(host: Host, tmp_path: Path) -> Iterator[Function]:
    handler = TABLE["jsnr-stage"]["handler"]
    variables = {"AWS_ENDPOINT_URL": host.endpoint, "TZ_NAME": "Europe/London"}
    with run_function(handler, tmp_path, time_limit=60, **variables) as function:
        yield function


def test_function_reads_its_settings_once_and_polls(stage: Function) -> None:
    polled = {"is_idle": False, "jobs": 1, "moves": 1}
    assert stage.deliver(TICK) == [Returned(polled)]
    assert stage.deliver(TICK) == [Returned({"is_idle": True})]


def test_function_without_its_settings_says_which_and_works_once_they_are_there(
    stage: Function,
) -> None:
    parameters = connect_parameters(region="eu-west-2")
    parameters.delete_parameter(Name="/ss/config/timezone")
    why = "/ss/config/timezone is missing: the team's zone, as in Europe/London"
    assert stage.invoke(TICK) == Raised("ConfigError", why)
    parameters.put_parameter(Name="/ss/config/timezone", Value="Europe/London", Type="String")
    parameters.close()
    assert isinstance(stage.invoke(TICK), Returned)


def test_problems_of_the_board_are_in_the_log(host: Host, stage: Function) -> None:
    host.put(("J-7", "Ann", "nowhere", "carrier pigeon", "lamp"), "received")
    stage.invoke(TICK)
    [line, *_] = stage.read_log("board.problem")
    assert (line["level"], line["place"]) == (
        "WARNING",
        "jobs/board.csv, line 3, column D (channel)",
    )
