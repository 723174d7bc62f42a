"""Text messages through Amazon SNS.

SNS has no idempotency key and would send a message twice: the client must not retry. What SNS says
of a refusal is not passed on, because it may repeat the message.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from belfry.adapters.aws.errors import SEND_FAULTS, translate_send
from belfry.kernel.errors import Permanent, PortError, Unknown
from belfry.kernel.sms import Unfit, write_wire

if TYPE_CHECKING:
    from belfry.messaging.ports import OutgoingMessage

_OPTED_OUT = re.compile(r"opted?[ -]?out", re.IGNORECASE)
_PARAMETER = re.compile(r"Invalid parameter: ([A-Za-z.]{1,60})")


@dataclass(frozen=True, slots=True)
class SmsSender:
    """Who the text is from: a number of ours, or a name; and the most that one may cost, in USD.

    Without either, AWS chooses a number.
    """

    number: str = ""
    name: str = ""
    max_price: str = ""


class SnsSms:
    """`client` is SNS's, with its own tries turned off."""

    def __init__(self, client: Any, sender: SmsSender) -> None:
        self._client = client
        self._attributes = _render_attributes(sender)

    def send(self, outgoing: OutgoingMessage) -> str:
        wire = write_wire(outgoing.to, outgoing.text)
        if isinstance(wire, Unfit):
            raise Permanent(wire.why)
        outcome = self._publish(wire.to, wire.body)
        # Raised here, so that SNS's own words do not come along as the cause.
        if isinstance(outcome, PortError):
            raise outcome
        return outcome

    def _publish(self, to: str, body: str) -> str | PortError:
        try:
            answer = self._client.publish(
                PhoneNumber=to, Message=body, MessageAttributes=self._attributes
            )
        except SEND_FAULTS as error:
            return _translate(error)
        return answer.get("MessageId") or Unknown("SNS answered without a MessageId")


def _render_attributes(sender: SmsSender) -> dict[str, dict[str, str]]:
    attributes = {
        "AWS.SNS.SMS.SMSType": ("String", "Transactional"),
        "AWS.SNS.SMS.SenderID": ("String", sender.name),
        "AWS.MM.SMS.OriginationNumber": ("String", sender.number),
        "AWS.SNS.SMS.MaxPrice": ("Number", sender.max_price),
    }
    return {
        name: {"DataType": kind, "StringValue": value}
        for name, (kind, value) in attributes.items()
        if value
    }


def _translate(error: Exception) -> PortError:
    translated = translate_send("SNS", error)
    if not isinstance(error, ClientError) or not isinstance(translated, Permanent):
        return translated
    answer = error.response["Error"]
    code, message = answer.get("Code") or "", answer.get("Message") or ""
    if _OPTED_OUT.search(code + message):
        return Permanent("they have told AWS that they want no more messages")
    if wrong := _PARAMETER.search(message):
        return Permanent(f"SNS refuses the message ({code}): {wrong[1]} is not as it wants it")
    return translated
