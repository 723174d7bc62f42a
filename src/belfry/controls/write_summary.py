"""Write how a month went, from what the histories say when it leaves."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.controls.months import parse_month
from belfry.controls.summarise_controls import SummariseControls
from belfry.controls.summary_words import word_summary
from belfry.delivery.messages import Message
from belfry.delivery.ports import Script, Superseded, Unsendable
from belfry.desk.staff import ADMIN, Staff
from belfry.kernel.texting import clean_sms

PLAIN = "in plain words"


@dataclass(frozen=True, slots=True)
class WriteSummary:
    summarise: SummariseControls

    def __call__(self, message: Message, staff: Staff) -> Script | Superseded | Unsendable:
        way = staff.find_way(message.person)
        if way is None:
            return Unsendable("nobody of the team has an address: set admin in belfry.toml")
        named = self.summarise(parse_month(message.facts["month"]))
        if named.summary.is_empty:
            return Superseded("there is nothing to tell of that month any more")
        reader = "" if message.person == ADMIN else message.person
        words = word_summary(named.summary, named.names, reader=reader)
        return Script(
            channel=way.channel,
            to=way.address,
            to_name=reader,
            subject=words.subject,
            # A text message has room for the numbers alone.
            text=clean_sms(words.subject) if way.channel == "sms" else words.text,
            zone=way.zone,
            worded=PLAIN,
        )
