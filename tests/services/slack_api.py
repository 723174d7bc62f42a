"""Slack on this machine, as https://docs.slack.dev documents it: its Web API, and its requests.

It copies:
- envelopes: HTTP 200 with `"ok": true`, or `"ok": false` and an `error` code;
- the bearer token: none is `not_authed`, another one `invalid_auth`, a revoked one `token_revoked`;
- `chat.postMessage` to a member's id: `channel_not_found` for an unknown member, the conversation's
  `channel` and the message's `ts`, `invalid_blocks` beyond the limits of Block Kit, `no_text`
  without text and blocks;
- `chat.update` by that channel and `ts`, with `message_not_found`;
- `chat.postEphemeral`, with `user_not_in_channel` for a member whose conversation it is not;
- `views.open`: a trigger works once (`exchanged_trigger_id`), for three seconds
  (`expired_trigger_id`), and must be one of Slack's (`invalid_trigger_id`);
- `auth.test` and `users.info`, with `user_not_found`, and `deleted` for a deactivated member;
- rate limits: HTTP 429 with `Retry-After` and the error `ratelimited`;
- `response_url`: `ok` as text, at most five times, then 404 with `used_url`;
- what it sends to the app: `block_actions` and `view_submission` as the form field `payload`, with
  `X-Slack-Request-Timestamp` and the signature `v0=` over it and the raw body; a form of which
  `response_action` names errors stays open.

Besides, it can be slow, and hang up before or after it has read the body.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl, urlencode

from tests.adapters.web.local_servers import LocalServer, Seen, listening, read_request, reset

TOKEN = "bot-token-for-tests"
REVOKED = "revoked-token-for-tests"
SIGNING_SECRET = "signing-secret-for-tests"
ANA, BEN, CARA, MARIA, GONE = "U0000ANA", "U0000BEN", "U000CARA", "U00MARIA", "W000GONE"
LONGEST_HEADER, LONGEST_SECTION, MOST_BLOCKS = 150, 3000, 50
LONGEST_LABEL, LONGEST_VALUE, MOST_ELEMENTS, MOST_OPTIONS = 75, 2000, 25, 100
LONGEST_TITLE, LONGEST_METADATA, LONGEST_OPTION = 24, 3000, 150
MOST_RESPONSES = 5


@dataclass(frozen=True)
class Answer:
    """Text is sent as it is, anything else as JSON."""

    status: int
    body: Any
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class HangUp:
    """The line is broken, before or after the whole call was read."""

    is_read: bool = True


Act = Answer | HangUp | Callable[[socket.socket], None]


def refuse(error: str, **more: Any) -> Answer:
    return Answer(200, {"ok": False, "error": error, **more})


def be_busy(seconds: int = 30) -> Answer:
    body = {"ok": False, "error": "ratelimited"}
    return Answer(429, body, {"Retry-After": str(seconds)})


def stall(conn: socket.socket) -> None:
    """Read the call and say nothing, until the caller has hung up."""
    while conn.recv(65536):
        pass


@dataclass
class LocalSlack:
    """`posted` are the messages it took, as they are now, and `calls` everything it was asked.

    `whispers` are the texts that one member alone sees, `views` the forms that are open.
    """

    port: int = 0
    posted: list[dict[str, Any]] = field(default_factory=list)
    calls: list[Seen] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    whispers: list[tuple[str, str]] = field(default_factory=list)
    views: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    triggers: dict[str, str] = field(default_factory=dict)
    responses: dict[str, int] = field(default_factory=dict)
    is_late: bool = False
    members: dict[str, str] = field(
        default_factory=lambda: {
            ANA: "Ana Diaz",
            BEN: "Ben Shaw",
            CARA: "Cara Woods",
            MARIA: "Maria Lopez",
            GONE: "Gone Girl",
        }
    )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/"

    def answer_with(self, *acts: Act) -> None:
        """What becomes of the next calls, one after the other; later ones are answered well."""
        self.acts = list(acts)

    def answer(self, seen: Seen) -> Answer:
        if seen.path.startswith("/actions/"):
            return self.respond(seen.path, json.loads(seen.body))
        token = "".join(seen.header("authorization")).removeprefix("Bearer ").strip()
        if token != TOKEN:
            return refuse({"": "not_authed", REVOKED: "token_revoked"}.get(token, "invalid_auth"))
        match seen.path:
            case "/api/chat.postMessage":
                return self.post(read_body(seen))
            case "/api/chat.update":
                return self.update(read_body(seen))
            case "/api/chat.postEphemeral":
                return self.whisper(read_body(seen))
            case "/api/views.open":
                return self.open_view(read_body(seen))
            case "/api/users.info":
                return self.find_user(read_body(seen).get("user", ""))
            case "/api/auth.test":
                known = {"team": "Corner Café", "user": "belfry", "user_id": "U0BELFRY"}
                return Answer(200, {"ok": True, **known})
        return refuse("unknown_method")

    def post(self, body: dict[str, Any]) -> Answer:
        if body.get("channel") not in self.members:
            return refuse("channel_not_found")
        if error := find_fault(body):
            return refuse(error, response_metadata={"messages": [str(body)]})
        stamp = f"1763475{len(self.posted) + 1:03}.000100"
        conversation = f"D{body['channel']}"
        self.posted.append({**body, "ts": stamp, "conversation": conversation})
        return Answer(200, {"ok": True, "channel": conversation, "ts": stamp, "message": body})

    def update(self, body: dict[str, Any]) -> Answer:
        if error := find_fault(body):
            return refuse(error)
        for post in self.posted:
            if (post["conversation"], post["ts"]) == (body.get("channel"), body.get("ts")):
                post |= {name: body[name] for name in ("text", "blocks")}
                return Answer(200, {"ok": True, "channel": body["channel"], "ts": body["ts"]})
        return refuse("message_not_found")

    def whisper(self, body: dict[str, Any]) -> Answer:
        if body["channel"] != f"D{body['user']}":
            return refuse("user_not_in_channel")
        self.whispers.append((body["user"], body["text"]))
        return Answer(200, {"ok": True, "message_ts": "1763475000.000200"})

    def respond(self, path: str, body: dict[str, Any]) -> Answer:
        self.responses[path] = self.responses.get(path, 0) + 1
        if self.responses[path] > MOST_RESPONSES:
            return Answer(404, "used_url")
        assert (body["response_type"], body["replace_original"]) == ("ephemeral", False)
        self.whispers.append((path.split("/")[2], body["text"]))
        return Answer(200, "ok")

    def open_view(self, body: dict[str, Any]) -> Answer:
        member = self.triggers.get(body.get("trigger_id", ""))
        if member is None:
            return refuse("invalid_trigger_id")
        if not member:
            return refuse("exchanged_trigger_id")
        if self.is_late:
            return refuse("expired_trigger_id")
        if not is_good_view(body["view"]):
            return refuse("invalid_arguments", response_metadata={"messages": [str(body)]})
        self.triggers[body["trigger_id"]] = ""
        self.views.append((member, body["view"]))
        return Answer(200, {"ok": True, "view": {"id": f"V{len(self.views)}", **body["view"]}})

    def find_user(self, user: str) -> Answer:
        if user not in self.members:
            return refuse("user_not_found")
        known = {"id": user, "real_name": self.members[user], "deleted": user == GONE}
        return Answer(200, {"ok": True, "user": known})

    def find_buttons(self, post: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """The buttons of a message as it is now, by their labels and those above them."""
        buttons, heading = {}, ""
        for block in post["blocks"]:
            if block["type"] == "actions":
                for button in block["elements"]:
                    label = button["text"]["text"]
                    buttons[f"{heading}/{label}" if label in buttons else label] = button
            else:
                heading = block["text"]["text"]
        return buttons

    def press(
        self, post: Mapping[str, Any], label: str, *, by: str = "", **changes: Any
    ) -> dict[str, Any]:
        """The payload of a member who presses a button of a message."""
        member = by or post["channel"]
        number = len(self.triggers) + 1
        trigger = f"{number}.98315.abc"
        self.triggers[trigger] = member
        button = self.find_buttons(post)[label]
        shown = {name: button[name] for name in ("type", "action_id", "text", "value")}
        return {
            "type": "block_actions",
            "user": {"id": member, "username": "someone", "name": "someone", "team_id": "T1"},
            "api_app_id": "A1",
            "token": "of no use",
            "container": {
                "type": "message",
                "message_ts": post["ts"],
                "channel_id": post["conversation"],
                "is_ephemeral": False,
            },
            "trigger_id": trigger,
            "team": {"id": "T1", "domain": "corner-cafe"},
            "enterprise": None,
            "is_enterprise_install": False,
            "channel": {"id": post["conversation"], "name": "directmessage"},
            "message": {"type": "message", "ts": post["ts"], "blocks": post["blocks"]},
            "state": {"values": {}},
            "response_url": f"http://127.0.0.1:{self.port}/actions/{member}/{number}",
            "actions": [{**shown, "block_id": "b1", "action_ts": "1763475000.000300"}],
            **changes,
        }

    def submit(self, **values: str | Sequence[str]) -> dict[str, Any]:
        """The payload of the member who has a form open and sends it filled in."""
        member, view = self.views[-1]
        states = {
            block["block_id"]: {block["element"]["action_id"]: _fill(block["element"], values)}
            for block in view["blocks"]
            if block["type"] == "input"
        }
        unknown = set(values) - set(states)
        assert not unknown, f"the form has no {unknown}"
        return {
            "type": "view_submission",
            "team": {"id": "T1", "domain": "corner-cafe"},
            "user": {"id": member, "username": "someone", "name": "someone", "team_id": "T1"},
            "api_app_id": "A1",
            "token": "of no use",
            "trigger_id": "9.98315.def",
            "view": {**view, "id": f"V{len(self.views)}", "state": {"values": states}},
            "response_urls": [],
        }


def _fill(element: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The state of an element, as Slack reports it."""
    kind, value = element["type"], values.get(element["action_id"])
    if kind == "plain_text_input":
        return {"type": kind, "value": value or element.get("initial_value")}
    if kind == "datepicker":
        return {"type": kind, "selected_date": value or element.get("initial_date")}
    options = [
        *element.get("options", ()),
        *(option for group in element.get("option_groups", ()) for option in group["options"]),
    ]
    wanted = [value] if isinstance(value, str) else list(value or ())
    chosen = [option for option in options if option["value"] in wanted]
    assert len(chosen) == len(wanted), f"{wanted} are not all among {options}"
    if kind == "static_select":
        return {"type": kind, "selected_option": (*chosen, element.get("initial_option"))[0]}
    return {"type": kind, "selected_options": chosen}


