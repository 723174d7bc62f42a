"""Wordings that a model suggests and a person approves, kind by kind.

A wording is a few sentences with slots. Digits, links, odd letters, wrong slots and size refuse it;
words of the shop's stages and words that no list knows are marked for the person who reads it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal

from belfry.jobs.jobs import CORRECTION
from belfry.jobs.updates.fence import find_stage_word
from belfry.jobs.updates.language import ALWAYS, OPTIONAL, choose_number
from belfry.jobs.updates.plain import (
    Facts,
    Speaker,
    Words,
    check_size,
    write_plainly,
    write_words,
)
from belfry.kernel.changes import Audited
from belfry.kernel.channels import SMS
from belfry.kernel.fence.surface import Reason, check_surface, straighten
from belfry.kernel.hours.weekdays import DAY_NAMES
from belfry.kernel.texts import digest_of

if TYPE_CHECKING:
    from belfry.jobs.settings.shop import Shop
    from belfry.jobs.settings.stages import Stage, Stages
    from belfry.jobs.updates.language import Template


News = Literal["moved", "back", "first-seen", "holding"]
NEWS: tuple[News, ...] = ("moved", "back", "first-seen", "holding")
_MEANINGS = {
    "moved": "when a job comes to {stage}",
    "back": "when a job is back in {stage} from a side stage",
    "first-seen": "when a job is first seen, in {stage}",
    "holding": "when a job waits in {stage} for long",
}


@dataclass(frozen=True, slots=True)
class Kind:
    """`stage` is the name that the shop gives it today."""

    news: News
    stage: str

    def __str__(self) -> str:
        return f"{self.news}/{self.stage}"

    @property
    def meaning(self) -> str:
        return _MEANINGS[self.news].format(stage=f"\u201c{self.stage}\u201d")


def find_kind(text: str, stages: Stages) -> Kind | None:
    """The kind that `moved/ready` or `ready` means; None if there is no such kind or stage."""
    news, slash, name = text.partition("/")
    if not slash:
        news, name = "moved", text
    stage = stages.find_name(name)
    known = next((name for name in NEWS if name == news.strip().casefold()), None)
    return Kind(known, stage) if stage and known else None


def is_return(came_from: Sequence[str], stage: str, stages: Stages) -> bool:
    """Whether a job is back in the very stage that it left for a side stage.

    `came_from` are the stages it was in before, the latest first.
    """
    before = (stages.find(name) for name in came_from)
    main = next((past for past in before if past and not past.is_side), None)
    return is_back(came_from, stage, stages) and main == stages.find(stage)


def is_back(came_from: Sequence[str], stage: str, stages: Stages) -> bool:
    """Whether a job has come out of a side stage to go on."""
    side, now = stages.find(came_from[0] if came_from else ""), stages.find(stage)
    return bool(side and side.is_side and now and not now.is_side and now != stages.last)


def list_kinds(shop: Shop) -> list[Kind]:
    return [Kind(news, stage.name) for stage in shop.stages for news in _list_news(stage, shop)]


def _list_news(stage: Stage, shop: Shop) -> Iterator[News]:
    stages = shop.stages
    is_silent = stage == stages.last and not shop.tells_last
    if stage != stages.main[0] and not is_silent:
        yield "moved"
    if not stage.is_side and stage != stages.last and len(stages.main) < len(stages.all):
        yield "back"
    if shop.tells_first_seen and stage != stages.last:
        yield "first-seen"
    if stage.name in shop.chase_after:
        yield "holding"


# Beside every job, whatever a shop calls it.


SLOTS = (*(slot for slot in ALWAYS if slot != "stage"), *OPTIONAL)
LONGEST = 500
_SLOT = re.compile(r"\{([a-z_]+)\}")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
# Less than this share of small words ("your", "is", "we") and it is another language.
_LEAST_SMALL_WORDS = 0.2


class State(StrEnum):
    SUGGESTED = "suggested"
    APPROVED = "approved"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """`eta_stage` is the stage that {eta} is for while it is used; `by` is who decided."""

    id: str
    text: str
    state: State = State.SUGGESTED
    source: str = ""
    voice: str = ""
    language: str = ""
    eta_stage: str = ""
    by: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KindWordings(Audited):
    """All wordings of one kind by their ids.

    `asked_for` names the settings that a model was last asked with, and `problem` says why that
    brought less than it should.
    """

    kind: str
    wordings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    asked_for: str = ""
    asked_at: datetime | None = None
    problem: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return self.kind

    @property
    def subject(self) -> str:
        return f"wordings/{self.kind}"

    def list_all(self) -> list[Wording]:
        rows = (self.wordings[wording_id] for wording_id in sorted(self.wordings))
        return [replace(Wording(**row), state=State(row["state"])) for row in rows]  # type: ignore[arg-type]

    def put(self, *changed: Wording) -> KindWordings:
        """With these, in place of those of the same id."""
        rows = {wording.id: asdict(wording) for wording in changed}
        return replace(self, wordings={**self.wordings, **rows})


@dataclass(frozen=True, slots=True)
class Judged:
    """`reasons` refuse a wording; `marks` are words that a person should look at."""

    reasons: tuple[Reason, ...]
    marks: tuple[str, ...]


def make_wording(text: str, kind: Kind, shop: Shop, *, source: str) -> Wording:
    tidy = tidy_wording(text)
    return Wording(
        id=hashlib.sha256(tidy.encode()).hexdigest()[:8],
        text=tidy,
        source=source,
        voice=digest_of(shop.voice),
        language=shop.language_code,
        eta_stage=find_eta_stage(kind, shop),
    )


def tidy_wording(text: str) -> str:
    return " ".join(straighten(text).split())


def describe_settings(kind: Kind, shop: Shop) -> str:
    """Equal as long as a model need not be asked again for this kind."""
    stages = "/".join(stage.name for stage in shop.stages)
    return digest_of("\n".join([shop.voice, shop.language_code, stages, str(kind)]))


def find_eta_stage(kind: Kind, shop: Shop) -> str:
    """The stage that an ETA told in this kind is for; blank if it never tells one."""
    stage = shop.stages.find(kind.stage)
    if kind.news == "holding" or stage is None or stage == shop.stages.ready:
        return ""
    following = shop.stages.next_main(stage)
    return following.name if following and stage.name in shop.typical else ""


def list_usable(record: KindWordings | None, kind: Kind, shop: Shop) -> list[Wording]:
    """The approved wordings that are true and readable with the settings of today."""
    if record is None:
        return []
    return [
        wording
        for wording in record.list_all()
        if wording.state is State.APPROVED
        and wording.language == shop.language_code
        and ("{eta}" not in wording.text or wording.eta_stage == find_eta_stage(kind, shop))
    ]


def pick_wording(usable: Sequence[Wording], message_key: str) -> Wording | None:
    """They take turns by the message's key, so that one message always has the same."""
    if not usable:
        return None
    number = int.from_bytes(hashlib.sha256(message_key.encode()).digest()[:4], "big")
    return sorted(usable, key=lambda wording: wording.id)[number % len(usable)]


