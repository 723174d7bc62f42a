"""Whether mail can be sent to an address as it was typed."""

from __future__ import annotations

import re
from functools import lru_cache

import idna

from belfry.kernel.errors import InputError

LONGEST = 254
_LONGEST_LOCAL = 64
_WORD = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LOCAL = re.compile(rf"{_WORD}(?:\.{_WORD})*")
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_DOMAIN = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")


@lru_cache(maxsize=64)
def parse_mailbox(text: str) -> str:
    """The address in plain ASCII, as it stands on the envelope; InputError never repeats it."""
    local, at, domain = text.strip(" ").rpartition("@")
    if not at or not domain:
        raise InputError("an e-mail address looks like name@example.com")
    if not local.isascii():
        raise InputError("mail can only go to a name without accents or foreign letters before @")
    mailbox = f"{local}@{_to_ascii(domain)}"
    if len(local) > _LONGEST_LOCAL or len(mailbox) > LONGEST:
        raise InputError(f"an e-mail address has at most {LONGEST} characters, 64 before the @")
    if not _LOCAL.fullmatch(local):
        raise InputError("the part before @ has a character or a dot where mail allows none")
    return mailbox


def _to_ascii(domain: str) -> str:
    name = domain
    if not domain.isascii():
        try:
            name = idna.encode(domain[:LONGEST], uts46=True).decode("ascii")
        except UnicodeError as error:
            raise InputError("what stands after @ cannot be a name on the internet") from error
    if not _DOMAIN.fullmatch(name):
        raise InputError("what stands after @ is not a name on the internet")
    return name.lower()
