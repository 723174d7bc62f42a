"""Read a note about time off out of a file: a letter as it was saved, or plain words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from belfry.ports.clock import Clock
from belfry.rota.notes.mails import MOST_WORDS, BadMail, parse_mail
from belfry.rota.notes.read_note import NoteRead, ReadNote
from belfry.rota.team import FindSenders


@dataclass(frozen=True, slots=True)
class FileRead:
    """`person` is who wrote it; blank where nobody knows. `sender` is a letter's address."""

    person: str
    read: NoteRead
    sender: str = ""

    @property
    def is_by_a_stranger(self) -> bool:
        """Only letters from people of the team ask for anything; plain words have no sender."""
        return bool(self.sender) and not self.person


@dataclass(frozen=True, slots=True)
class ReadNoteFile:
    clock: Clock
    find_senders: FindSenders
    read_note: ReadNote

    def __call__(self, content: bytes, *, at: datetime | None = None) -> FileRead:
        """`at` is when it was written; else when the letter says, else now. Nothing is kept."""
        mail = parse_mail(content)
        if isinstance(mail, BadMail):
            return FileRead("", self.read_note(_decode(content), at=at or self.clock.now()))
        written_at = at or mail.sent_at or self.clock.now()
        person = self.find_senders().get(mail.sender.casefold(), "")
        return FileRead(person, self.read_note.mail(mail, at=written_at), mail.sender)


def _decode(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")[:MOST_WORDS]
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")[:MOST_WORDS]
