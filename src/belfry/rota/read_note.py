"""Read which days a note asks to have off: by plain rules, and by a model where there is one.

The model is asked only where the rules understood nothing, and what it says is a proposal like any
other. Without a model, or if it fails, a person reads the note.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from belfry.kernel.errors import PortError
from belfry.ports.phraser import Phraser
from belfry.rota.notes.mail_notes import find_note
from belfry.rota.notes.mails import Mail
from belfry.rota.notes.model_readings import judge_reading, write_note_prompt
from belfry.rota.notes.reader import read_note
from belfry.rota.notes.readings import NoteReading, Unread, may_ask_model

log = logging.getLogger(__name__)

BUILT_IN = "built-in"


@dataclass(frozen=True, slots=True)
class NoteRead:
    """`read_by` says who made days of it; empty if nobody could."""

    reading: NoteReading | Unread
    read_by: str = ""


@dataclass(frozen=True, slots=True)
class ReadNote:
    """`within` is how long a model may take."""

    zone: ZoneInfo
    country: str
    phraser: Phraser | None
    within: timedelta

    def mail(self, mail: Mail, *, at: datetime) -> NoteRead:
        """A letter, with its subject where that is the writer's own."""
        return self(find_note(mail), at=at)

    def __call__(self, note: str, *, at: datetime) -> NoteRead:
        """`at` is when it was written: "tomorrow" is the day after."""
        plain = read_note(note, at=at, zone=self.zone, country=self.country)
        if isinstance(plain, NoteReading):
            return NoteRead(plain, BUILT_IN)
        if self.phraser is None or not may_ask_model(plain):
            return NoteRead(plain)
        return self._ask(self.phraser, note, at, plain)

    def _ask(self, phraser: Phraser, note: str, at: datetime, plain: Unread) -> NoteRead:
        prompt = write_note_prompt(note, at=at, zone=self.zone)
        try:
            answer = phraser.phrase(
                prompt.instructions, prompt.facts, within=self.within, longest=prompt.longest
            )
        except PortError as error:
            log.warning("note.model_failed", extra={"model": phraser.name, "error": str(error)})
            return NoteRead(plain)
        judged = judge_reading(answer, note, at, self.zone, country=self.country)
        if isinstance(judged, Unread):
            log.info("note.model_did_not_read", extra={"model": phraser.name, "why": judged.why})
            return NoteRead(judged)
        return NoteRead(judged, phraser.name)
