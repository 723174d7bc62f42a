"""Write how a month went, from what the histories say when it leaves."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.controls.repeats.months import parse_month
from belfry.controls.reports.summaries import Summary
from belfry.controls.reports.summarise_controls import SummariseControls
from belfry.controls.reports.summary_text import make_summary_text
from belfry.controls.reports.summary_words import word_summary
from belfry.kernel.sms import clean_sms
from belfry.messaging.messages import Message
from belfry.messaging.ports import RenderedMessage, Superseded, Unsendable
from belfry.ports.files import BlobStore
from belfry.workspace.people.staff import ADMIN, Staff
from belfry.workspace.phrase_text import PLAIN, Phrased, find_phrased


@dataclass(frozen=True, slots=True)
class WriteSummary:
    summarise: SummariseControls
    blobs: BlobStore

    def __call__(self, message: Message, staff: Staff) -> RenderedMessage | Superseded | Unsendable:
        way = staff.find_way(message.person)
        if way is None:
            return Unsendable("nobody of the team has an address: set admin in belfry.toml")
        named = self.summarise(parse_month(message.facts["month"]))
        if named.summary.is_empty:
            return Superseded("there is nothing to tell of that month any more")
        reader = "" if message.person == ADMIN else message.person
        phrased = self._find_opening(named.summary, way.channel)
        words = word_summary(named.summary, named.names, reader=reader, opening=phrased.text)
        return RenderedMessage(
            channel=way.channel,
            to=way.address,
            to_name=reader,
            subject=words.subject,
            # A text message has room for the numbers alone.
            text=clean_sms(words.subject) if way.channel == "sms" else words.text,
            zone=way.zone,
            worded=phrased.worded,
        )

    def _find_opening(self, summary: Summary, channel: str) -> Phrased:
        text = make_summary_text(summary) if channel != "sms" else None
        return find_phrased(self.blobs, text) if text else Phrased("", PLAIN)
