"""`belfry slack check`, and what `belfry doctor` says about Slack."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.adapters.web.local_servers import serving
from tests.entrypoints.cli.terminal import Terminal
from tests.services.slack_api import (
    ANA,
    GONE,
    REVOKED,
    SIGNING_SECRET,
    TOKEN,
    LocalSlack,
    be_busy,
    refuse,
    serving_slack,
)

from belfry.adapters.slack.interactivity import SlackSignature, parse_interaction
from belfry.adapters.system.clock import SystemClock
from belfry.bootstrap.previews import list_channels
from belfry.settings import Settings
from belfry.settings.sections import SlackSettings

PEOPLE = f"""name,slack_id,email
Ana Diaz,{ANA},
Gone Girl,{GONE},gone@example.com
Tom Hill,@tom,tom@example.com
Zoe Ray,,zoe@example.com
Ana Two,{ANA},
"""


@pytest.fixture
def slack() -> Iterator[LocalSlack]:
    with serving_slack() as local:
        yield local


def connect(belfry: Terminal, slack: LocalSlack, token: str | None = TOKEN) -> None:
    with (belfry.folder / "belfry.toml").open("a") as file:
        file.write(f'[slack]\nenabled = true\nurl = "{slack.url}"\ntoken_file = "slack-token"\n')
    if token is not None:
        (belfry.folder / "slack-token").write_text(f"{token}\n")
    (belfry.folder / "people.csv").write_text(PEOPLE)


def test_check_names_workspace_and_bot_and_who_is_not_known(
    belfry: Terminal, slack: LocalSlack
) -> None:
    connect(belfry, slack)
    answer = belfry("slack", "check", "--json")
    checked = json.loads(answer.out)
    assert (answer.code, checked["workspace"], checked["bot"]) == (1, "Corner Café", "belfry")
    ana, gone, tom, second = checked["people"]
    assert "Ana Diaz has the same slack_id" in second["problem"]
    assert ana == {"name": "Ana Diaz", "slack_id": ANA, "slack_name": "Ana Diaz", "problem": None}
    assert "deactivated" in gone["problem"]
    assert "U012AB3CD" in tom["problem"]
    assert slack.posted == []

    shown = belfry("slack", "check").out
    assert "Connected to Corner Café as belfry." in shown


def test_check_is_well_when_everybody_is_known(belfry: Terminal, slack: LocalSlack) -> None:
    connect(belfry, slack)
    (belfry.folder / "people.csv").write_text(
        PEOPLE.replace(GONE, "").replace("@tom", "").replace("Ana Two", "Ana Diaz")
    )
    assert [person["name"] for person in belfry("slack", "check", "--json").json["people"]] == [
        "Ana Diaz"
    ]
    (belfry.folder / "people.csv").write_text("name,email\nZoe Ray,zoe@example.com\n")
    assert "Nobody has a slack_id" in belfry("slack", "check").out


def test_check_tells_what_is_wrong_in_one_line(belfry: Terminal, slack: LocalSlack) -> None:
    answer = belfry("slack", "check")
    assert (answer.code, "enabled = true" in answer.err) == (2, True)

    connect(belfry, slack, token=None)
    answer = belfry("slack", "check")
    assert (answer.code, "slack.token_file" in answer.err) == (2, True)

    connect_token(belfry, REVOKED)
    answer = belfry("slack", "check")
    assert (answer.code, "the token was revoked" in answer.out) == (1, True)

    connect_token(belfry, TOKEN)
    slack.answer_with(be_busy())
    answer = belfry("slack", "check")
    assert (answer.code, answer.err) == (75, "belfry: Slack is busy\n")

    slack.answer_with(refuse("missing_scope"))
    answer = belfry("slack", "check")
    assert (answer.code, "users:read" in answer.out) == (1, True)


def connect_token(belfry: Terminal, token: str) -> None:
    (belfry.folder / "slack-token").write_text(f"{token}\n")


def find_findings(belfry: Terminal) -> list[dict[str, Any]]:
    findings = json.loads(belfry("doctor", "--json").out)["findings"]
    return [finding for finding in findings if finding["where"] == "Slack"]


def test_slack_is_no_way_to_anybody_before_it_is_set() -> None:
    mail = {"host": "mail.example.com", "from": "hello@example.com"}
    sections: list[dict[str, Any]] = [{}, {"mail": mail}]
    for fields in sections:
        assert "slack" not in list_channels(Settings(**fields))
        assert "slack" in list_channels(Settings(**fields, slack=SlackSettings(enabled=True)))


def test_doctor_mentions_slack_when_it_is_set(belfry: Terminal, slack: LocalSlack) -> None:
    assert find_findings(belfry) == []
    connect(belfry, slack, token="")
    missing, no_buttons, no_mail, mention = find_findings(belfry)
    assert (no_buttons["is_wrong"], "SIGNING_SECRET" in no_buttons["what"]) == (False, True)
    assert (missing["is_wrong"], "BELFRY_SLACK_TOKEN" in missing["mend"]) == (True, True)
    assert (mention["is_wrong"], "belfry slack check" in mention["mend"]) == (False, True)
    assert (no_mail["is_wrong"], "calendar" in no_mail["what"]) == (False, True)
    connect_token(belfry, TOKEN)
    assert [finding["is_wrong"] for finding in find_findings(belfry)] == [False, False, False]


def test_check_tries_the_address_of_the_buttons(belfry: Terminal, slack: LocalSlack) -> None:
    connect(belfry, slack)
    (belfry.folder / "people.csv").write_text(f"name,slack_id\nAna Diaz,{ANA}\n")
    answer = belfry("slack", "check")
    assert (answer.code, "no buttons" in answer.out) == (0, True)

    toml = belfry.folder / "belfry.toml"
    section = '[slack]\nsigning_secret_file = "slack-signing-secret"\n'
    toml.write_text(toml.read_text().replace("[slack]\n", section))
    (belfry.folder / "slack-signing-secret").write_text("short")
    assert "at least 16" in belfry("slack", "check").out
    (belfry.folder / "slack-signing-secret").write_text(SIGNING_SECRET)
    answer = belfry("slack", "check")
    assert (answer.code, "public_url is not set" in answer.out) == (1, True)
    assert find_findings(belfry)[0]["mend"] == "set public_url in belfry.toml"

    with serving(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") as server:
        add_public_url(toml, server.url("").rstrip("/"))
        answer = belfry("slack", "check")
        assert (answer.code, "Buttons work" in answer.out) == (0, True)
    [seen] = server.seen
    assert seen.path == "/slack/interactivity"
    signature = SlackSignature(lambda: SIGNING_SECRET, SystemClock())
    assert signature.is_genuine(dict(seen.headers), seen.body)
    assert parse_interaction(seen.body, "1") is None

    with serving(b"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n") as server:
        add_public_url(toml, server.url("").rstrip("/"))
        answer = belfry("slack", "check", "--json")
    assert (answer.code, "another signing secret" in answer.out) == (1, True)
    assert "cannot be reached" in belfry("slack", "check").out


def add_public_url(toml: Path, url: str) -> None:
    lines = [line for line in toml.read_text().splitlines() if not line.startswith("public_url")]
    toml.write_text("\n".join([f'public_url = "{url}"', *lines, ""]))
