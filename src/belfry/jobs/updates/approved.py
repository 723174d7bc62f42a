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
from typing import TYPE_CHECKING

from belfry.jobs.updates.fence import find_stage_word
from belfry.jobs.updates.language import ALWAYS, OPTIONAL, choose_number
from belfry.jobs.updates.plain import Facts, Speaker, check_size, write_words
from belfry.kernel.audit import Audited
from belfry.kernel.channels import SMS
from belfry.kernel.fence.surface import Reason, check_surface, straighten
from belfry.kernel.hours.weekdays import DAY_NAMES
from belfry.kernel.tokens import digest_of

if TYPE_CHECKING:
    from belfry.jobs.settings.shop import Shop
    from belfry.jobs.updates.kinds import Kind
    from belfry.jobs.updates.language import Language

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

    `asked_for` names the settings that a model was last asked with, and `trouble` says why that
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
    """A suggestion, with what it was made for."""
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
        reasons += _check_news(tidy, language)
        reasons += _check_language(words, shop)
        reasons += _check_length(tidy, kind, shop)
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
    """A wording as the customer of an example job would read it."""
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


def _check_news(text: str, language: Language) -> Iterator[Reason]:
    if not language.tells_news(text):
        says = (
            "No sentence tells the news: one must, besides courtesy, and without {eta},"
            " {closing}, {photo} and {link}, which may be empty."
        )
        yield Reason("news", "", says)


def _check_language(words: Sequence[str], shop: Shop) -> Iterator[Reason]:
    small = sum(word in shop.language.acts.function for word in words)
    if small < _LEAST_SMALL_WORDS * len(words) or not words:
        name = shop.language.get("language", "name")
        yield Reason("language", "", f"It does not read like {name}.")


def _check_length(text: str, kind: Kind, shop: Shop) -> Iterator[Reason]:
    if len(text) > LONGEST:
        yield Reason("size", "", f"It has {len(text)} characters, more than {LONGEST}.")
    else:
        yield from check_size(show_wording(text, kind, shop, SMS.name), SMS.name)


def _list_marks(words: Sequence[str], shop: Shop) -> Iterator[str]:
    language = shop.language
    listed = language.acts.words
    for word in dict.fromkeys(words):
        is_stage = find_stage_word([word], shop.stage_words) is not None
        if is_stage or (word not in listed and word not in language.acts.function):
            yield word
