"""Messages to people in Slack, by the bot of the team's own app.

Slack delivers a message that is sent twice two times, so the client's own retries are off. Each
message carries its id as metadata.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from datetime import timedelta
from http.client import HTTPException
from typing import TYPE_CHECKING, Any
from urllib.error import URLError

from slack_sdk import WebClient, WebhookClient
from slack_sdk.errors import SlackApiError, SlackClientError

from belfry.adapters.slack.interactivity import (
    cut,
    escape,
    render_actions,
    render_section,
    render_view,
    units,
)
from belfry.kernel.errors import Permanent, PortError, Refused, Temporary, Unknown
from belfry.kernel.http_headers import find_retry_after

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from slack_sdk.web import SlackResponse

    from belfry.messaging.choices import Form, Interaction
    from belfry.messaging.ports import OutgoingMessage


WITHIN = timedelta(seconds=20)
# A form must be open three seconds after the choice.
FORM_WITHIN = timedelta(seconds=2)
API = "https://slack.com/api/"
HOOKS = "https://hooks.slack.com/"
EVENT = "belfry_message"
# Channels and groups have ids, too: what is for one person must never be posted to one.
_MEMBER = re.compile(r"[UW][A-Z0-9]{2,30}", re.ASCII)
_RECEIPT = re.compile(r"[A-Z0-9]{2,30}/[0-9]{1,20}\.[0-9]{1,10}", re.ASCII)
_UNNAMED = "taken, and given no number"


@dataclass(frozen=True, slots=True)
class SlackBot:
    """Who the token belongs to."""

    workspace: str
    name: str


class SlackChannel:
    """`within` holds for connecting and for each wait for an answer."""

    def __init__(self, token: str, *, url: str = "", within: timedelta = WITHIN) -> None:
        # The client logs the bodies of calls and answers: no logger of ours gets them.
        silent = logging.Logger("slack_sdk", logging.CRITICAL + 1)
        self._common: dict[str, Any] = {
            "timeout": max(1, round(within.total_seconds())),
            "retry_handlers": [],
            "logger": silent,
        }
        self._url = url
        self._client = WebClient(token, base_url=url or API, **self._common)

    def send(self, outgoing: OutgoingMessage) -> str:
        """The receipt names the conversation and the message in it."""
        to = parse_member(outgoing.to)
        # Slack would open the links of a preview.
        unfurled = {"unfurl_links": False, "unfurl_media": False}
        content = render_content(outgoing)
        answer = self._call("chat.postMessage", {"channel": to, **content, **unfurled})
        channel, sent_at = str(answer.get("channel", "")), str(answer.get("ts", ""))
        receipt = f"{channel}/{sent_at}"
        return receipt if _RECEIPT.fullmatch(receipt) else _UNNAMED

    def update(self, receipt: str, outgoing: OutgoingMessage) -> None:
        if not _RECEIPT.fullmatch(receipt):
            raise Permanent("Slack gave the message no number by which it could be changed")
        channel, _, sent_at = receipt.partition("/")
        place = {"channel": channel, "ts": sent_at}
        self._repeat("chat.update", {**place, **render_content(outgoing)})

    def open_form(self, form: Form, chosen: Interaction) -> None:
        body = {"trigger_id": chosen.trigger, "view": render_view(form, chosen)}
        hasty = WebClient(
            self._client.token,
            base_url=self._client.base_url,
            **{**self._common, "timeout": round(FORM_WITHIN.total_seconds())},
        )
        self._call("views.open", body, client=hasty)

    def tell(self, reply_to: Mapping[str, str], text: str) -> None:
        """By the address that came with the choice, else as a message that only they see."""
        url = reply_to.get("response_url", "")
        known = (HOOKS, self._url.removesuffix("api/") or HOOKS)
        if url.startswith(known) and self._respond(url, text):
            return
        place = {"channel": reply_to.get("channel", ""), "user": reply_to.get("user", "")}
        self._repeat("chat.postEphemeral", {**place, "text": escape(text)})

    def _respond(self, url: str, text: str) -> bool:
        """Whether it was taken; an address is good for half an hour and five answers."""
        try:
            answer = WebhookClient(url, **self._common).send(
                text=escape(text), response_type="ephemeral", replace_original=False
            )
        except (OSError, HTTPException, SlackClientError):
            return False
        return answer.status_code == 200

    def _repeat(self, method: str, body: dict[str, Any]) -> None:
        """Made again it changes nothing, so it may be tried again whatever became of it."""
        try:
            self._call(method, body)
        except Unknown as error:
            raise Temporary(str(error)) from error

    def check(self) -> SlackBot:
        """The bot that the token belongs to; nothing is sent."""
        answer = self._call("auth.test", {})
        return SlackBot(str(answer.get("team", "")), str(answer.get("user", "")))

    def find_member(self, slack_id: str) -> str:
        """The member's name in Slack; Permanent if a message would not reach them."""
        answer = self._call("users.info", {"user": parse_member(slack_id)}, is_form=True)
        user: Mapping[str, Any] = answer.get("user") or {}
        if user.get("deleted"):
            raise Permanent(_REASONS["user_disabled"])
        return str(user.get("real_name") or user.get("name") or "")

    def _call(
        self,
        method: str,
        body: dict[str, Any],
        *,
        is_form: bool = False,
        client: WebClient | None = None,
    ) -> SlackResponse:
        outcome = _try(client or self._client, method, {"params" if is_form else "json": body})
        # Raised here, so that Slack's own words do not come along as the cause.
        if isinstance(outcome, PortError):
            raise outcome
        return outcome


