"""E-mails by SES, sent whole, with their picture and the way to stop them.

SES gives an e-mail a Message-ID of its own, so a message sent twice arrives twice: the client's own
retries are off.
"""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from belfry.adapters.aws.errors import SEND_FAULTS, read_words, translate_send
from belfry.adapters.emails import Sender, build_email
from belfry.adapters.mailboxes import parse_mailbox
from belfry.kernel.errors import InputError, Permanent, PortError, Unknown
from belfry.kernel.texts import make_storable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.messaging.ports import OutgoingMessage
    from belfry.ports.clock import Clock

# https://docs.aws.amazon.com/ses/latest/dg/quotas.html, as the SDK sends it: in base64.
MOST_BYTES = 30 * 1024 * 1024


# Names the message in what SES reports of it.
TAG = "belfry-message"
LONGEST_TAG = 256
LONGEST_REASON = 200


class SesChannel:
    """`configuration_set` names what SES does with bounces and complaints; blank for nothing."""

    def __init__(
        self, client: Any, clock: Clock, sender: Sender, configuration_set: str = ""
    ) -> None:
        self._client = client
        self._clock = clock
        self._sender = sender
        self._more = {"ConfigurationSetName": configuration_set} if configuration_set else {}

    def send(self, outgoing: OutgoingMessage) -> str:
        try:
            to, sender = parse_mailbox(outgoing.to), parse_mailbox(self._sender.address)
        except InputError as error:
            raise Permanent(str(error)) from error
        email = build_email(outgoing, self._sender, at=self._clock.now()).as_bytes()
        if len(email) > MOST_BYTES:
            raise Permanent(f"the e-mail has {len(email):,} bytes; SES takes {MOST_BYTES:,}")
        outcome = self._hand_over(sender, to, email, write_tag(outgoing.id))
        # Raised here, so that SES's own words do not come along as the cause.
        if isinstance(outcome, PortError):
            raise outcome
        return outcome

    def _hand_over(
        self, sender: str, to: str, email: bytes, tags: list[dict[str, str]]
    ) -> str | PortError:
        try:
            answer = self._client.send_email(
                FromEmailAddress=sender,
                Destination={"ToAddresses": [to]},
                Content={"Raw": {"Data": email}},
                EmailTags=tags,
                **self._more,
            )
        except SEND_FAULTS as error:
            return _find_unverified(read_words(error), to) or translate_send("SES", error)
        return answer.get("MessageId") or Unknown("SES answered without a MessageId")


def _find_unverified(words: str, to: str) -> Permanent | None:
    """Whose address SES does not know, by its refusal; in the sandbox it asks for the recipient's.

    "Email address is not verified. The following identities failed the check in region …"
    """
    if "not verified" not in words:
        return None
    if to.casefold() in words.casefold():
        return Permanent(
            "SES is in its sandbox and refuses recipients that are not verified there: "
            "ask AWS for production access"
        )
    return Permanent("SES does not know the sender: verify the domain of mail.from there")


@dataclass(frozen=True, slots=True)
class MailReport:
    """What became of an e-mail; `is_unwanted` if its recipient called it spam."""

    message_id: str
    has_arrived: bool
    why: str = ""
    is_unwanted: bool = False


def write_tag(message_id: str) -> list[dict[str, str]]:
    """SES takes few characters in a tag; an id that is too long goes without one."""
    value = urlsafe_b64encode(message_id.encode()).decode().rstrip("=")
    return [{"Name": TAG, "Value": value}] if len(value) <= LONGEST_TAG else []


def read_report(event: Mapping[str, Any]) -> MailReport | None:
    """What SES reports through EventBridge; None if it is not about the end of a mail of ours.

    https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
    """
    try:
        detail = event["detail"]
        sort = detail["eventType"]
        tags = detail["mail"].get("tags", {}).get(TAG)
        message_id = _read_tag(tags[0]) if tags else ""
        if not message_id:
            return None
        match sort:
            case "Delivery":
                return MailReport(message_id, has_arrived=True)
            case "Complaint":
                return MailReport(message_id, has_arrived=True, is_unwanted=True)
            case "Bounce":
                return MailReport(message_id, False, f"the mail came back: {_find_reason(detail)}")
            case "Reject":
                return MailReport(message_id, False, f"SES refuses it: {_read_reason(detail)}")
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise InputError(f"this is no report of SES: {error!r}") from error
    return None


def _read_tag(value: str) -> str:
    try:
        return urlsafe_b64decode(value + "=" * (-len(value) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""


def _find_reason(detail: Mapping[str, Any]) -> str:
    """The server's own words, without the kind of server: "550 5.1.1 no such user"."""
    bounce = detail["bounce"]
    recipients = bounce.get("bouncedRecipients") or [{}]
    words = str(recipients[0].get("diagnosticCode", "")).rpartition("; ")[2]
    kinds = f"{bounce.get('bounceType', '')} {bounce.get('bounceSubType', '')}"
    return make_storable(" ".join((words or kinds).split()), most=LONGEST_REASON)


def _read_reason(detail: Mapping[str, Any]) -> str:
    return make_storable(str(detail.get("reject", {}).get("reason", "")), most=LONGEST_REASON)
