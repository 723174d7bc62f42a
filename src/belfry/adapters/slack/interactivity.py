"""Buttons, forms, and what Slack sends when they are used: rendered, read and verified.

https://docs.slack.dev/interactivity/handling-user-interaction describes the payloads.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from slack_sdk.signature import Clock as SlackClock
from slack_sdk.signature import SignatureVerifier

from belfry.kernel.channels import SLACK
from belfry.kernel.errors import InputError
from belfry.kernel.texts import digest_of
from belfry.messaging.choices import Field, FieldKind, Form, Interaction
from belfry.messaging.take_answers import FormOver, WrongFields

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from belfry.messaging.choices import Choice, Option
    from belfry.messaging.ports import OutgoingMessage
    from belfry.messaging.take_answers import Received
    from belfry.ports.clock import Clock

# https://docs.slack.dev/reference/block-kit and https://docs.slack.dev/reference/views
LONGEST_LABEL = 75
LONGEST_TITLE = 24
LONGEST_TEXT = 3000
# As much as is kept of a reason.
LONGEST_TYPED = 500
MOST_BUTTONS = 25
MOST_OPTIONS = 100
VIEW = "belfry_form"
YES = "yes"


def render_actions(outgoing: OutgoingMessage, *, most: int) -> list[dict[str, Any]]:
    """The choices as rows of buttons, each group under its heading; groups beyond `most` blocks
    are left out: the text has their links.
    """
    blocks: list[dict[str, Any]] = []
    for group, choices in groupby(outgoing.choices, key=lambda choice: choice.group):
        buttons = [_render_button(choice, outgoing.id) for choice in choices][:MOST_BUTTONS]
        heading = [render_section(escape(cut(group, LONGEST_TEXT)))] if group else []
        rows = [*heading, {"type": "actions", "elements": buttons}]
        if len(blocks) + len(rows) > most:
            break
        blocks += rows
    return blocks


def _render_button(choice: Choice, message_id: str) -> dict[str, Any]:
    value = json.dumps([message_id, choice.value, int(choice.opens_form)])
    button = {
        "type": "button",
        "action_id": choice.action,
        "text": _plain(choice.label, LONGEST_LABEL),
        "value": value,
    }
    return {**button, "style": choice.style.value} if choice.style else button


def render_section(text: str) -> dict[str, Any]:
    # Verbatim: names of people and channels in the text notify nobody.
    return {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}


def render_view(form: Form, chosen: Interaction) -> dict[str, Any]:
    """The form as a modal; what it is about comes back in `private_metadata`."""
    about = {
        "message": chosen.message_id,
        "action": chosen.action,
        "value": chosen.value,
        "reply_to": dict(chosen.reply_to),
    }
    text = [render_section(cut(escape(form.text), LONGEST_TEXT))] if form.text else []
    return {
        "type": "modal",
        "callback_id": VIEW,
        "private_metadata": json.dumps(about),
        "title": _plain(form.title, LONGEST_TITLE),
        "submit": _plain(form.submit, LONGEST_TITLE),
        "close": _plain("Cancel", LONGEST_TITLE),
        "blocks": [*text, *map(_render_input, form.fields)],
    }


def render_notice(title: str, text: str) -> dict[str, Any]:
    """A modal that only says something, in place of a form."""
    return {
        "type": "modal",
        "title": _plain(title, LONGEST_TITLE),
        "close": _plain("Close", LONGEST_TITLE),
        "blocks": [render_section(cut(escape(text), LONGEST_TEXT))],
    }


def _render_input(form_field: Field) -> dict[str, Any]:
    block = {
        "type": "input",
        "block_id": form_field.name,
        "optional": not form_field.is_needed,
        "label": _plain(form_field.label, LONGEST_TEXT),
        "element": {"action_id": form_field.name, **_ELEMENTS[form_field.kind](form_field)},
    }
    return {**block, "hint": _plain(form_field.hint, 2000)} if form_field.hint else block


def _render_text(form_field: Field) -> dict[str, Any]:
    element = {"type": "plain_text_input", "max_length": LONGEST_TYPED}
    return {**element, "initial_value": form_field.value} if form_field.value else element


def _render_day(form_field: Field) -> dict[str, Any]:
    element = {"type": "datepicker"}
    return {**element, "initial_date": form_field.value} if form_field.value else element


def _render_select(form_field: Field) -> dict[str, Any]:
    element = {"type": "static_select", **_list_options(form_field.options)}
    chosen = [option for option in form_field.options if option.value == form_field.value]
    return {**element, "initial_option": _render_option(chosen[0])} if chosen else element


def _render_multi_select(form_field: Field) -> dict[str, Any]:
    return {"type": "multi_static_select", **_list_options(form_field.options)}


def _render_tick(form_field: Field) -> dict[str, Any]:
    option = {"text": _plain(form_field.label, LONGEST_LABEL), "value": YES}
    return {"type": "checkboxes", "options": [option]}


_ELEMENTS: dict[FieldKind, Callable[[Field], dict[str, Any]]] = {
    FieldKind.TEXT: _render_text,
    FieldKind.DAY: _render_day,
    FieldKind.ONE_OF: _render_select,
    FieldKind.SOME_OF: _render_multi_select,
    FieldKind.TICK: _render_tick,
}


def _list_options(options: Sequence[Option]) -> dict[str, Any]:
    """A list takes a hundred; more are given in groups of as many."""
    rendered = [_render_option(option) for option in options]
    if len(rendered) <= MOST_OPTIONS:
        return {"options": rendered}
    groups = [
        {
            "label": _plain(f"from {part[0]['text']['text']}", LONGEST_LABEL),
            "options": part,
        }
        for start in range(0, len(rendered), MOST_OPTIONS)
        if (part := rendered[start : start + MOST_OPTIONS])
    ]
    return {"option_groups": groups[:MOST_OPTIONS]}


def _render_option(option: Option) -> dict[str, Any]:
    return {"text": _plain(option.label, LONGEST_LABEL), "value": option.value}


def _plain(text: str, most: int) -> dict[str, Any]:
    return {"type": "plain_text", "text": cut(text, most), "emoji": False}


def cut(text: str, most: int) -> str:
    if units(text) <= most:
        return text
    text = text[:most]
    while units(text) >= most:
        text = text[:-1]
    return f"{text}…"


def units(text: str) -> int:
    """The length as JavaScript counts it: some letters are two."""
    return len(text) + sum(letter > "\uffff" for letter in text)


def escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class _PortClock(SlackClock):
    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def now(self) -> float:
        return self._clock.now().timestamp()


@dataclass(frozen=True, slots=True)
class SlackSignature:
    """Whether a request came from Slack, and within the five minutes that it is valid."""

    read_secret: Callable[[], str] = field(repr=False)
    clock: Clock

    def is_genuine(self, headers: Mapping[str, str], body: bytes) -> bool:
        """ConfigError if there is no secret; anything garbled is not genuine."""
        verifier = SignatureVerifier(self.read_secret(), _PortClock(self.clock))
        try:
            return verifier.is_valid_request(body, dict(headers))
        except (ValueError, TypeError):  # a time that is no number, letters that are no signature
            return False


def sign_request(secret: str, body: bytes, at: datetime) -> dict[str, str]:
    """The headers with which Slack would send this body now."""
    stamp = str(int(at.timestamp()))
    signature = SignatureVerifier(secret).generate_signature(timestamp=stamp, body=body)
    return {
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Slack-Request-Timestamp": stamp,
        "X-Slack-Signature": signature or "",
    }


def identify_request(headers: Mapping[str, str]) -> str:
    """The same for a request however often it is sent: its signature covers its time and body."""
    names = {name.lower(): value for name, value in headers.items()}
    return digest_of(names.get("x-slack-signature", ""))


def parse_interaction(body: bytes, request_id: str) -> Interaction | None:
    """The choice or form in a request; None for what Belfry has no use for.

    InputError for what is not as Slack documents it.
    """
    try:
        [text] = parse_qs(body.decode(), max_num_fields=10)["payload"]
        payload = json.loads(text)
        match payload["type"]:
            case "block_actions":
                return _read_click(payload, request_id)
            case "view_submission" if payload["view"]["callback_id"] == VIEW:
                return _read_form(payload, request_id)
            case _:
                return None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError("expected the form field `payload` with Slack's JSON") from error


def _read_click(payload: Mapping[str, Any], request_id: str) -> Interaction | None:
    [action] = payload["actions"]
    if action["type"] != "button" or "value" not in action:
        return None
    message_id, value, opens_form = json.loads(action["value"])
    reply_to = {
        "response_url": str(payload.get("response_url", "")),
        "channel": str((payload.get("channel") or {}).get("id", "")),
        "user": str(payload["user"]["id"]),
    }
    return Interaction(
        id=request_id,
        channel=SLACK.name,
        member=reply_to["user"],
        message_id=str(message_id),
        action=str(action["action_id"]),
        value=str(value),
        opens_form=bool(opens_form),
        trigger=str(payload.get("trigger_id", "")),
        reply_to=reply_to,
    )


def _read_form(payload: Mapping[str, Any], request_id: str) -> Interaction:
    view = payload["view"]
    about = json.loads(view["private_metadata"])
    states = view["state"]["values"]
    return Interaction(
        id=request_id,
        channel=SLACK.name,
        member=str(payload["user"]["id"]),
        message_id=str(about["message"]),
        action=str(about["action"]),
        value=str(about["value"]),
        fields={name: _read_state(state[name]) for name, state in states.items()},
        reply_to={**about["reply_to"], "user": str(payload["user"]["id"])},
    )


def _read_state(state: Mapping[str, Any]) -> list[str]:
    """What a field holds: a text, a day, or the values of what was selected."""
    if "selected_options" in state:
        return [str(option["value"]) for option in state["selected_options"] or ()]
    if "selected_option" in state:
        option = state["selected_option"]
        return [str(option["value"])] if option else []
    text = state.get("value", state.get("selected_date"))
    return [str(text)] if text else []


def render_received(received: Received) -> dict[str, Any] | None:
    """What Slack does with a form that was sent: it closes unless it is told otherwise."""
    match received:
        case WrongFields(errors):
            return {"response_action": "errors", "errors": dict(errors)}
        case FormOver(why):
            text = f"{why[:1].upper()}{why[1:]}."
            return {"response_action": "update", "view": render_notice("Not done", text)}
        case _:
            return None
