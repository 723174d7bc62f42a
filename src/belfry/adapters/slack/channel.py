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

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError

from belfry.kernel.errors import Permanent, PortError, Refused, Temporary, Unknown
from belfry.kernel.http_headers import find_retry_after

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from slack_sdk.web import SlackResponse

    from belfry.messaging.ports import OutgoingMessage


WITHIN = timedelta(seconds=20)
API = "https://slack.com/api/"
EVENT = "belfry_message"
# Channels and groups have ids, too: what is for one person must never be posted to one.
_MEMBER = re.compile(r"[UW][A-Z0-9]{2,30}", re.ASCII)
_TIMESTAMP = re.compile(r"[0-9]{1,20}\.[0-9]{1,10}", re.ASCII)
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
        self._client = WebClient(
            token,
            base_url=url or API,
            timeout=max(1, round(within.total_seconds())),
            retry_handlers=[],
            logger=silent,
        )

    def send(self, outgoing: OutgoingMessage) -> str:
        to = parse_member(outgoing.to)
        answer = self._call(
            "chat.postMessage",
            {
                "channel": to,
                "text": render_fallback(outgoing),
                "blocks": render_blocks(outgoing),
                "metadata": {"event_type": EVENT, "event_payload": {"id": outgoing.id}},
                "mrkdwn": False,
                # Slack would open the links of a preview.
                "unfurl_links": False,
                "unfurl_media": False,
            },
        )
        sent_at = str(answer.get("ts", ""))
        return f"{to}/{sent_at}" if _TIMESTAMP.fullmatch(sent_at) else _UNNAMED

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

    def _call(self, method: str, body: dict[str, Any], *, is_form: bool = False) -> SlackResponse:
        outcome = self._try(method, {"params" if is_form else "json": body})
        # Raised here, so that Slack's own words do not come along as the cause.
        if isinstance(outcome, PortError):
            raise outcome
        return outcome

    def _try(self, method: str, body: dict[str, Any]) -> SlackResponse | PortError:
        try:
            return self._client.api_call(method, **body)
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
    "channel_not_found": "Slack knows nobody by this slack_id, or hides them from the bot",
    "is_archived": "their conversation with the bot was archived",
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
LONGEST_FALLBACK = 800
CUT = "… The rest does not fit into a message of Slack."
_URL = re.compile(r"https?://[^\s<>|]*[^\s<>|.,;:!?)\]'\"]")
_WORD = re.compile(r"\s*\S+|\s+")


def render_fallback(outgoing: OutgoingMessage) -> str:
    """What notifications and screen readers say."""
    return _escape(_cut(f"{outgoing.subject}\n{outgoing.text}".strip(), LONGEST_FALLBACK))


def render_blocks(outgoing: OutgoingMessage) -> list[dict[str, Any]]:
    """The subject as a header, and the text in as many sections as it needs."""
    blocks: list[dict[str, Any]] = []
    subject = " ".join(outgoing.subject.split())
    if subject:
        header = _cut(subject, LONGEST_HEADER)
        text = {"type": "plain_text", "text": header, "emoji": False}
        blocks.append({"type": "header", "text": text})
    sections = split_text(outgoing.text)
    most = MOST_BLOCKS - len(blocks)
    if len(sections) > most:
        sections = [*sections[: most - 1], CUT]
    return [*blocks, *map(_render_section, sections)]


def _render_section(text: str) -> dict[str, Any]:
    # Verbatim: names of people and channels in the text notify nobody.
    return {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}


def split_text(text: str) -> list[str]:
    """The text as mrkdwn, in pieces that fit a section: by lines, else words, else letters."""
    pieces: list[list[str]] = [[]]
    room = LONGEST_SECTION
    for part in _list_parts(text):
        if _count(part) > room:
            pieces.append([])
            room = LONGEST_SECTION
        pieces[-1].append(part)
        room -= _count(part)
    return [stripped for parts in pieces if (stripped := "".join(parts).strip())]


def _list_parts(text: str) -> Iterator[str]:
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        if _fits(line):
            yield render_mrkdwn(line)
            continue
        for word in _WORD.findall(line):
            yield from [render_mrkdwn(word)] if _fits(word) else map(_escape, word)


def _fits(text: str) -> bool:
    return _count(render_mrkdwn(text)) <= LONGEST_SECTION


def _cut(text: str, most: int) -> str:
    if _count(text) <= most:
        return text
    text = text[:most]
    while _count(text) >= most:
        text = text[:-1]
    return f"{text}…"


def _count(text: str) -> int:
    """As JavaScript counts: some letters are two."""
    return len(text) + sum(letter > "\uffff" for letter in text)


def render_mrkdwn(text: str) -> str:
    """The text with its links; nothing else in it is a command to Slack."""
    rendered, end = "", 0
    for url in _URL.finditer(text):
        rendered += f"{_escape(text[end : url.start()])}<{_escape(url[0])}>"
        end = url.end()
    return rendered + _escape(text[end:])


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
