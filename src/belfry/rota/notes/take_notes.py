"""Take up the notes about time off that people sent by e-mail, each once.

A note is a file in the folder for notes. A note from an unknown sender, or one that could not be
read, is shown as it came. A file that is no e-mail is reported and stays where it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from belfry.kernel.errors import Conflict, InputError, NotFound, Temporary
from belfry.kernel.texts import digest_of, make_harmless, make_storable
from belfry.messaging.incoming import Filed, ReceivedMail, Route, mail_key
from belfry.messaging.mails import MOST_BYTES, BadMail, Mail, parse_mail
from belfry.ports.clock import Clock
from belfry.ports.files import Folder
from belfry.ports.store import CrashPoints, Store
from belfry.rota.drafts.drafted_weeks import SheetsSeen
from belfry.rota.entries import BELFRY
from belfry.rota.messages.message_keys import ROOM
from belfry.rota.notes.read_note import NoteRead, ReadNote, find_note
from belfry.rota.notes.reader import read_note
from belfry.rota.notes.readings import Unread, judge_days, may_ask_model
from belfry.rota.requests.requests import Asked, Source, TimeOffRequest
from belfry.rota.requests.time_off import SaveTimeOff
from belfry.rota.sheets.sync_rota import put_seen
from belfry.rota.team import FindSenders
from belfry.workspace.tables import KeepDataProblems

FOLDER = "rota/notes"
SEEN = "notes"
TROUBLES = "rota-notes"
LONGEST_NOTE = 10_000
LONGEST_WHY = 300
# An e-mail's own date counts if it could be true: clocks go wrong, and old mail is put in late.
_OLDEST = timedelta(days=60)
_EARLY = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class TakenNotes:
    """How many notes are new, and how many of them a person must read; `problems` as said."""

    taken: int = 0
    unread: int = 0
    problems: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        if not self.taken and not self.problems:
            return ""
        return f"{self.taken} notes, {self.unread} unread, {len(self.problems)} bad files"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeNotes:
    store: Store
    clock: Clock
    crash_points: CrashPoints
    folder: Folder
    find_senders: FindSenders
    read_note: ReadNote
    save: SaveTimeOff
    keep_data_problems: KeepDataProblems
    zone: ZoneInfo

    def __call__(self) -> TakenNotes:
        stamps = {
            name: stamp
            for name, stamp in self.folder.stamps(FOLDER).items()
            if name.casefold().endswith(".eml")
        }
        seen = self.store.find(SheetsSeen, SEEN)
        stamp = digest_of(json.dumps(stamps))
        if (seen is None and not stamps) or (seen and seen.stamp == stamp):
            return TakenNotes()
        taken, is_whole = self._take_all(stamps)
        self.keep_data_problems(TROUBLES, taken.problems)
        self.crash_points.reached("rota.notes_taken")
        if is_whole:
            put_seen(self.store, SEEN, stamp, self.clock.now())
        return taken

    def _take_all(self, names: Mapping[str, str]) -> tuple[TakenNotes, bool]:
        """What was taken, and whether every file could be looked at."""
        senders = self.find_senders()
        requests: list[TimeOffRequest] = []
        problems: list[tuple[str, str]] = []
        is_whole = True
        for name in names:
            try:
                made = self._take(name, senders)
            except Temporary:
                is_whole = False
                continue
            except (NotFound, InputError) as error:
                made = str(error)
            if isinstance(made, str):
                problems.append((name, made))
            elif made is not None:
                requests.append(made)
        unread = sum(request.state is Asked.UNREAD for request in requests)
        return TakenNotes(len(requests), unread, tuple(problems)), is_whole

    def _take(self, name: str, senders: Mapping[str, str]) -> TimeOffRequest | str | None:
        """The request, what is wrong with the file, or nothing if it is known."""
        file = self.folder.read(name, most=MOST_BYTES)
        if self.store.find(TimeOffRequest, f"note-{file.digest[:24]}"):
            return None
        mail = parse_mail(file.content)
        if isinstance(mail, BadMail):
            return f"this is no e-mail that can be read: {mail.why}"
        key = mail_key(mail, file.content)
        if self.store.find(TimeOffRequest, note_key(key)):
            return None
        return self.keep(self.make(key, mail, senders.get(mail.sender.casefold(), "")))

    def keep(self, request: TimeOffRequest) -> TimeOffRequest | None:
        """The request as stored; nothing if another look has just taken it."""
        try:
            saved = self.save(None, request, action="asked", by=request.person or BELFRY)
        except Conflict:
            return None
        self.crash_points.reached("rota.note_taken")
        return saved

    def make(self, key: str, mail: Mail, person: str) -> TimeOffRequest:
        """The request that a mail makes, as far as it can be read; nothing is stored."""
        now = self.clock.now()
        bare = TimeOffRequest(
            id=note_key(key),
            person=person,
            sender=mail.sender,
            source=Source.NOTE,
            state=Asked.UNREAD,
            note=make_storable(f"{mail.subject}\n\n{mail.text}".strip(), most=LONGEST_NOTE),
            asked_at=now,
        )
        if mail.doubt:
            return replace(bare, person="", why=mail.doubt)
        if not person:
            return replace(bare, why="no one on the team has the address it came from")
        read = self._read(mail, now)
        if isinstance(read.reading, Unread):
            return replace(bare, why=make_harmless(read.reading.why, most=LONGEST_WHY))
        return replace(bare, state=Asked.PENDING, **asdict(read.reading), read_by=read.read_by)

    def _read(self, mail: Mail, now: datetime) -> NoteRead:
        sent = mail.sent_at
        is_likely = sent is not None and now - _OLDEST <= sent <= now + _EARLY
        read = self.read_note.mail(mail, at=sent if sent and is_likely else now)
        if isinstance(read.reading, Unread):
            return read
        today = now.astimezone(self.zone).date()
        wrong = judge_days(read.reading.first_on, read.reading.last_on, today)
        return NoteRead(wrong) if wrong else read


def note_key(key: str) -> str:
    """Equal for one mail by whatever door it came; `key` is the mail's."""
    return f"note-{key}"


@dataclass(frozen=True, slots=True)
class FileMailNote:
    """Files a team member's mail as a request for time off, if it is about that at all.

    What they forward is one only if its days can be read: other texts speak of days, too.
    """

    notes: TakeNotes
    senders: Mapping[str, str]

    def __call__(self, received: ReceivedMail) -> Filed | None:
        mail, answers = received.mail, received.answers
        person = self.senders.get(mail.sender.casefold(), "")
        if not person or (answers and answers.room != ROOM):
            return None
        request_id = note_key(received.key)
        if self.notes.store.find(TimeOffRequest, request_id) is None:
            request = self.notes.make(received.key, mail, person)
            may_be_note = not mail.is_forwarded and self._mentions_days(mail)
            if request.state is Asked.UNREAD and not may_be_note:
                return None
            self.notes.keep(request)
        return Filed(Route.TIME_OFF, request_id)

    def _mentions_days(self, mail: Mail) -> bool:
        """Whether the plain rules found something about days off that only a person can settle."""
        zone, country = self.notes.zone, self.notes.read_note.country
        plain = read_note(find_note(mail), at=self.notes.clock.now(), zone=zone, country=country)
        return not isinstance(plain, Unread) or not may_ask_model(plain)
