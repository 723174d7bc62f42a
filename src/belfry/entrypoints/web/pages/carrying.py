"""What somebody typed, carried along while they sign in again.

It travels in the sign-in page itself and nowhere else: nothing is stored of what strangers send. It
is sealed with a word that only this browser has, so that no other site can slip something in.
"""

from __future__ import annotations

import base64
import hmac
import json
import zlib
from binascii import Error as NotBase64
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

LASTS = timedelta(hours=2)
LONGEST_SEALED = 200_000
_LONGEST_OPEN = 1_000_000
# What is typed into these is known by heart, and goes nowhere but where it was meant to go.
SECRETS = frozenset({"password", "again"})
# What our own pages put into a form, and nobody typed.
OWN = frozenset(
    {"csrf", "back", "do", "page", "once", "revision", "seen", "base", "theirs", "version"}
)


@dataclass(frozen=True, slots=True)
class Carried:
    """A form on its way to `path`; `user_id` is who was signed in, None if nobody can tell.

    `came_from` is the page it stood on. A file that went with it `is_lost`: it must be chosen anew.
    """

    path: str
    fields: Mapping[str, str]
    at: datetime
    came_from: str = "/"
    user_id: int | None = None
    is_lost: bool = False

    def is_over(self, now: datetime) -> bool:
        return now >= self.at + LASTS

    @property
    def typed(self) -> dict[str, str]:
        """What a person wrote or chose."""
        return {name: text for name, text in self.fields.items() if name not in OWN and text}

    @property
    def sent(self) -> dict[str, str]:
        """What is sent again; the word of a session that is over is not."""
        return {name: text for name, text in self.fields.items() if name != "csrf"}


def seal(carried: Carried, word: str) -> str | None:
    """A text that only `unseal` with the same word takes; None if there is too much of it."""
    said = [
        *(carried.path, dict(carried.fields), carried.at.isoformat(), carried.came_from),
        *(carried.user_id, carried.is_lost),
    ]
    packed = zlib.compress(json.dumps(said).encode())
    sealed = base64.urlsafe_b64encode(_sign(packed, word) + packed).decode()
    return sealed if len(sealed) <= LONGEST_SEALED else None


def unseal(sealed: str, word: str) -> Carried | None:
    """What was sealed; None if it was not us, or not for this browser."""
    try:
        content = base64.b64decode(sealed.encode("ascii", "replace"), altchars=b"-_", validate=True)
    except (NotBase64, ValueError):
        return None
    signature, packed = content[:32], content[32:]
    if not hmac.compare_digest(signature, _sign(packed, word)):
        return None
    # Whoever knows their own browser's word can seal anything, for themselves alone.
    try:
        said = json.loads(zlib.decompressobj().decompress(packed, _LONGEST_OPEN))
        path, fields, at, came_from, user_id, is_lost = said
        moment = datetime.fromisoformat(at)
        return Carried(path, dict(fields), moment, came_from, user_id, is_lost)
    except (ValueError, TypeError, zlib.error):
        return None


def _sign(packed: bytes, word: str) -> bytes:
    return hmac.digest(b"carried form " + word.encode("utf-8", "surrogatepass"), packed, "sha256")
