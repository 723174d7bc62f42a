"""What a workflow's fields may not be, and that the caller is told which one it is."""

from __future__ import annotations

from typing import Any

import pytest
from tests.entrypoints.web.api.apis import Api

NEW = {"name": "Wake the shop", "kind": "log"}


@pytest.fixture(scope="module")
def there_already(shared_api: Api) -> Any:
    return shared_api.make("There already")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        pytest.param({"name": ""}, "name", id="an empty name"),
        pytest.param({"name": "   "}, "name", id="a name of spaces"),
        pytest.param({"name": "x" * 101}, "name", id="a name that is too long"),
        pytest.param({"name": "a\x00b"}, "name", id="NUL in a name"),
        pytest.param({"name": None}, "name", id="no name"),
        pytest.param({"name": 7}, "name", id="a number for a name"),
        pytest.param({"kind": "logg"}, "kind", id="an unknown kind"),
        pytest.param({"kind": "x" * 9000}, "kind", id="an endless kind"),
        pytest.param({"inputs": []}, "inputs", id="a list for inputs"),
        pytest.param({"inputs": None}, "inputs", id="null for inputs"),
        pytest.param({"inputs": {"mesage": "x"}}, "inputs.mesage", id="an unknown input"),
        pytest.param({"inputs": {"message": "\x00"}}, "inputs", id="NUL in an input"),
        pytest.param({"inputs": {"message": "x" * 70_000}}, "inputs", id="too long an input"),
        pytest.param({"cron_schedule": "0 9 * *"}, "cron_schedule", id="four fields"),
        pytest.param({"cron_schedule": "0 0 30 2 *"}, "cron_schedule", id="a day that never is"),
        pytest.param({"cron_schedule": 7}, "cron_schedule", id="a number for a schedule"),
        pytest.param({"cron_schedule": "* " * 200}, "cron_schedule", id="an endless schedule"),
        pytest.param(
            {"cron_schedule": "at(2020-01-01T00:00:00)"}, "cron_schedule", id="a past moment"
        ),
        pytest.param({"timezone": "Europe/Londno"}, "timezone", id="an unknown zone"),
        pytest.param({"timezone": "../etc/passwd"}, "timezone", id="a path for a zone"),
        pytest.param({"timezone": None}, "timezone", id="null for a zone"),
        pytest.param({"is_api": 1}, "is_api", id="a number for yes"),
        pytest.param({"overlap": "never"}, "overlap", id="an unknown overlap"),
        pytest.param({"catch_up": "some"}, "catch_up", id="an unknown catch-up"),
        pytest.param({"attempts": 0}, "attempts", id="no attempts"),
        pytest.param({"attempts": 101}, "attempts", id="too many attempts"),
        pytest.param({"attempts": "3"}, "attempts", id="text for a number"),
        pytest.param({"attempts": True}, "attempts", id="true for a number"),
        pytest.param({"grace_seconds": -1}, "grace_seconds", id="a grace below nought"),
        pytest.param({"grace_seconds": 1.5}, "grace_seconds", id="half a second"),
        pytest.param({"grace_seconds": 10**30}, "grace_seconds", id="an endless grace"),
        pytest.param({"time_limit_seconds": 0}, "time_limit_seconds", id="no time at all"),
        pytest.param({"team_id": 2}, "team_id", id="another team"),
        pytest.param({"id": 9}, "id", id="an id of one's own"),
        pytest.param({"late_after": 60}, "late_after", id="a field of another name"),
    ],
)
def test_field_that_will_not_do_is_named(
    shared_api: Api, there_already: Any, fields: dict[str, Any], field: str
) -> None:
    for answer in (
        shared_api.post("/workflows", NEW | fields),
        shared_api.patch(f"/workflows/{there_already['id']}", fields),
    ):
        assert answer.status_code == 422, answer.text
        assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert shared_api.get("/workflows").json()["items"] == [there_already]


@pytest.mark.parametrize("missing", ["name", "kind"])
def test_workflow_needs_a_name_and_a_kind(api: Api, missing: str) -> None:
    answer = api.post("/workflows", {name: NEW[name] for name in NEW if name != missing})
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [missing]


def test_inputs_nested_too_deep_are_refused(api: Api) -> None:
    """Else one workflow could be kept and never be shown again, nor any list with it."""
    nested: Any = []
    for _ in range(200):
        nested = [nested]
    answer = api.post("/workflows", NEW | {"kind": "probe", "inputs": {"a": nested}})
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == ["inputs"]
