"""Which days a letter asks to have off, its subject counted where it is the writer's own."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from belfry.rota.notes.mails import Mail
from belfry.rota.notes.manners import strip_greeting
from belfry.rota.notes.own_words import find_own_words
from belfry.rota.notes.reader import read_note
from belfry.rota.notes.readings import NoteReading, Unread

# The subject of an answer is what somebody else wrote, or the same person long ago.
_ANSWER = re.compile(r"\s*(?:re|fwd?|aw|wg|sv|tr|antw)\s*(?:\[\d+\])?:", re.IGNORECASE)


def find_note(mail: Mail) -> str:
    """What the letter says in the writer's own words, the subject first."""
    own = find_own_words(mail.text)
    subject = mail.subject.strip()
    if not subject or _ANSWER.match(subject):
        return own
    ending = "" if subject.endswith((".", "!", "?")) else "."
    return f"{subject}{ending}\n\n{strip_greeting(own)}".strip()


def read_mail(
    mail: Mail, *, at: datetime, zone: ZoneInfo, country: str = ""
) -> NoteReading | Unread:
    return read_note(find_note(mail), at=at, zone=zone, country=country)
