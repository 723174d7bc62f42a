"""Write to those who decide how even a week was, and that a week is not published yet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from belfry.messaging.messages import Message
from belfry.messaging.ports import Superseded
from belfry.ports.files import BlobStore
from belfry.ports.store import Store
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.messages.facts import FairnessTold, UnpublishedTold
from belfry.rota.reports.find_fairness import FindFairness
from belfry.rota.reports.summary_text import make_summary_text
from belfry.rota.rota_sittings import Reader, Said
from belfry.rota.week_days import SEVEN_DAYS
from belfry.workspace.phrase_text import Phrased, find_phrased


@dataclass(frozen=True, slots=True)
class WriteReports:
    store: Store
    blobs: BlobStore
    find_fairness: FindFairness

    def fairness(self, message: Message, reader: Reader, now: datetime) -> Said | Superseded:
        """Only numbers that are right when it leaves; a text message has room for plain words."""
        monday = date.fromisoformat(str(message.facts["week"]))
        fairness = self.find_fairness(monday)
        if not fairness.people:
            return Superseded("nobody has hours in that week")
        phrased = Phrased("", "")
        if reader.way.channel != "sms":
            phrased = find_phrased(self.blobs, make_summary_text(fairness))
        told = FairnessTold(
            **reader.told,
            starts_on=monday,
            people=fairness.tell(),
            margin=fairness.margin,
            phrased=phrased.text,
        )
        return Said(told, worded=phrased.worded)

    def unpublished(self, message: Message, reader: Reader, now: datetime) -> Said | Superseded:
        monday = date.fromisoformat(str(message.facts["week"]))
        head = self.store.find(RotaWeek, monday.isoformat())
        if head and head.published:
            return Superseded("the week is published now")
        if now.astimezone(reader.zone).date() >= monday + SEVEN_DAYS:
            return Superseded("the week is over")
        waiting = head.draft if head and head.is_waiting else 0
        return Said(UnpublishedTold(**reader.told, starts_on=monday, draft=waiting))