def judge_wording(text: str, kind: Kind, shop: Shop) -> Judged:
    """What refuses a wording, and which words of it a person should look at."""
    tidy, language = tidy_wording(text), shop.language
    if not tidy:
        return Judged((Reason("size", "", "It says nothing."),), ())
    forms = [choose_number(tidy, is_several=is_several) for is_several in (False, True)]
    reasons = [
        reason
        for form in forms
        for reason in check_surface(form, slots=SLOTS, letters=language.letters)
    ]
    reasons += _check_slots(forms[0], kind, shop)
    words = [word.casefold() for form in forms for word in _WORD.findall(_SLOT.sub(" ", form))]
    if not reasons:
        reasons += _check_text(tidy, words, kind, shop)
    return Judged(tuple(dict.fromkeys(reasons)), tuple(_list_marks(words, shop)))


def make_example(kind: Kind, shop: Shop) -> Facts:
    """A job to show a wording with: everything that can be told is."""
    stage = shop.stages.find(kind.stage)
    eta_stage = find_eta_stage(kind, shop)
    return Facts(
        name="Maya Lindqvist",
        item=shop.language.get("thing", "example"),
        job_id="J-2042",
        stage=kind.stage,
        is_return=kind.news == "back",
        eta=f"{DAY_NAMES[3]} afternoon" if eta_stage else None,
        eta_stage=eta_stage or None,
        closing=shop.language.get("dates", "example") if stage == shop.stages.ready else None,
        shop=shop.name,
        sign_off=shop.sign_off,
        link="https://shop.example/t/abc",
    )


def show_wording(text: str, kind: Kind, shop: Shop, channel: str) -> str:
    speaker = Speaker(make_example(kind, shop), shop, news=kind.news, channel=channel)
    return write_words(speaker, shop.language.compile(text)).text


