"""A café and an office whose people read Slack, and what they press there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
from fastapi.testclient import TestClient
from tests.rota.publishing import SENDER, Invited, memory_cafe, read_post
from tests.rota.teams import PEOPLE_FILE, PUBLIC_URL, Team, open_team
from tests.services.slack_api import (
    SIGNING_SECRET,
    TOKEN,
    LocalSlack,
    serving_slack,
    write_request,
)
from tests.stories.checklists import PEOPLE, Checklist, open_checklist

from belfry.bootstrap import Services
from belfry.bootstrap.channels import open_channels
from belfry.bootstrap.slack import INTERACTIVITY_PATH
from belfry.entrypoints.web.app import create_app
from belfry.messaging.messages import Message


@dataclass
class SlackPeople:
    """What people see and press in Slack, and what comes of it in Belfry's web process."""

    slack: LocalSlack

    @property
    def services(self) -> Services:
        raise NotImplementedError

    def headers(self) -> list[tuple[str, str]]:
        """To whom each message in Slack went, and what it is about."""
        return [(post["channel"], post["blocks"][0]["text"]["text"]) for post in self.slack.posted]

    @property
    def client(self) -> TestClient:
        return TestClient(create_app(self.services), base_url=PUBLIC_URL)

    def find_post(self, member: str, header: str = "") -> dict[str, Any]:
        """The newest message to a member whose header begins so."""
        posts = [
            post
            for post in self.slack.posted
            if post["channel"] == member and post["blocks"][0]["text"]["text"].startswith(header)
        ]
        assert posts, f"{header!r} is not among {self.headers()}"
        return posts[-1]

    def find_text(self, post: Mapping[str, Any]) -> str:
        return "\n".join(b["text"]["text"] for b in post["blocks"] if b["type"] != "actions")

    def list_buttons(self, post: Mapping[str, Any]) -> list[str]:
        return list(self.slack.find_buttons(post))

    def post(self, payload: Mapping[str, Any] | str) -> httpx.Response:
        """Slack sends this at this moment."""
        headers, body = write_request(payload, self.services.ports.clock.now())
        reply: httpx.Response = self.client.post(INTERACTIVITY_PATH, content=body, headers=headers)
        return reply

    def press(self, post: Mapping[str, Any], label: str, *, by: str = "") -> httpx.Response:
        return self.post(self.slack.press(post, label, by=by))

    def submit(self, **values: Any) -> httpx.Response:
        return self.post(self.slack.submit(**values))


@dataclass
class SlackCafe(SlackPeople):
    """The café's team as it is, and what Slack got from it."""

    team: Team
    token_file: Path
    closing: ExitStack

    @property
    def services(self) -> Services:
        return self.team.app.services

    def connect(self, *, signing_secret: str = SIGNING_SECRET) -> None:
        """Belfry is started with [slack] in its settings."""
        section = {"enabled": True, "url": self.slack.url, "token_file": str(self.token_file)}
        fields: dict[str, Any] = {
            "mail": {"from": SENDER},
            "slack": section,
            "slack_signing_secret": signing_secret,
        }
        ports = self.team.ports
        team = open_team(ports, **fields)
        opened = open_channels(team.app.services.settings, team.app.clock, self.closing)
        self.team = open_team(
            replace(ports, channels={**ports.channels, "slack": opened["slack"]}), **fields
        )

    def mails(self, to: str) -> list[tuple[str, list[Invited]]]:
        address = f"{to}@example.com"
        return [(post.subject, post.invites) for post in read_post(self.team) if post.to == address]

    def messages(self, person: str) -> list[Message]:
        return [message for message in self.team.messages() if message.person == person]


@contextmanager
def open_slack_cafe(folder: Path, **members: str) -> Iterator[SlackCafe]:
    """Not yet connected; people.csv knows these Slack IDs, by the first names."""
    token_file = folder / "slack-token"
    token_file.write_text(f"{TOKEN}\n")
    with serving_slack() as slack, ExitStack() as closing:
        team = memory_cafe()
        header, *lines = team.read(PEOPLE_FILE).splitlines()
        rows = [_add_member(line, members) for line in lines]
        team.write(PEOPLE_FILE, "\n".join([header.replace("name,", "name,slack_id,"), *rows, ""]))
        yield SlackCafe(slack, team, token_file, closing)


def _add_member(line: str, members: Mapping[str, str]) -> str:
    name, _, rest = line.partition(",")
    return f"{name},{members.get(name.split()[0].lower(), '')},{rest}"


OFFICE = """
[slack]
enabled = true
url = "{url}"
token_file = "slack-token"
signing_secret_file = "slack-signing-secret"
"""


@dataclass
class SlackOffice(SlackPeople):
    office: Checklist

    @property
    def services(self) -> Services:
        return self.office.services


@contextmanager
def open_slack_office(
    folder: Path, start: str, *rows: str, **members: str
) -> Iterator[SlackOffice]:
    """An office with a list of controls, on a database; its people have these Slack IDs."""
    header, *lines = PEOPLE.splitlines()
    names = [_add_member(line, members) for line in lines]
    people = "\n".join([header.replace("name,", "name,slack_id,"), *names, ""])
    with serving_slack() as slack, open_checklist(folder, start, *rows, people=people) as office:
        office.stop()
        office.channels = {}
        office.write("slack-token", TOKEN)
        office.write("slack-signing-secret", SIGNING_SECRET)
        toml = (folder / "belfry.toml").read_text()
        office.write("belfry.toml", toml + OFFICE.format(url=slack.url))
        office.start()
        yield SlackOffice(slack, office)
