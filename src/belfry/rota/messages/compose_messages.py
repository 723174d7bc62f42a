"""Compose every message of the rota, from what is true when it leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from belfry.kernel.sms import clean_sms, count_parts
from belfry.kernel.texts import fill_slots, make_harmless
from belfry.messaging.messages import HANDED_OVER, Audience, Message
from belfry.messaging.ports import (
    HIDDEN,
    RenderedMessage,
    Superseded,
    Unsendable,
    Written,
)
from belfry.messaging.send_policy import SendPolicy, find_reserve
from belfry.messaging.templates import MessageTemplates, Verbatim, clean_slot
from belfry.rota.messages import message_keys as keys
from belfry.rota.messages.facts import Content, MessageFacts, Recipient, RenderContext
from belfry.rota.messages.message_links import FindLinks, MakeRotaLinks
from belfry.rota.messages.write_for_managers import WriteForManagers, WriteReports
from belfry.rota.messages.write_requests import WriteRequests
from belfry.rota.messages.write_weeks import WriteWeeks
from belfry.rota.publishing.calendar_entries import FindTeamId
from belfry.rota.reports.fairness import render_lately, render_week_hours
from belfry.rota.requests.requests import link_path
from belfry.rota.rules.rules_doc import FindVoice, ReadRotaRules
from belfry.rota.rules.voice import Voice
from belfry.rota.shift_words import join_words, render_hours
from belfry.rota.team import FindTeamWays
from belfry.workspace.people import ADMIN, Way

PLAIN = "in plain words"
NO_VOICE = Voice()
NOWHERE = Way("", "")
LONGEST_SUBJECT = 120
LONGEST_BRIEF = 160
# In place of a link's token, for as long as that will be.
TOKEN_LENGTH = 43
MOST_PARTS = 3
MOST_PARTS_WITHOUT_LINK = 9
# Pages show the same waiting messages again and again: equal facts make equal texts.
MOST_CACHED = 256

WriteContent = Callable[[Message, Recipient, datetime], Content | Superseded]


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteRota:
    """`team` is the team's name; without a `public_url` no message has a link."""

    read_rules: ReadRotaRules
    find_voice: FindVoice
    find_ways: FindTeamWays
    find_team_id: FindTeamId
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
        context = RenderContext(
            rules=self.read_rules().rules,
            voice=self.find_voice(),
            staff=self.find_ways(),
            team_id=self.find_team_id(),
        )
        rules = context.rules
        policy = SendPolicy(
            zone=self.zone,
            quiet=rules.quiet,
            asks_first=frozenset({Audience.TEAM} if rules.ask_first else ()),
            holds_all=rules.test_mode,
        )
        return RotaComposer(self, context, policy)

    @property
    def writers(self) -> Mapping[str, WriteContent]:
        return {
            keys.WEEK: self.weeks,
            keys.CALENDAR: self.weeks.invite,
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
    """Composes the messages of one pass.

    `tokens` are those of the links that were made, by message; empty if a link could not be made.
    `composed` are messages whose link is still to be filled in.
    """

    room: WriteRota
    context: RenderContext
    policy: SendPolicy
    tokens: dict[str, str] = field(default_factory=dict, repr=False)
    composed: dict[str, Written] = field(default_factory=dict, repr=False)

    def prepare(self, messages: Sequence[Message], now: datetime) -> bool:
        """Record how people are told of their shifts, and make links for what is about to leave.

        One that has left is prepared again when it is updated: how it left stays recorded.
        """
        leaving = [message for message in messages if not find_reserve(message, self.policy)]
        weeks = [message for message in leaving if message.kind == keys.WEEK]
        self._record_ways([message for message in weeks if message.state not in HANDED_OVER])
        if not self.room.public_url:
            return False
        wanted = [
            (message, target) for message in leaving if (target := self.room.find_links(message))
        ]
        if not wanted:
            return False
        made = self.room.make_links(wanted, now)
        self.tokens.update({message.id: made.get(message.id, "") for message, _ in wanted})
        return True

    def _record_ways(self, leaving: Sequence[Message]) -> None:
        """Note the channel on the shifts of each person whose week leaves by it."""
        ways = {
            (str(message.facts["week"]), message.person): way.channel
            for message in leaving
            if (way := self.room.weeks.find_way(message, self.context.staff))
        }
        for week in {week for week, _ in ways}:
            channels = {person: channel for (own, person), channel in ways.items() if own == week}
            self.room.weeks.record_ways(week, channels)

    def write(self, message: Message, now: datetime) -> Written:
        token = self.tokens.get(message.id, HIDDEN)
        written = self.composed.pop(message.id, None)
        if written is not None and token not in ("", HIDDEN):
            return self._fill_link(written, token)
        has_link = bool(token and self.room.public_url and self.room.find_links(message))
        written = self._compose(message, now, token if has_link else "")
        if has_link and token == HIDDEN:
            self.composed[message.id] = written
        return written

    def _find_url(self, token: str) -> str:
        return f"{self.room.public_url}{link_path(token)}"

    def _compose(self, message: Message, now: datetime, token: str) -> Written:
        writer = self.room.writers.get(message.kind)
        if writer is None:
            return Unsendable(f"there is no text for messages of kind {message.kind!r}")
        way = self.room.weeks.find_way(message, self.context.staff)
        recipient = Recipient(
            name="" if message.person == ADMIN else message.person,
            team=self.room.team,
            zone=self.room.zone,
            link=self._find_url(token) if token else "",
            way=way or NOWHERE,
            context=self.context,
        )
        content = writer(message, recipient, now)
        if isinstance(content, Superseded):
            return content
        if way is None:
            return Unsendable(_explain_unreachable(message.person))
        render = render_sms if way.traits.is_short else render_email
        text = render(content.facts, self.context.voice)
        return RenderedMessage(
            channel=way.channel,
            to=way.address,
            to_name=recipient.name,
            subject=text.subject,
            text=text.text,
            zone=way.zone,
            worded=content.worded or PLAIN,
            is_prompt=content.is_prompt,
            secret=token if token != HIDDEN else "",
            attachments=content.attachments,
            choices=content.choices if way.traits.has_choices else (),
        )

    def _fill_link(self, written: Written, token: str) -> Written:
        if not isinstance(written, RenderedMessage):
            return written
        text = written.text.replace(self._find_url(HIDDEN), self._find_url(token))
        return replace(written, text=text, secret=token)


def _explain_unreachable(person: str) -> str:
    if person == ADMIN:
        return "no one on the team has an address: set admin in belfry.toml"
    return f"there is no address for {person} in people.csv or the staff sheet that could be used"


class MessageText(NamedTuple):
    """A text message has no use for its subject."""

    subject: str
    text: str


@lru_cache(maxsize=MOST_CACHED)
def render_email(facts: MessageFacts, voice: Voice = NO_VOICE) -> MessageText:
    """The template's blocks as an e-mail: greeting, opening, body, and the link."""
    blocks = TEMPLATES.render(facts.template, facts.list_values())
    own_words, tells_news = _find_own_words(facts, blocks["opening"], voice)
    values = {
        **blocks,
        "call": blocks["link"],
        "reader": facts.reader,
        "link": facts.link,
        "own_words": own_words,
        "tells_news": tells_news,
    }
    return MessageText(_cut_subject(blocks), TEMPLATES.render("email", values)["text"])


@lru_cache(maxsize=MOST_CACHED)
def render_sms(facts: MessageFacts, voice: Voice = NO_VOICE) -> MessageText:
    """At most a few text messages long; where something is left out, the link leads to it."""
    blocks = TEMPLATES.render(facts.template, facts.list_values())
    most = MOST_PARTS if facts.link else MOST_PARTS_WITHOUT_LINK
    for text in _list_sms(facts, blocks, voice):
        if count_parts(text.replace(HIDDEN, "0" * TOKEN_LENGTH)).parts <= most:
            break
    return MessageText(_cut_subject(blocks), text)


def _list_sms(facts: MessageFacts, blocks: Mapping[str, str], voice: Voice) -> Iterator[str]:
    """Ever shorter texts: the team's own words go before anything the reader must know."""
    opening = blocks["opening"]
    items = [line for line in blocks["sms"].split("\n") if line]
    own_words, tells_news = _find_own_words(facts, opening, voice)
    if own_words:
        start = f"{own_words} {opening}" if tells_news else own_words
        yield _join_sms(start, items, len(items), facts.link)
    has_break = any(sign in opening for sign in ":;?")
    start = f"{opening.rstrip('.')}:" if items and not has_break else opening
    for count in range(len(items), -1, -1):
        yield _join_sms(start, items, count, facts.link)


def _join_sms(opening: str, items: Sequence[str], count: int, link: str) -> str:
    left = len(items) - count
    more = [f"and {left} more"] if left and count else [f"{left} in all"] if left else []
    listed = "; ".join([*items[:count], *more])
    text = f"{opening} {listed}." if listed else opening
    return clean_sms(f"{text} {link}".strip())


def _find_own_words(facts: MessageFacts, opening: str, voice: Voice) -> tuple[str, bool]:
    """The team's own sentence, if its slots can be filled, and whether the plain one must follow.

    It must where the own sentence leaves out something the reader has to know.
    """
    sentence = voice.say_when.get(facts.find_topic(), "")
    slots = {"name": facts.reader, "team": facts.team, **facts.slots}
    values = {name: clean_slot(value) for name, value in slots.items()}
    own_words = fill_slots(sentence, {**values, "news": opening}) or ""
    names_all = all(f"{{{slot}}}" in sentence for slot in facts.find_required())
    return own_words, not names_all and "{news}" not in sentence


def _cut_subject(blocks: Mapping[str, str]) -> str:
    return make_harmless(blocks["subject"], most=LONGEST_SUBJECT)


def _shorten(text: str) -> str:
    """What a text message quotes of a person's own words."""
    return make_harmless(text, most=LONGEST_BRIEF).rstrip(".")


TEMPLATES = MessageTemplates(
    "belfry.rota",
    filters={
        "brief": _shorten,
        "hours": render_hours,
        "lately": render_lately,
        "names": join_words,
        "verbatim": Verbatim,
        "week_hours": render_week_hours,
    },
)
