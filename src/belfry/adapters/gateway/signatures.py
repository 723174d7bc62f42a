"""Whether a reply handed in from outside was really sent by the gateway.

The rule is Twilio's: https://www.twilio.com/docs/usage/security#validating-requests
"""

from __future__ import annotations

import base64
import hmac
from typing import TYPE_CHECKING

from belfry.kernel.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping


class TwilioSignature:
    """Signs the whole address and, in the order of their names, the fields of the form."""

    def __init__(self, token: str) -> None:
        if not token:
            raise ConfigError(
                "the gateway's token is missing: without it anybody could write to us"
            )
        self._token = token.encode()

    def is_genuine(self, url: str, form: Mapping[str, str], signature: str) -> bool:
        signed = url + "".join(name + form[name] for name in sorted(form))
        digest = hmac.digest(self._token, _encode(signed), "sha1")
        return hmac.compare_digest(base64.b64encode(digest), _encode(signature))


def _encode(text: str) -> bytes:
    """Half a sign cannot be written, and must not be an error either."""
    return text.encode("utf-8", "backslashreplace")
