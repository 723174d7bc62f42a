"""Slack: whether its token and its buttons work, and whom it knows."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from belfry.entrypoints.cli.answers import Answer, Part, Rows
from belfry.entrypoints.cli.file_checks import Finding
from belfry.kernel.errors import ConfigError, Permanent, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from belfry.bootstrap import Services
    from belfry.settings import Settings


@dataclass(frozen=True, slots=True)
class Member:
    """`slack_name` is their name there; `problem` why a message would not reach them."""

    name: str
    slack_id: str
    slack_name: str | None = None
    problem: str | None = None


def check(services: Services) -> Answer:
    """Check the token, the buttons' address, and everybody with a Slack ID; nothing is sent.

    For example: belfry slack check
    """
    from belfry.bootstrap.slack import open_slack

    slack = open_slack(services.settings)
    try:
        bot = slack.check()
        members = list(_list_members(services, slack.find_member))
    except Refused as error:
        data: dict[str, Any] = {"workspace": None, "bot": None, "people": [], "problem": str(error)}
        return Answer(data, str(error), is_well=False)
    buttons = _check_buttons(services)
    data = {
        "workspace": bot.workspace,
        "bot": bot.name,
        "people": [asdict(member) for member in members],
        "buttons": asdict(buttons),
        "problem": None,
    }
    rows = [(m.name, m.slack_id, m.slack_name or "", m.problem or "") for m in members]
    columns = ("person", "slack_id", "in Slack", "problem")
    empty = "Nobody has a slack_id in people.csv or the staff sheet: nothing goes by Slack."
    text: list[Part] = [
        f"Connected to {bot.workspace} as {bot.name}.",
        str(buttons),
        Rows(columns, rows, empty),
    ]
    is_well = not any(member.problem for member in members)
    return Answer(data, text, is_well=is_well and not (buttons.are_on and buttons.problem))


@dataclass(frozen=True, slots=True)
class Buttons:
    """Whether messages have buttons, where Slack sends what is pressed, and what is wrong."""

    are_on: bool
    address: str = ""
    problem: str = ""

    def __str__(self) -> str:
        if not self.are_on:
            return f"Messages have no buttons: {self.problem}."
        return f"Buttons: {self.problem}." if self.problem else f"Buttons work: {self.address}"


def _check_buttons(services: Services) -> Buttons:
    from belfry.bootstrap.slack import (
        find_interactivity_url,
        probe_interactivity,
        read_signing_secret,
    )

    settings = services.settings
    try:
        read_signing_secret(settings)
    except ConfigError as error:
        return Buttons(are_on=False, problem=str(error))
    try:
        address = find_interactivity_url(settings)
    except ConfigError as error:
        return Buttons(are_on=True, problem=str(error))
    problem = probe_interactivity(settings, services.ports.clock)
    return Buttons(are_on=True, address=address, problem=problem)


def _list_members(services: Services, find_member: Callable[[str], str]) -> Iterator[Member]:
    everybody = services.rota.publishing.write.find_ways().people.everybody
    holders: dict[str, str] = {}
    for person in everybody:
        if not person.slack_id:
            continue
        if holder := holders.get(person.slack_id):
            problem = f"{holder} has the same slack_id: one of them would read the other's messages"
            yield Member(person.name, person.slack_id, problem=problem)
            continue
        holders[person.slack_id] = person.name
        try:
            slack_name = find_member(person.slack_id)
        except Permanent as error:
            yield Member(person.name, person.slack_id, problem=str(error))
        else:
            yield Member(person.name, person.slack_id, slack_name)


def check_slack(settings: Settings) -> Iterator[Finding]:
    """What `belfry doctor` says of it, without calling Slack."""
    from belfry.bootstrap.slack import read_slack_token

    if not settings.slack.enabled:
        return
    where = "Slack"
    if find_spec("slack_sdk") is None:
        yield Finding("slack-sdk is missing", where, "install it: `pip install 'belfry[slack]'`")
    try:
        read_slack_token(settings)
    except ConfigError as error:
        advice = "set BELFRY_SLACK_TOKEN, or name a file by slack.token_file in belfry.toml"
        yield Finding(str(error), where, advice)
    yield from _find_button_faults(settings)
    if not settings.sends_mail:
        what = "no mail server is set: calendar entries and notices to you stay in the postbox"
        yield Finding(what, where, "set [mail] in belfry.toml", is_wrong=False)
    what = "people with a slack_id get their messages by Slack"
    yield Finding(what, where, "`belfry slack check` asks Slack whom it knows", is_wrong=False)


def _find_button_faults(settings: Settings) -> Iterator[Finding]:
    from belfry.bootstrap.slack import find_interactivity_url, read_signing_secret

    where = "Slack"
    advice = "see docs/slack.md, which says how to set up buttons"
    try:
        read_signing_secret(settings)
    except ConfigError as error:
        is_wrong = bool(settings.slack.signing_secret_file)
        yield Finding(f"messages have no buttons: {error}", where, advice, is_wrong=is_wrong)
        return
    try:
        find_interactivity_url(settings)
    except ConfigError as error:
        yield Finding(str(error), where, "set public_url in belfry.toml")