def _check_slots(text: str, kind: Kind, shop: Shop) -> Iterator[Reason]:
    slots = _SLOT.findall(text)
    if "eta" in slots and not find_eta_stage(kind, shop):
        yield Reason("slots", "{eta}", "{eta} never has a value in a message of this kind.")
    if "closing" in slots and shop.stages.find(kind.stage) != shop.stages.ready:
        says = f"{{closing}} has a value only in {shop.stages.ready.name}."
        yield Reason("slots", "{closing}", says)
    for slot in dict.fromkeys(slots):
        if slots.count(slot) > 1 and slot not in ("name", "item", "your_item"):
            yield Reason("slots", f"{{{slot}}}", f"{{{slot}}} stands more than once.")


def _check_text(text: str, words: Sequence[str], kind: Kind, shop: Shop) -> Iterator[Reason]:
    if not shop.language.tells_news(text):
        says = (
            "No sentence tells the news: one must, besides courtesy, and without {eta},"
            " {closing}, {photo} and {link}, which may be empty."
        )
        yield Reason("news", "", says)
    small = sum(word in shop.language.acts.function for word in words)
    if small < _LEAST_SMALL_WORDS * len(words) or not words:
        name = shop.language.get("language", "name")
        yield Reason("language", "", f"It does not read like {name}.")
    if len(text) > LONGEST:
        yield Reason("size", "", f"It has {len(text)} characters, more than {LONGEST}.")
    else:
        yield from check_size(show_wording(text, kind, shop, SMS.name), SMS.name)


def _list_marks(words: Sequence[str], shop: Shop) -> Iterator[str]:
    acts = shop.language.acts
    for word in dict.fromkeys(words):
        is_stage = find_stage_word([word], shop.stage_words) is not None
        if is_stage or (word not in acts.words and word not in acts.function):
            yield word


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """`reply` is what the model sent, cut off at a limit, and `text` the message
    it makes; empty if it makes none. `problem` says why there is no reply. `verdict` holds the
    `rules` it broke and the `reasons` for people: none, if it may be sent.
    """

    message_id: str
    job_id: str
    model: str
    made_at: datetime
    facts: Mapping[str, Any] = field(repr=False)
    reply: str = field(default="", repr=False)
    text: str = field(default="", repr=False)
    problem: str = ""
    verdict: Mapping[str, Any] = field(default_factory=dict)
    revision: int = 0

    @property
    def key(self) -> str:
        return self.message_id

    @property
    def reasons(self) -> tuple[str, ...]:
        return tuple(self.verdict.get("reasons", ()))

    @property
    def passes(self) -> bool:
        return bool(self.text) and not self.reasons


PLAIN = "in plain words"
OWN = "in the shop's own words"
APPROVED = "in approved words"


@dataclass(frozen=True, slots=True)
class Chosen:
    """`worded` says whose words they are and, where better ones were passed over, why."""

    words: Words
    worded: str


def choose_words(
    speaker: Speaker, *, message_key: str, approved: Sequence[Wording], draft: Draft | None
) -> Chosen:
    """`draft` is what a model wrote for this message, judged for the facts of now."""
    passed_over: list[str] = []
    for template, worded in _list_offers(speaker, message_key, approved, draft, passed_over):
        words = write_words(speaker, template, is_greeted=worded == OWN)
        too_long = list(check_size(words.text, speaker.channel))
        if not too_long:
            return Chosen(words, "; ".join([worded, *passed_over]))
        passed_over.append(f"not {worded}: {too_long[0].says}")
    plain = write_plainly(speaker)
    return Chosen(plain, "; ".join([PLAIN, *passed_over]))


def _list_offers(
    speaker: Speaker,
    message_key: str,
    approved: Sequence[Wording],
    draft: Draft | None,
    passed_over: list[str],
) -> Iterator[tuple[Template, str]]:
    if speaker.news == CORRECTION:
        return
    compile_text = speaker.language.compile
    if own := find_own(speaker):
        yield compile_text(own), OWN
    if draft is not None and draft.passes:
        yield compile_text(draft.reply), f"by {draft.model}, checked by the fence"
    elif draft is not None:
        why = draft.problem or " ".join(draft.reasons)
        passed_over.append(f"not by {draft.model}: {why}")
    if wording := pick_wording(approved, message_key):
        yield compile_text(wording.text), f"{APPROVED} ({wording.by})"


def find_own(speaker: Speaker) -> str:
    """The shop's own sentence for this news; blank if it has none that can be said now."""
    text = speaker.shop.find_own_words(speaker.news, speaker.facts.stage)
    return text if text and speaker.fill(speaker.language.compile(text)) else ""