def _try(client: WebClient, method: str, body: dict[str, Any]) -> SlackResponse | PortError:
    try:
        return client.api_call(method, **body)
    except SlackApiError as error:
        return _explain(error.response)
    except URLError as error:
        # Raised before the request is handed over; later errors come as they are.
        return Temporary(f"Slack cannot be reached: {_name_cause(error)}")
    except (OSError, HTTPException, SlackClientError) as error:
        return Unknown(f"Slack gave no answer ({type(error).__name__})")


def _name_cause(error: URLError) -> str:
    return str(error.reason) or type(error.reason).__name__


def parse_member(text: str) -> str:
    """A member's id; Permanent for anything else, such as a name or a channel's id."""
    member = text.strip()
    if not _MEMBER.fullmatch(member):
        raise Permanent("the slack_id is not a member ID, as in U012AB3CD: a profile's menu has it")
    return member


# https://docs.slack.dev/reference/methods/chat.postMessage lists the errors.
_BUSY = frozenset({"ratelimited", "rate_limited", "service_unavailable", "team_added_to_org"})
# "It's possible some aspect of the operation succeeded."
_BROKEN = frozenset({"internal_error", "fatal_error"})
_CREDENTIALS = {
    "account_inactive": "the bot was removed from the workspace",
    "invalid_auth": "the token is not valid",
    "missing_scope": "the app lacks a scope: chat:write and users:read",
    "no_permission": "the app may not do this",
    "not_allowed_token_type": "it is not a bot's token, which begins with xoxb-",
    "not_authed": "the token is missing",
    "token_expired": "the token has expired",
    "token_revoked": "the token was revoked",
}
_REASONS = {
    "cannot_dm_bot": "the slack_id is a bot's",
    "cant_update_message": "the message is not the bot's, or may not be changed any more",
    "channel_not_found": "Slack knows nobody by this slack_id, or hides them from the bot",
    "edit_window_closed": "the workspace does not let messages be changed this late",
    "expired_trigger_id": "Slack's three seconds were over",
    "is_archived": "their conversation with the bot was archived",
    "message_not_found": "the message was deleted",
    "msg_blocks_too_long": "the message is too long for Slack",
    "msg_too_long": "the message is too long for Slack",
    "restricted_action": "the workspace does not let the bot write to people",
    "user_disabled": "their account in Slack was deactivated",
    "user_not_found": "Slack knows nobody by this slack_id",
    "user_not_visible": "Slack hides this person from the bot",
    "users_not_found": "Slack knows nobody by this slack_id",
}
_CODE = re.compile(r"[a-z][a-z0-9_]{0,60}", re.ASCII)


