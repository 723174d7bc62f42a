"""Write to managers: drafts, open shifts, unpublished weeks and fairness."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from belfry.accounts.change_users import NameDoer
from belfry.messaging.messages import Message
from belfry.messaging.ports import Superseded
from belfry.ports.files import BlobStore
from belfry.ports.store import Store
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek
from belfry.rota.drafts.open_draft import OpenDraft, OpenedDraft, is_flagged, list_changes
from belfry.rota.explaining.covers import NeedsCover
from belfry.rota.messages.answer_choices import OBJECTED, offer_draft
from belfry.rota.messages.facts import (
    NEEDS_COVER,
    Content,
    DraftReady,
    FairnessSummary,
    Flag,
    OpenShifts,
    Recipient,
    Unpublished,
)
from belfry.rota.publishing.own_shifts import own_shift
from belfry.rota.publishing.publish_week import OpenPublished
from belfry.rota.reports.summarise_fairness import FindFairness, make_summary_text
from belfry.rota.rules.weeks import SEVEN_DAYS
from belfry.workspace.phrase_text import Phrased, find_phrased


@dataclass(frozen=True, slots=True)
class WriteForManagers:
    store: Store
    open_draft: OpenDraft
    open_published: OpenPublished
    name_doer: NameDoer

    def draft(self, message: Message, recipient: Recipient, now: datetime) -> Content | Superseded:
        week, number = str(message.facts["week"]), int(message.facts["draft"])
        head = self.store.find(RotaWeek, week)
        if head is not None and head.draft < number:
            return Superseded("it was discarded")
        if head is None or head.draft != number:
            return Superseded("another draft has taken its place")
        if not head.is_waiting or head.archived_at:
            return Superseded(f"{self.name_doer(head.published_by)} has answered it")
        opened = self.open_draft(week, number)
        changes = (
            list_changes(self.open_draft(week, head.published).placed, opened.placed)
            if head.published
            else ()
        )
        facts = DraftReady(
            **recipient.facts,
            starts_on=date.fromisoformat(week),
            seats=opened.draft.seats,
            filled=opened.draft.filled,
            flags=(*_list_flags(opened.lines), *self._list_needing_cover(head, opened)),
            because=opened.draft.because,
            changed_people=tuple(change.name for change in changes),
        )
        is_objected = message.facts.get(OBJECTED) == number
        return Content(facts, choices=offer_draft(number, is_objected=is_objected))

    def open_shifts(
        self, message: Message, recipient: Recipient, now: datetime
    ) -> Content | Superseded:
        """What is open in the published week, or in the draft that will be."""
        week = str(message.facts["week"])
        head = self.store.find(RotaWeek, week)
        if head is None or not head.draft or head.archived_at:
            return Superseded("there is no such week any more")
        lines = self.open_draft(week, head.published or head.draft).lines
        flags = _list_flags(line for line in lines if line.starts_at > now)
        needs = self.open_published.list_needing_cover([head])
        flags = (*flags, *(flag_need(line, need) for line, need in needs))
        if not flags:
            return Superseded("nothing is open in that week any more")
        return Content(
            OpenShifts(**recipient.facts, starts_on=date.fromisoformat(week), flags=flags)
        )

    def _list_needing_cover(self, head: RotaWeek, opened: OpenedDraft) -> Iterator[Flag]:
        """What still needs cover, unless the draft covers it."""
        for line, need in self.open_published.list_needing_cover([head]):
            if need.name in opened.placed.rota.get(line.shift_id, ()):
                yield flag_need(line, need)


def flag_need(line: DraftLine, need: NeedsCover) -> Flag:
    return Flag(shift=own_shift(line), outcome=NEEDS_COVER, why=f"{need.name} {need.words}")


def _list_flags(lines: Iterable[DraftLine]) -> tuple[Flag, ...]:
    return tuple(
        Flag(
            shift=own_shift(line),
            outcome=line.outcome,
            missing=max(0, line.headcount - len(line.people)),
            why=line.why,
        )
        for line in lines
        if is_flagged(line)
    )


@dataclass(frozen=True, slots=True)
class WriteReports:
    store: Store
    blobs: BlobStore
    find_fairness: FindFairness

    def fairness(
        self, message: Message, recipient: Recipient, now: datetime
    ) -> Content | Superseded:
        """With numbers as of now; a text message is never phrased by the model."""
        monday = date.fromisoformat(str(message.facts["week"]))
        fairness = self.find_fairness(monday)
        if not fairness.people:
            return Superseded("nobody has hours in that week")
        phrased = Phrased("", "")
        if not recipient.way.traits.is_short:
            phrased = find_phrased(self.blobs, make_summary_text(fairness))
        facts = FairnessSummary(
            **recipient.facts,
            starts_on=monday,
            people=fairness.people,
            margin=fairness.margin,
            phrased=phrased.text,
        )
        return Content(facts, worded=phrased.worded)

    def unpublished(
        self, message: Message, recipient: Recipient, now: datetime
    ) -> Content | Superseded:
        monday = date.fromisoformat(str(message.facts["week"]))
        head = self.store.find(RotaWeek, monday.isoformat())
        if head and head.published:
            return Superseded("the week is published now")
        if now.astimezone(recipient.zone).date() >= monday + SEVEN_DAYS:
            return Superseded("the week is over")
        waiting = head.draft if head and head.is_waiting else 0
        facts = Unpublished(**recipient.facts, starts_on=monday, draft=waiting)
        return Content(facts, choices=offer_draft(waiting) if waiting else ())
