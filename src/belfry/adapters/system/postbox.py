"""Where letters stay when no mail server is set: in the house, on the pages.

The letter itself is kept by delivery; nothing is handed to anybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belfry.messaging.ports import OutgoingMessage

RECEIPT = "kept in the postbox; nobody outside was sent anything"


class Postbox:
    def send(self, outgoing: OutgoingMessage) -> str:
        return RECEIPT
