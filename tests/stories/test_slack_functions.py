"""Slack at home aws: the rota's function records what people choose, each room's own does it."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from tests.fakes.crash_points import Crashed
from tests.services.function_host import CHANGES, REGION, Host, hosting
from tests.services.function_roles import list_refused
from tests.services.slack_api import (
    ANA,
    MARIA,
    SIGNING_SECRET,
    TOKEN,
    LocalSlack,
    serving_slack,
    write_request,
)
from tests.stories.control_shops import TICK, URL, make_request, set_parameters, tick
from tests.stories.rota_hosts import PEOPLE, START, CafeHost
from tests.stories.rotas import FILES
from tests.stories.test_rota_functions import STAFF

from belfry.adapters.aws.clients import connect_secrets
from belfry.bootstrap.slack import INTERACTIVITY_PATH

TASKS = "name,area,owner,repeat,proof,first_due\n" + "".join(
    f"{name},Safety,Maria Lopez,monthly,,2026-12-08\n"
    for name in ("Fire check", "Till count", "Door check")
)
LABELS = ["Done", "Attach", "Snooze"]


@dataclass
class SlackHost:
    """A café with a rota and controls, and what its people press in Slack."""

    host: Host
    slack: LocalSlack

    def send(self, payload: Any, *, to: str = "action-handler", **more: Any) -> int:
        """What Slack is answered; then everything follows that came of it."""
        headers, body = write_request(payload, self.host.clock.now(), **more)
        return self.post(headers, body, to)[0]

    def post(self, headers: Mapping[str, str], body: bytes, to: str) -> tuple[int, str]:
        sent = {name.lower(): value for name, value in headers.items()}
        encoded: dict[str, Any] = {"body": b64encode(body).decode(), "isBase64Encoded": True}
        event = make_request(INTERACTIVITY_PATH, headers=sent, **encoded)
        answer = self.host.call(to, event)
        self.host.settle()
        return int(answer["statusCode"]), b64decode(answer["body"]).decode()

    def press(self, label: str, *, by: str = "", **more: Any) -> int:
        """A button of the newest message."""
        return self.send(self.slack.press(self.slack.posted[-1], label, by=by), **more)

    def read(self) -> tuple[str, list[str]]:
        """The newest message as it is now: its text, and its buttons."""
        post = self.slack.posted[-1]
        texts = [b["text"]["text"] for b in post["blocks"] if b["type"] != "actions"]
        return "\n".join(texts), list(self.slack.find_buttons(post))

    def list_cycles(self, control: str) -> list[tuple[str, str]]:
        histories = self.host.functions("ct-action-handler").ports.histories
        return [(line.outcome.value, line.by) for line in histories.list_cycles(control)]


@pytest.fixture
def people(moto_endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlackHost]:
    header, *rows = PEOPLE.splitlines()
    members = {"Maria L": MARIA, "Ana Dia": ANA}
    rows = [row.replace(",", f",{members.get(row[:7], '')},", 1) for row in rows]
    named = "\n".join([header.replace("name,", "name,slack_id,"), *rows, ""])
    rooms = ("rota", "controls")
    with (
        serving_slack() as slack,
        hosting(moto_endpoint, START, "", monkeypatch, rooms=rooms) as host,
    ):
        secrets = connect_secrets(region=REGION)
        for name, text in (("bot-token", TOKEN), ("signing-secret", SIGNING_SECRET)):
            secrets.create_secret(Name=f"ss/slack/{name}", SecretString=text)
        secrets.close()
        set_parameters(
            **{
                "slack/enabled": "true",
                "slack/url": slack.url,
                "aws/slack_token_secret": "ss/slack/bot-token",
                "aws/slack_signing_secret": "ss/slack/signing-secret",
                "aws/controls_url": URL,
            }
        )
        rules = "Safety: remind on the day.\n"
        controls = {"controls/tasks.csv": TASKS, "controls/rules.txt": rules}
        for name, text in {**FILES, **controls, "people.csv": named}.items():
            host.write(name, text)
        yield SlackHost(host, slack)
        assert (host.failures, host.dead, list_refused(host.meter.calls)) == ([], [], [])


def test_draft_is_approved_in_slack_and_a_forged_request_is_refused(people: SlackHost) -> None:
    cafe = CafeHost(people.host)
    for name in ("template-sync", "drafter"):
        people.host.deliver(name, TICK)
    [post] = [p for p in people.slack.posted if "Draft" in json.dumps(p["blocks"])]
    payload = people.slack.press(post, "Approve")
    cafe.take_mails()
    assert (people.send(payload, secret="another " * 4), cafe.take_mails()) == (403, [])
    assert people.send(payload) == 200
    mailed = [cafe.name(mail) for mail in cafe.take_mails()]
    posted = [post["channel"] for post in people.slack.posted]
    assert (sorted({*mailed, "ana"}), posted.count(ANA)) == (STAFF, 1)


def test_control_goes_from_reminder_to_done_in_slack(people: SlackHost) -> None:
    """Both functions die once they have recorded the answer, and nothing is done twice."""
    tick(people.host, "2026-12-08")
    groups = [f"{name}/{label}" for name in ("Fire check", "Till count") for label in LABELS]
    assert people.read()[1] == [*LABELS, *groups]
    payload = people.slack.press(people.slack.posted[-1], "Done")
    request = write_request(payload, people.host.clock.now())
    meter = people.host.meter
    meter.counted, meter.kill_after = CHANGES, {"action-handler": 2, "ct-action-handler": 2}
    with pytest.raises(Crashed):
        people.post(*request, "action-handler")
    assert people.post(*request, "action-handler")[0] == 409
    assert [people.host.failures.pop()[0]] == ["ct-action-handler"]
    assert people.list_cycles("door check") == [("done", "Maria Lopez")]
    assert "Door check was already done by Maria Lopez" in people.read()[0]
    assert "already done" in people.slack.whispers.pop()[1]

    assert people.press("Attach") == 200
    [(member, text)] = people.slack.whispers
    assert (member, text.partition(f"{URL}/answer/")[0]) == (
        MARIA,
        "Attach a file or a note here: ",
    )
    assert people.press("Done", by=ANA) == 200
    assert people.slack.whispers[-1] == (
        ANA,
        "This was for Maria Lopez: only they can answer it",
    )

    assert people.press("Snooze") == 200
    assert people.send(people.slack.submit(days="3")) == 200
    assert "Fire check is snoozed until 11 December 2026" in people.read()[0]
    tables = {call.target.partition("/")[0] for call in list_calls(people, "action-handler")}
    assert {name for name in tables if name.startswith("ct-")} == set()


def test_reminder_in_slack_follows_what_is_answered_elsewhere(people: SlackHost) -> None:
    """Also a form that was open meanwhile; and without the rota, the controls' own function.

    Who has left Slack since was still reminded there.
    """
    tick(people.host, "2026-12-08")
    assert people.press("Snooze") == 200
    late = people.slack.submit(days="2")
    acts = people.host.functions("ct-action-handler").controls.acts
    acts.mark_done("door check", by="Olga Reyes")
    people.host.settle()
    text, buttons = people.read()
    assert "Door check was already done by Olga Reyes" in text
    assert len(buttons) == 2 * len(LABELS)

    assert people.send(late) == 200
    assert "already done by Olga Reyes" in people.slack.whispers[-1][1]
    assert people.press("Done", to="ct-action-handler") == 200
    assert people.press("Snooze", to="ct-action-handler") == 200
    assert people.send(people.slack.submit(days="2"), to="ct-action-handler") == 200
    assert "Till count is snoozed" in people.read()[0]
    assert people.list_cycles("fire check") == [("done", "Maria Lopez")]
    people.host.write("people.csv", PEOPLE)
    acts.mark_done("till count", by="Olga Reyes")
    people.host.settle()
    assert people.read()[1] == []
    lines = acts.histories.list_reminders("till count")
    assert [line.dispatched_via for line in lines] == ["slack"]


def list_calls(people: SlackHost, function: str) -> list[Any]:
    return [call for call in people.host.meter.calls if call.function == function]
