"""Whether keys are made, shown once, and revoked, by the owner alone."""

from __future__ import annotations

import re

import pytest
from tests.entrypoints.web.pages.houses import House, Visitor
from tests.entrypoints.web.pages.reading import read

from belfry.accounts.keys import Service
from belfry.kernel.errors import NotAllowed

FORM = {"name": "Till", "service": "api", "team_id": "1"}


def test_key_is_shown_in_the_answer_and_nowhere_else(house: House, owner: Visitor) -> None:
    answer = owner.submit("/keys", "/keys", FORM)
    found = re.search(r"bf_api_[\w-]{40,}", answer.text)
    assert found
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert house.services.accounts.authenticate_key(found[0]).name == "Till"
    assert found[0] not in owner.get("/keys").text
    hint = found[0][:11]
    listed = f"Till {hint}… api team 1 today 12:00 by Olive Revoke"
    assert listed in read(owner.get("/keys").text).text


def test_scheduler_may_have_a_key_to_all_teams(house: House, owner: Visitor) -> None:
    owner.submit("/keys", "/keys", {"name": "EventBridge", "service": "scheduler", "team_id": " "})
    key = house.services.ports.keys.find(1)
    assert key is not None
    assert (key.service, key.team_id) == (Service.SCHEDULER, None)
    assert "scheduler all teams" in read(owner.get("/keys").text).text


@pytest.mark.parametrize(
    "change, errors",
    [
        ({"name": ""}, {"name": "A name has 1 to 100 characters"}),
        ({"service": "everything"}, {"service": "Choose what the key is for"}),
        ({"team_id": ""}, {"team_id": "A key for the API needs a team"}),
        (
            {"team_id": "ours"},
            {"team_id": "Write the number of a team, or nothing for all teams"},
        ),
        (
            {"team_id": "9" * 30},
            {"team_id": "Write the number of a team, or nothing for all teams"},
        ),
        ({"team_id": "0"}, {"team_id": "Write the number of a team, or nothing for all teams"}),
    ],
)
def test_what_is_wrong_is_told_at_its_field(
    house: House, owner: Visitor, change: dict[str, str], errors: dict[str, str]
) -> None:
    answer = owner.submit("/keys", "/keys", {**FORM, **change})
    assert (answer.status_code, read(answer.text).errors) == (422, errors)
    assert house.services.ports.keys.list(team_id=None, revoked=True) == []


def test_revoked_key_opens_nothing_and_stays_listed(house: House, owner: Visitor) -> None:
    made = house.services.accounts.create_key(
        service=Service.API, name="Till", team_id=1, by="user/1"
    )
    assert owner.submit("/keys", "/keys/1/revoke").headers["location"] == "/keys?done=revoked"
    with pytest.raises(NotAllowed):
        house.services.accounts.authenticate_key(made.text)
    found = read(owner.get("/keys").text)
    assert "Till" in found.text
    assert "/keys/1/revoke" not in found.actions


def test_keys_are_not_for_managers(manager: Visitor) -> None:
    assert manager.get("/keys").status_code == 403
    assert "/keys" not in read(manager.get("/").text).links
