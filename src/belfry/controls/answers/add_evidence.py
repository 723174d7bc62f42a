"""Keep a note, a picture or a PDF as evidence that a control was seen to.

The bytes are kept first: evidence that is written down can be shown. They go by their digest, so
that the same file given twice is kept once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import islice

from belfry.controls.answers.mark_done import LONGEST_NOTE, AnswerControls
from belfry.controls.chains.moves import Moment
from belfry.controls.controls import (
    EVIDENCE,
    Control,
    ControlChange,
    CycleRef,
    Evidence,
    announce,
    evidence_key,
    find_ended_cycle,
    list_proofs,
    open_cycle_of,
    record_control,
)
from belfry.controls.reminders.reminders import (
    REMINDERS,
    ROOM,
    Reminder,
    about_control,
    read_reminders,
)
from belfry.controls.repeats.repeats import render_day
from belfry.kernel.changes import Append
from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.texts import clean_text, digest_of, make_harmless
from belfry.messaging.incoming import Filed, ReceivedMail, Route, Unread
from belfry.messaging.mails import Mail
from belfry.ports.files import BlobStore, digest_content
from belfry.ports.image_processor import MEDIA_TYPE, ImageProcessor
from belfry.workspace.people import FindStaff

MOST_BYTES = 25 * 1024 * 1024
MOST_PAGES = 2000
PDF = "application/pdf"
LONGEST_FILE_NAME = 100

_MB = 1024 * 1024
_BLANK = b"\xef\xbb\xbf\0\t\n\f\r "
_LOOKED_AT = 1024
_VERSION = re.compile(rb"%PDF-[12]\.[0-9]")
_LOCK = re.compile(rb"/Encrypt\s{0,20}(?:<<|[0-9]{1,10}\s{1,20}[0-9]{1,5}\s{1,20}R)")
_PAGE = re.compile(rb"/Type\s{0,20}/Page(?![A-Za-z])")
_ENDING = re.compile(r"\.[^.\s]{1,8}$")
_FORBIDDEN = re.compile(r'[\\/:*?"<>|]')


def check_size(content: bytes) -> None:
    """Refuse an empty file and one that is too large."""
    if not content:
        raise InputError("the file is empty; expected a picture or a PDF", field="file")
    if len(content) > MOST_BYTES:
        size = f"{-(-len(content) // _MB):,} MB; at most {MOST_BYTES // _MB}"
        raise InputError(f"the file has {size}", field="file")


def is_pdf(content: bytes) -> bool:
    """Whether it begins as one; marks and blanks before it are passed over."""
    return content[:_LOOKED_AT].lstrip(_BLANK).startswith(b"%PDF")


def check_pdf(content: bytes) -> None:
    """Refuse a document that is broken, locked or far too long."""
    if not _VERSION.match(content[: 2 * _LOOKED_AT].lstrip(_BLANK)):
        raise InputError("this begins like a PDF and is none; expected a whole one", field="file")
    if b"%%EOF" not in content[-_LOOKED_AT:]:
        raise InputError("the PDF is cut off; expected a whole one", field="file")
    if _LOCK.search(content):
        raise InputError("the PDF is locked; expected one without a password", field="file")
    if next(islice(_PAGE.finditer(content), MOST_PAGES, None), None):
        raise InputError(f"the PDF has more than {MOST_PAGES:,} pages", field="file")


def tidy_name(file_name: str, ending: str) -> str:
    """The name to save the file under: no folders, and an ending that fits its type."""
    last = re.split(r"[\\/]", file_name)[-1]
    bare = _FORBIDDEN.sub("", _ENDING.sub("", make_harmless(last, most=LONGEST_FILE_NAME * 2)))
    return f"{bare.strip(' .')[:LONGEST_FILE_NAME].rstrip() or 'evidence'}{ending}"


@dataclass(frozen=True, slots=True)
class Submission:
    """A note, a file as it is to be stored, or both."""

    note: str
    content: bytes = b""
    digest: str = ""
    file_name: str = ""
    media_type: str = ""


@dataclass(frozen=True, slots=True)
class EvidenceShown:
    """`content` is empty for a mere note."""

    evidence: Evidence
    content: bytes


@dataclass(frozen=True, slots=True)
class KeepEvidence:
    blobs: BlobStore
    image_processor: ImageProcessor
    acts: AnswerControls

    def add(
        self,
        name: str,
        *,
        by: str,
        note: str = "",
        content: bytes | None = None,
        file_name: str = "",
        cycle_due_on: date | None = None,
    ) -> Evidence:
        """The evidence, of the open cycle if no other is named; what was given already is not new.

        InputError if there is neither a note nor a file, or the file is of a kind we do not keep.
        """
        cleaned = clean_text(note, field="note", most=LONGEST_NOTE)
        submission = self._prepare(cleaned, content, file_name)
        meant = self._find_cycle(self.acts.find_control(name), cycle_due_on)
        saved: list[Evidence] = []

        def plan(control: Control, moment: Moment) -> ControlChange:
            before = self.acts.histories.list_evidence(control.id)
            lines, same = self.acts.histories.list_cycles(control.id), submission
            proofs = list_proofs(meant.opened_by or 0, lines, before)
            saved[:] = [old for old in proofs if (old.digest, old.note) == (same.digest, same.note)]
            if saved:
                return ControlChange(control, [])
            saved.append(_make(control, submission, meant, len(before) + 1, moment))
            if submission.digest:
                self.blobs.put(saved[0].blob_name, submission.content)
                self.acts.crash_points.reached("evidence.kept")
            return plan_evidence(control, saved[0], moment)

        self.acts.change(name, plan, by=by)
        return saved[0]

    def show(self, control_id: str, number: int) -> EvidenceShown:
        evidence = self.acts.store.find(Evidence, evidence_key(control_id, number))
        if evidence is None:
            raise NotFound(f"there is no evidence {number} of {control_id!r}")
        content = self.blobs.get(evidence.blob_name) if evidence.digest else b""
        return EvidenceShown(evidence, content)

    def _prepare(self, note: str, content: bytes | None, file_name: str) -> Submission:
        if content is None:
            if not note:
                raise InputError("expected a note, a picture or a PDF", field="note")
            return Submission(note)
        check_size(content)
        if is_pdf(content):
            check_pdf(content)
            return _take_file(note, content, tidy_name(file_name, ".pdf"), PDF)
        try:
            made = self.image_processor.process(content)
        except InputError as error:
            raise InputError(f"{error}; a PDF would do, too", field="file") from error
        return _take_file(note, made.content, tidy_name(file_name, ".jpg"), MEDIA_TYPE)

    def _find_cycle(self, control: Control, due_on: date | None) -> CycleRef:
        if due_on is None or due_on == control.due_on:
            return open_cycle_of(control)
        ended = find_ended_cycle(self.acts.histories.list_cycles(control.id), due_on)
        if ended is None:
            raise NotFound(f"{control.name} was not due on {render_day(due_on)}")
        return ended


def _take_file(note: str, content: bytes, file_name: str, media_type: str) -> Submission:
    return Submission(note, content, digest_content(content), file_name, media_type)


def _make(
    control: Control, submission: Submission, meant: CycleRef, number: int, moment: Moment
) -> Evidence:
    assert meant.due_on is not None
    assert meant.opened_by is not None
    return Evidence(
        control_id=control.id,
        number=number,
        due_on=meant.due_on,
        opened_by=meant.opened_by,
        note=submission.note,
        file_name=submission.file_name,
        media_type=submission.media_type,
        digest=submission.digest,
        size=len(submission.content),
        at=moment.now,
        by=moment.by,
    )


def plan_evidence(control: Control, evidence: Evidence, moment: Moment) -> ControlChange:
    """The audit log holds digests of what was given, not its words."""
    more = {
        "number": evidence.number,
        "evidence_due_on": evidence.due_on.isoformat(),
        "note": digest_of(evidence.note),
        "file": evidence.digest,
    }
    changes = record_control(
        control, action="evidence added", at=moment.now, by=moment.by, more=more
    )
    facts = {"due_on": evidence.due_on.isoformat(), "number": evidence.number}
    event = announce(control, EVIDENCE, facts, at=moment.now)
    return ControlChange(control, [*changes, Append(evidence), event])


@dataclass(frozen=True, slots=True)
class FileMailEvidence:
    """Files the reply to a reminder as evidence. It marks nothing done: a person does that."""

    evidence: KeepEvidence
    find_staff: FindStaff

    def __call__(self, received: ReceivedMail) -> Filed | Unread | None:
        mail, message = received.mail, received.answers
        if message is None or message.room != ROOM or message.kind not in REMINDERS:
            return None
        if message.sent_to.casefold() != mail.sender:
            return Unread(f"it answers a reminder to {message.person} from another address")
        if self.find_staff().find_exclusion(message.person):
            return Unread(f"it answers a reminder to {message.person}, who may not act any more")
        reminder, *others = read_reminders(message.facts)
        if others:
            return Unread(
                "it answers a reminder of several controls: attach it to the one that is meant"
            )
        return self._add(reminder, mail, by=message.person)

    def _add(self, reminder: Reminder, mail: Mail, *, by: str) -> Filed | Unread:
        """Each file by itself: one that cannot be kept does not stop the others."""
        note = make_harmless(mail.own_words, most=LONGEST_NOTE)
        files = mail.list_attachments()
        add = partial(self.evidence.add, reminder.control, by=by, cycle_due_on=reminder.due_on)
        refusals: list[str] = []
        for number, file in enumerate(files):
            words = note if number == len(refusals) else ""
            try:
                add(note=words, content=file.content, file_name=file.name)
            except InputError as error:
                refusals.append(f"{file.name or 'a file'}: {error}")
        if len(refusals) == len(files) and note:
            add(note=note)
        if refusals:
            return Unread(f"not all of it could be kept as evidence: {'; '.join(refusals)}")
        if not files and not note:
            return Unread("it answers a reminder with neither words nor a file")
        return Filed(Route.EVIDENCE, about_control(reminder.control))
