"""Keep a note, a picture or a PDF as evidence that a control was seen to.

The bytes are kept first: evidence that is written down can be shown. They go by their digest, so
that the same file given twice is kept once.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from belfry.controls.answers.act_plans import Act, Occasion, plan_evidence
from belfry.controls.answers.evidence_files import PDF, check_pdf, check_size, is_pdf, tidy_name
from belfry.controls.answers.mark_done import LONGEST_NOTE
from belfry.controls.change_control import ChangeControl
from belfry.controls.controls import Control
from belfry.controls.ports import Histories
from belfry.controls.repeats.day_words import render_day
from belfry.controls.repeats.meant_cycles import MeantCycle, find_ended, find_open
from belfry.controls.reports.histories import Evidence
from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.texts import clean_text
from belfry.ports.files import BlobStore, digest_content
from belfry.ports.image_processor import MEDIA_TYPE, ImageProcessor
from belfry.ports.store import CrashPoints


@dataclass(frozen=True, slots=True)
class Given:
    """What somebody gives: a note, a file as it is to be kept, or both."""

    note: str
    content: bytes = b""
    digest: str = ""
    file_name: str = ""
    media_type: str = ""


@dataclass(frozen=True, slots=True)
class AddEvidence:
    histories: Histories
    blobs: BlobStore
    image_processor: ImageProcessor
    crash_points: CrashPoints
    change: ChangeControl

    def __call__(
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
        given = self._prepare(clean_text(note, field="note", most=LONGEST_NOTE), content, file_name)
        meant = self._find_cycle(self.change.find_control(name), cycle_due_on)
        kept: list[Evidence] = []

        def plan(control: Control, on: Occasion) -> Act:
            before = self.histories.list_evidence(control.id)
            kept[:] = [one for one in before if _is_same(one, given, meant)]
            if kept:
                return Act(control, [])
            kept.append(_make(control, given, meant, len(before) + 1, on))
            self._keep_bytes(kept[0], given)
            return plan_evidence(control, kept[0], on)

        self.change(name, plan, by=by)
        return kept[0]

    def _prepare(self, note: str, content: bytes | None, file_name: str) -> Given:
        if content is None:
            if not note:
                raise InputError("expected a note, a picture or a PDF", field="note")
            return Given(note)
        check_size(content)
        if is_pdf(content):
            check_pdf(content)
            return _take_file(note, content, tidy_name(file_name, ".pdf"), PDF)
        try:
            made = self.image_processor.process(content)
        except InputError as error:
            raise InputError(f"{error}; a PDF would do, too", field="file") from error
        return _take_file(note, made.content, tidy_name(file_name, ".jpg"), MEDIA_TYPE)

    def _find_cycle(self, control: Control, due_on: date | None) -> MeantCycle:
        if due_on is None or due_on == control.due_on:
            return find_open(control)
        ended = find_ended(self.histories.list_cycles(control.id), due_on)
        if ended is None:
            raise NotFound(f"{control.name} was not due on {render_day(due_on)}")
        return ended

    def _keep_bytes(self, evidence: Evidence, given: Given) -> None:
        if evidence.digest:
            self.blobs.put(evidence.blob_name, given.content)
            self.crash_points.reached("evidence.kept")


def _take_file(note: str, content: bytes, file_name: str, media_type: str) -> Given:
    return Given(note, content, digest_content(content), file_name, media_type)


def _is_same(one: Evidence, given: Given, meant: MeantCycle) -> bool:
    is_same_cycle = one.opened_by == meant.opened_by
    return is_same_cycle and (one.digest, one.note) == (given.digest, given.note)


def _make(control: Control, given: Given, meant: MeantCycle, number: int, on: Occasion) -> Evidence:
    assert meant.due_on is not None
    assert meant.opened_by is not None
    return Evidence(
        control_id=control.id,
        number=number,
        due_on=meant.due_on,
        opened_by=meant.opened_by,
        note=given.note,
        file_name=given.file_name,
        media_type=given.media_type,
        digest=given.digest,
        size=len(given.content),
        at=on.now,
        by=on.by,
    )
