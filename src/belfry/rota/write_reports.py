"""Write to those who decide how even a week was, and that a week is not published yet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from belfry.delivery.messages import Message
from belfry.delivery.ports import Superseded
from belfry.ports.shelf import Shelf
from belfry.ports.store import Store
from belfry.rota.drafted_weeks import RotaWeek
from belfry.rota.fairness import Fairness
from belfry.rota.find_fairness import FindFairness
from belfry.rota.letter_facts import FairnessTold, UnpublishedTold
from belfry.rota.phrase_summary import find_draft
from belfry.rota.rota_sittings import Reader, Said
from belfry.rota.summary_checks import check_summary
from belfry.rota.summary_slots import list_slots
from belfry.rota.week_days import SEVEN_DAYS


@dataclass(frozen=True, slots=True)
class WriteReports:
    store: Store
    shelf: Shelf
    find_fairness: FindFairness

    def fairness(self, message: Message, reader: Reader, now: datetime) -> Said | Superseded:
        """Only numbers that are right when it leaves; a text message has room for plain words."""
        monday = date.fromisoformat(str(message.facts["week"]))
        found = self.find_fairness(monday)
        if not found.people:
            return Superseded("nobody has hours in that week")
        is_letter = reader.way.channel != "sms"
        phrased, worded = self._find_words(found) if is_letter else ("", "")
        told = FairnessTold(
            **reader.told,
            starts_on=monday,
            people=found.tell(),
            margin=found.margin,
            phrased=phrased,
        )
        return Said(told, worded=worded)

    def unpublished(self, message: Message, reader: Reader, now: datetime) -> Said | Superseded:
        monday = date.fromisoformat(str(message.facts["week"]))
        head = self.store.find(RotaWeek, monday.isoformat())
        if head and head.published:
            return Superseded("the week is published now")
        if now.astimezone(reader.zone).date() >= monday + SEVEN_DAYS:
            return Superseded("the week is over")
        waiting = head.draft if head and head.is_waiting else 0
        return Said(UnpublishedTold(**reader.told, starts_on=monday, draft=waiting))

    def _find_words(self, fairness: Fairness) -> tuple[str, str]:
        """The model's words if they hold now, and how the words came about."""
        draft = find_draft(self.shelf, fairness.starts_on.isoformat())
        if draft is None:
            return "", ""
        if draft.trouble:
            return "", f"in plain words: {draft.trouble}"
        checked = check_summary(draft.reply, list_slots(fairness))
        if checked.objections:
            why = " ".join(checked.objections)
            return "", f"in plain words, because the draft was refused: {why}"
        return checked.text, f"by {draft.model}"
