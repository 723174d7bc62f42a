"""Write every message of the rota, from what is true when it leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from belfry.messaging.messages import Message
from belfry.messaging.ports import (
    HIDDEN,
    RenderedMessage,
    Superseded,
    Unsendable,
    Withheld,
    Written,
)
from belfry.messaging.send_policy import SendPolicy
from belfry.rota.messages import message_keys as keys
from belfry.rota.messages.message_links import FindLinks, MakeRotaLinks, WantedLink
from belfry.rota.messages.write_for_managers import WriteForManagers, WriteReports
from belfry.rota.messages.write_requests import WriteRequests
from belfry.rota.messages.write_weeks import WriteWeeks
from belfry.rota.publishing.shift_feeds import FindTeamMark
from belfry.rota.publishing.week_letters import word_letter, word_text
from belfry.rota.requests.rota_links import link_path
from belfry.rota.rota_sittings import Reader, Said, Sitting
from belfry.rota.rules.read_rota_rules import FindVoice, ReadRotaRules
from belfry.rota.team import FindTeamWays
from belfry.workspace.staff import ADMIN, Way

PLAIN = "in plain words"
NOWHERE = Way("", "")

Hand = Callable[[Message, Reader, datetime], Said | Superseded]


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteRota:
    """`team` is what the team is called; without a `public_url` nothing links to the pages."""

    read_rules: ReadRotaRules
    find_voice: FindVoice
    find_ways: FindTeamWays
    find_mark: FindTeamMark
    find_links: FindLinks
    make_links: MakeRotaLinks
    weeks: WriteWeeks
    managers: WriteForManagers
    reports: WriteReports
    requests: WriteRequests
    team: str
    zone: ZoneInfo
    public_url: str

    def open_composer(self) -> RotaComposer:
        sitting = Sitting(
            rules=self.read_rules().rules,
            voice=self.find_voice(),
            staff=self.find_ways(),
            mark=self.find_mark(),
        )
        return RotaComposer(self, sitting, SendPolicy(zone=self.zone, quiet=sitting.rules.quiet))

    @property
    def hands(self) -> Mapping[str, Hand]:
        """Who writes which kind of message."""
        return {
            keys.WEEK: self.weeks,
            keys.REMINDER: self.weeks.remind,
            keys.DRAFT: self.managers.draft,
            keys.OPEN_SHIFTS: self.managers.open_shifts,
            keys.UNPUBLISHED: self.reports.unpublished,
            keys.FAIRNESS: self.reports.fairness,
            keys.CLASH: self.requests,
            keys.ASK: self.requests,
            keys.SWAP_TO_DECIDE: self.requests,
            keys.SWAP_NEWS: self.requests,
            keys.TIME_OFF_TO_DECIDE: self.requests,
            keys.TIME_OFF_NEWS: self.requests,
        }


@dataclass(frozen=True, slots=True)
class RotaComposer:
    """`tokens` of the links that were made in this sitting, by message; blank if none could be."""

    room: WriteRota
    sitting: Sitting
    policy: SendPolicy
    tokens: dict[str, str] = field(default_factory=dict, repr=False)

    def prepare(self, messages: Sequence[Message], now: datetime) -> bool:
        """Make links for those that are about to leave."""
        if not self.room.public_url:
            return False
        leaving = [one for one in messages if one.approved_by or not self._find_reserve()]
        wanted = [link for message in leaving if (link := self._want_link(message))]
        if not wanted:
            return False
        made = self.room.make_links(wanted, now)
        self.tokens.update({one.message_id: made.get(one.message_id, "") for one in wanted})
        return True

    def write(self, message: Message, now: datetime) -> Written:
        hand = self.room.hands.get(message.kind)
        if hand is None:
            return Unsendable(f"nobody knows what to write for {message.kind!r}")
        way = self.sitting.staff.find_way(message.person)
        token = self._find_token(message)
        reader = Reader(
            name="" if message.person == ADMIN else message.person,
            team=self.room.team,
            zone=self.room.zone,
            link=f"{self.room.public_url}{link_path(token)}" if token else "",
            way=way or NOWHERE,
            sitting=self.sitting,
        )
        said = hand(message, reader, now)
        if isinstance(said, Superseded):
            return said
        if way is None:
            return Unsendable(_say_unreachable(message.person))
        rendered = self._script(said, reader, token)
        reserve = self._find_reserve(is_prompt=said.is_prompt)
        return Withheld(rendered, reserve) if reserve else rendered

    def _want_link(self, message: Message) -> WantedLink | None:
        found = self.room.find_links(message)
        if found is None:
            return None
        return WantedLink(
            message_id=message.id,
            kind=found.kind,
            about=found.about,
            number=found.number,
            person=message.person,
        )

    def _find_token(self, message: Message) -> str:
        """Until a link is made, its place is kept; none where there is nothing to lead to."""
        if not self.room.public_url or self.room.find_links(message) is None:
            return ""
        return self.tokens.get(message.id, HIDDEN)

    def _find_reserve(self, *, is_prompt: bool = False) -> str:
        """Why nothing leaves without somebody's yes, if so; "ask now" is somebody's yes."""
        if self.sitting.rules.test_mode:
            return "test mode is on"
        asks = self.sitting.rules.ask_first and not is_prompt
        return "waits for somebody to say yes" if asks else ""

    def _script(self, said: Said, reader: Reader, token: str) -> RenderedMessage:
        way, voice = reader.way, self.sitting.voice
        is_text = way.traits.is_short
        words = word_text(said.told, voice) if is_text else word_letter(said.told, voice)
        return RenderedMessage(
            channel=way.channel,
            to=way.address,
            to_name=reader.name,
            subject=words.subject,
            text=words.text,
            zone=way.zone,
            worded=said.worded or PLAIN,
            is_prompt=said.is_prompt,
            secret=token if token != HIDDEN else "",
            attachments=said.attachments,
        )


def _say_unreachable(person: str) -> str:
    if person == ADMIN:
        return "nobody of the team has an address: set admin in belfry.toml"
    where = "people.csv or the staff sheet"
    return f"there is no address for {person} in {where} that could be used"