def write_request(
    payload: Mapping[str, Any] | str, at: datetime, secret: str = SIGNING_SECRET
) -> tuple[dict[str, str], bytes]:
    """The headers and the body of what Slack sends."""
    text = payload if isinstance(payload, str) else json.dumps(payload)
    body = urlencode({"payload": text}).encode()
    return sign(body, at, secret), body


def sign(body: bytes, at: datetime, secret: str = SIGNING_SECRET) -> dict[str, str]:
    stamp = str(int(at.timestamp()))
    signed = hmac.new(secret.encode(), f"v0:{stamp}:".encode() + body, hashlib.sha256)
    return {
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Slack-Request-Timestamp": stamp,
        "X-Slack-Signature": f"v0={signed.hexdigest()}",
    }


def read_body(seen: Seen) -> dict[str, Any]:
    if "json" in "".join(seen.header("content-type")):
        return dict(json.loads(seen.body or b"{}"))
    query = seen.path.partition("?")[2]
    return dict(parse_qsl(seen.body.decode() or query, keep_blank_values=True))


def find_fault(body: Mapping[str, Any]) -> str:
    if not body.get("text") and not body.get("blocks"):
        return "no_text"
    return "" if are_good_blocks(body.get("blocks") or []) else "invalid_blocks"


def are_good_blocks(blocks: list[dict[str, Any]]) -> bool:
    return len(blocks) <= MOST_BLOCKS and all(map(is_good_block, blocks))


