"""The channel without a mail server: messages stay in Belfry and are shown on its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belfry.messaging.ports import OutgoingMessage

RECEIPT = "kept in the postbox; nobody outside was sent anything"


class Postbox:
    def send(self, outgoing: OutgoingMessage) -> str:
        return RECEIPT
