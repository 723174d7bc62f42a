"""E-mails by SES, sent whole, with their picture and the way to stop them.

SES gives an e-mail a Message-ID of its own, so a message sent twice arrives twice: the client's own
retries are off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from belfry.adapters.aws.errors import SEND_FAULTS, translate_send
from belfry.adapters.emails import Sender, build_email
from belfry.adapters.mailboxes import parse_mailbox
from belfry.kernel.errors import InputError, Permanent, PortError, Unknown

if TYPE_CHECKING:
    from belfry.messaging.ports import OutgoingMessage
    from belfry.ports.clock import Clock

# https://docs.aws.amazon.com/ses/latest/dg/quotas.html, as the SDK sends it: in base64.
MOST_BYTES = 30 * 1024 * 1024


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
        outcome = self._hand_over(sender, to, email)
        # Raised here, so that SES's own words do not come along as the cause.
        if isinstance(outcome, PortError):
            raise outcome
        return outcome

    def _hand_over(self, sender: str, to: str, email: bytes) -> str | PortError:
        try:
            answer = self._client.send_email(
                FromEmailAddress=sender,
                Destination={"ToAddresses": [to]},
                Content={"Raw": {"Data": email}},
                **self._more,
            )
        except SEND_FAULTS as error:
            return translate_send("SES", error)
        return answer.get("MessageId") or Unknown("SES answered without a MessageId")
