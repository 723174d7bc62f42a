"""Whether keys are made, listed and revoked from the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.entrypoints.cli.terminal import Terminal

from belfry.bootstrap import Services
from belfry.entrypoints.web.api.schemas import NewKeyAnswer
from belfry.kernel.errors import NotAllowed


@pytest.mark.parametrize(
    "options, service, team_id",
    [
        pytest.param(("--service", "scheduler"), "scheduler", None, id="a scheduler's: all teams"),
        pytest.param(("--service", "scheduler", "--team", "3"), "scheduler", 3, id="of one team"),
        pytest.param(("--service", "api"), "api", 1, id="for the API: the first team"),
        pytest.param(("--service", "api", "--team", "2"), "api", 2, id="for the API of another"),
    ],
)
def test_created_key_opens_what_it_is_for(
    belfry: Terminal,
    services: Services,
    options: tuple[str, ...],
    service: str,
    team_id: int | None,
) -> None:
    made = belfry("keys", "create", *options, "--json").json
    key = services.accounts.keys.authenticate(made["key"])
    assert (key.id, key.service, key.team_id) == (made["id"], service, team_id)


def test_team_option_takes_a_number_and_a_folder(
    belfry: Terminal, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BELFRY_TEAM")
    options = ("--team", "4", "--team", str(belfry.folder))
    made = belfry("keys", "create", "--service", "api", *options, "--json").json
    assert services.accounts.keys.authenticate(made["key"]).team_id == 4


def test_key_is_shown_once_and_never_listed(belfry: Terminal) -> None:
    made = belfry("keys", "create", "--service", "api", "--name", "The till", "--json").json
    shown = belfry("keys", "list").out
    assert "The till" in shown
    assert made["hint"] in shown
    assert made["key"] not in shown
    listed = belfry("keys", "list", "--json")
    assert made["key"] not in listed.out
    assert "digest" not in listed.json["keys"][0]


def test_key_is_told_to_people_with_a_warning(belfry: Terminal) -> None:
    lines = belfry("keys", "create", "--service", "api").out.splitlines()
    assert lines[0].startswith("bf_api_")
    assert lines[1] == "This is key 1. It is not kept: copy it now."


def test_key_is_told_in_the_words_of_the_api(belfry: Terminal) -> None:
    made = belfry("keys", "create", "--service", "api", "--json").json
    assert set(made) == set(NewKeyAnswer.model_fields)


def test_revoked_key_opens_nothing(belfry: Terminal, services: Services) -> None:
    made = belfry("keys", "create", "--service", "api", "--json").json
    assert belfry("keys", "revoke", made["id"]).out == "Key 1 is revoked.\n"
    with pytest.raises(NotAllowed):
        services.accounts.keys.authenticate(made["key"])
    assert belfry("keys", "list", "--json").json == {"keys": []}
    assert len(belfry("keys", "list", "--revoked", "--json").json["keys"]) == 1


@pytest.mark.parametrize(
    "options, named",
    [
        pytest.param((), "--service", id="no service"),
        pytest.param(("--service", "everything"), "scheduler", id="an unknown service"),
        pytest.param(("--service", "api", "--team", "0"), "from 1", id="a team numbered 0"),
        pytest.param(("--service", "api", "--team", "1", "--team", "2"), "at most", id="two teams"),
    ],
)
def test_key_that_makes_no_sense_is_refused(
    belfry: Terminal, options: tuple[str, ...], named: str
) -> None:
    answer = belfry("keys", "create", *options)
    assert (answer.code, answer.out) == (2, "")
    assert named in answer.err


def test_unknown_key_cannot_be_revoked(belfry: Terminal) -> None:
    assert belfry("keys", "revoke", 9).err == "belfry: there is no key 9\n"


def test_folder_of_digits_is_named_by_its_path(belfry: Terminal, tmp_path: Path) -> None:
    (tmp_path / "7").mkdir()
    answer = belfry("keys", "create", "--service", "api", "--team", f"{tmp_path}/7")
    assert answer.code == 2
    assert "belfry init" in answer.err