def _explain(answer: SlackResponse | Mapping[str, Any]) -> PortError:
    """The port's error for an answer that is not `ok`."""
    status = int(getattr(answer, "status_code", 0))
    code = str(answer.get("error", ""))
    if status in (429, 503) or code in _BUSY:
        headers = {name.lower(): value for name, value in getattr(answer, "headers", {}).items()}
        return Temporary("Slack is busy", retry_after=find_retry_after(headers))
    if status >= 500 or code in _BROKEN:
        return Unknown(f"Slack has the message and broke down ({_name_refusal(code, status)})")
    if code in _CREDENTIALS:
        where = "set another as BELFRY_SLACK_TOKEN or in slack.token_file; see docs/slack.md"
        return Refused(f"Slack refuses Belfry's bot ({code}): {_CREDENTIALS[code]}; {where}")
    if code in _REASONS:
        return Permanent(f"{_REASONS[code]} ({code})")
    if 200 <= status < 300 and not _CODE.fullmatch(code):
        return Unknown("the answer is not Slack's: check slack.url")
    return Permanent(f"Slack refuses the message ({_name_refusal(code, status)})")


def _name_refusal(code: str, status: int) -> str:
    """Slack's error code; the HTTP status if the answer holds anything else."""
    return code if _CODE.fullmatch(code) else str(status)


# https://docs.slack.dev/reference/block-kit/blocks
LONGEST_HEADER = 150
LONGEST_SECTION = 3000
MOST_BLOCKS = 50
MOST_FOR_CHOICES = 30
LONGEST_FALLBACK = 800
CUT = "… The rest does not fit into a message of Slack."
_URL = re.compile(r"https?://[^\s<>|]*[^\s<>|.,;:!?)\]'\"]")
_WORD = re.compile(r"\s*\S+|\s+")


def render_content(outgoing: OutgoingMessage) -> dict[str, Any]:
    return {
        "text": render_fallback(outgoing),
        "blocks": render_blocks(outgoing),
        "metadata": {"event_type": EVENT, "event_payload": {"id": outgoing.id}},
        "mrkdwn": False,
    }


def render_fallback(outgoing: OutgoingMessage) -> str:
    """What notifications and screen readers say."""
    return escape(cut(f"{outgoing.subject}\n{outgoing.text}".strip(), LONGEST_FALLBACK))


def render_blocks(outgoing: OutgoingMessage) -> list[dict[str, Any]]:
    """The subject as a header, the text in as many sections as it needs, and the choices."""
    blocks: list[dict[str, Any]] = []
    subject = " ".join(outgoing.subject.split())
    if subject:
        header = cut(subject, LONGEST_HEADER)
        text = {"type": "plain_text", "text": header, "emoji": False}
        blocks.append({"type": "header", "text": text})
    actions = render_actions(outgoing, most=MOST_FOR_CHOICES)
    sections = split_text(outgoing.text)
    most = MOST_BLOCKS - len(blocks) - len(actions)
    if len(sections) > most:
        sections = [*sections[: most - 1], CUT]
    return [*blocks, *map(render_section, sections), *actions]


def split_text(text: str) -> list[str]:
    """The text as mrkdwn, in pieces that fit a section: by lines, else words, else letters."""
    pieces: list[list[str]] = [[]]
    room = LONGEST_SECTION
    for part in _list_parts(text):
        if units(part) > room:
            pieces.append([])
            room = LONGEST_SECTION
        pieces[-1].append(part)
        room -= units(part)
    return [stripped for parts in pieces if (stripped := "".join(parts).strip())]


def _list_parts(text: str) -> Iterator[str]:
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        if _fits(line):
            yield render_mrkdwn(line)
            continue
        for word in _WORD.findall(line):
            yield from [render_mrkdwn(word)] if _fits(word) else map(escape, word)


def _fits(text: str) -> bool:
    return units(render_mrkdwn(text)) <= LONGEST_SECTION


def render_mrkdwn(text: str) -> str:
    """The text with its links; nothing else in it is a command to Slack."""
    rendered, end = "", 0
    for url in _URL.finditer(text):
        rendered += f"{escape(text[end : url.start()])}<{escape(url[0])}>"
        end = url.end()
    return rendered + escape(text[end:])