def is_good_block(block: Mapping[str, Any]) -> bool:
    if block["type"] == "actions":
        buttons = block["elements"]
        names = {button["action_id"] for button in buttons}
        return (
            0 < len(buttons) <= MOST_ELEMENTS
            and len(names) == len(buttons)
            and all(
                _fits(button["text"]["text"], LONGEST_LABEL)
                and len(button["value"]) <= LONGEST_VALUE
                and button.get("style", "primary") in ("primary", "danger")
                for button in buttons
            )
        )
    if block["type"] == "input":
        return _fits(block["label"]["text"], 2000) and is_good_element(block["element"])
    longest = {"header": LONGEST_HEADER, "section": LONGEST_SECTION}
    return _fits(block["text"]["text"], longest[block["type"]])


def is_good_element(element: Mapping[str, Any]) -> bool:
    if element["type"] in ("plain_text_input", "datepicker"):
        return True
    lists = [group["options"] for group in element.get("option_groups", ())]
    lists = lists or [element["options"]]
    return len(lists) <= MOST_OPTIONS and all(
        0 < len(options) <= MOST_OPTIONS
        and all(
            _fits(option["text"]["text"], LONGEST_LABEL)
            and 0 < len(option["value"]) <= LONGEST_OPTION
            for option in options
        )
        for options in lists
    )


def is_good_view(view: Mapping[str, Any]) -> bool:
    titles = [view[name]["text"] for name in ("title", "submit", "close")]
    return (
        view["type"] == "modal"
        and len(view["private_metadata"]) <= LONGEST_METADATA
        and all(_fits(title, LONGEST_TITLE) for title in titles)
        and are_good_blocks(view["blocks"])
    )


def _fits(text: str, longest: int) -> bool:
    return 0 < len(text.encode("utf-16-le")) // 2 <= longest


@contextmanager
def serving_slack() -> Iterator[LocalSlack]:
    slack = LocalSlack()

    def handle(conn: socket.socket, local: LocalServer) -> None:
        act = slack.acts.pop(0) if slack.acts else None
        if act == HangUp(is_read=False):
            reset(conn)
            return
        seen = read_request(conn)
        slack.calls.append(seen)
        match act or slack.answer(seen):
            case Answer() as answer:
                conn.sendall(_render(answer))
            case HangUp():
                reset(conn)
            case other:
                other(conn)

    with listening(handle) as local:
        slack.port = local.port
        yield slack


def _render(answer: Answer) -> bytes:
    reply = answer.body if isinstance(answer.body, str) else json.dumps(answer.body)
    body = reply.encode()
    headers = {"Content-Type": "application/json", **answer.headers, "Content-Length": len(body)}
    lines = [f"HTTP/1.1 {answer.status} Answer", *(f"{k}: {v}" for k, v in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body
