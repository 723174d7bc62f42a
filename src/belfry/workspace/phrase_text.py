"""Ask the model for a text with slots, judge its draft, and store it until the text is sent."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import timedelta
from functools import lru_cache
from typing import NamedTuple

from belfry.kernel.errors import NotFound, PortError
from belfry.kernel.fence.acts import read_acts
from belfry.kernel.fence.matcher import Matcher
from belfry.kernel.fence.surface import Reason, Verdict, check_surface, straighten
from belfry.kernel.texts import digest_of, fill_slots
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore
from belfry.ports.models import Phraser

log = logging.getLogger(__name__)

PLAIN = "in plain words"
_RULES = (
    "Write slots exactly so, with their braces. Outside them there is no number, in digits or in"
    " words, and nothing that compares, judges, praises, blames, explains, promises or advises.",
    "Short sentences of plain text, without a greeting, a heading, a list or a question. Answer"
    " with them alone.",
    "Use the phrases of the lists below, and no others. A sentence is made of phrases of one"
    " section. (a|b) is one of them, [a|b] one or none, <x> a pattern.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDraft:
    """`values` is the digest of the slots' values; `error` says why there is no `reply`.

    The reply holds slots and no values; `reasons` are those of the day it was written.
    """

    model: str
    made_at: str
    values: str
    reply: str = ""
    error: str = ""
    reasons: tuple[str, ...] = ()


class Phrased(NamedTuple):
    """`text` is empty where plain words are to be used; `worded` says how the words came about."""

    text: str
    worded: str


@dataclass(frozen=True, slots=True)
class PhraseText:
    """`within` is how long an answer may take."""

    blobs: BlobStore
    clock: Clock
    phraser: Phraser
    within: timedelta

    def __call__(self, text: SlottedText, *, voice: str = "") -> None:
        """Store a draft; the model is asked once for the same values, and again if it failed."""
        stored = find_draft(self.blobs, text.name)
        if stored and stored.values == text.digest and not stored.error:
            return
        draft = self._ask(text, voice)
        self.blobs.put(text.name, json.dumps(asdict(draft), ensure_ascii=False).encode())

    def _ask(self, text: SlottedText, voice: str) -> TextDraft:
        made_at = self.clock.now().isoformat()
        draft = TextDraft(model=self.phraser.name, made_at=made_at, values=text.digest)
        prompt = write_prompt(text, voice)
        try:
            reply = self.phraser.phrase(*prompt, within=self.within, longest=LONGEST)
        except PortError as error:
            log.warning("text.model_failed", extra={"text": text.name, "error": str(error)})
            return replace(draft, error=str(error))
        reasons = tuple(reason.says for reason in text.judge(reply).reasons)
        event = "text.draft_refused" if reasons else "text.draft_accepted"
        extra = {"text": text.name, "draft": reply, "reasons": list(reasons)}
        log.log(logging.WARNING if reasons else logging.INFO, event, extra=extra)
        return replace(draft, reply=reply, reasons=reasons)


class Prompt(NamedTuple):
    instructions: str
    facts: str


def write_prompt(text: SlottedText, voice: str) -> Prompt:
    """`voice` is how the team wants to be spoken to, in its own words."""
    style = json.dumps(voice or "friendly and brief", ensure_ascii=False)
    opening = (
        f"{text.task} The team describes its voice as {style}. The slots that may be used come"
        " as JSON, each with what stands in it."
    )
    rules = (f"- {rule}" for rule in (*text.rules, *_RULES))
    shown = {f"{{{slot}}}": value for slot, value in {**text.values, **text.hidden}.items()}
    facts = json.dumps({"slots": shown}, ensure_ascii=False, indent=1)
    return Prompt("\n".join([opening, *rules, "", text.phrases]), facts)


def find_phrased(blobs: BlobStore, text: SlottedText) -> Phrased:
    """The stored draft filled with the values of now, if it passes with them."""
    draft = find_draft(blobs, text.name)
    if draft is None:
        return Phrased("", PLAIN)
    reasons = [draft.error] if draft.error else [r.says for r in text.judge(draft.reply).reasons]
    if reasons:
        return Phrased("", f"{PLAIN}; not by {draft.model}: {' '.join(reasons)}")
    return Phrased(text.fill(draft.reply), f"by {draft.model}, checked by the fence")


def find_draft(blobs: BlobStore, name: str) -> TextDraft | None:
    try:
        fields = json.loads(blobs.get(name))
    except NotFound:
        return None
    return TextDraft(**{**fields, "reasons": tuple(fields["reasons"])})


LONGEST = 700
_SLOT = re.compile(r"\{([a-z0-9_]+)\}")
# A hyphen within a word, and a dash with space around it; any other may be a minus or a bullet.
_DASH = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])|(?<=\S) [\u2013\u2014-] (?=\S)")
_STRAY = re.compile(r"[?\u2013\u2014-]")


@dataclass(frozen=True, slots=True, kw_only=True)
class SlottedText:
    """What a model is asked to write, and what each draft of it is held to.

    `name` is where its draft is stored, `phrases` a file of acts, `conditions` those that hold.
    `hidden` describes slots whose values the model does not see. `once` must stand exactly once,
    and `whole` are sentences of their own. A slot of `owners` belongs to another one and follows
    it; `kinds` says what the phrases call a slot that they do not know by its own name.
    """

    name: str
    task: str
    rules: tuple[str, ...]
    phrases: str = field(repr=False)
    values: Mapping[str, str]
    once: tuple[str, ...]
    hidden: Mapping[str, str] = field(default_factory=dict)
    whole: tuple[str, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    conditions: frozenset[str] = frozenset()

    @property
    def digest(self) -> str:
        """Equal as long as the values are."""
        return digest_of(json.dumps(self.values, sort_keys=True, ensure_ascii=False))

    def judge(self, draft: str) -> Verdict:
        """Whether a draft may be filled and sent."""
        text = straighten(draft)
        reasons = [
            *check_surface(text, slots=self.values),
            *_check_marks(text),
            *self._check_slots(text),
        ]
        if not reasons:
            renamed = _SLOT.sub(lambda slot: f"{{{self.kinds.get(slot[1], slot[1])}}}", text)
            matcher = _build_matcher(self.phrases, self.whole)
            reasons += matcher.check(matcher.split(renamed), self.conditions, rule="phrases")
            reasons += _check_length(self.fill(draft))
        return Verdict(tuple(dict.fromkeys(reasons)))

    def fill(self, draft: str) -> str:
        """A draft that passes, with the values in its slots."""
        return fill_slots(straighten(draft), self.values) or ""

    def _check_slots(self, text: str) -> Iterator[Reason]:
        slots = _SLOT.findall(text)
        for slot in self.once:
            if (count := slots.count(slot)) != 1:
                says = f"{{{slot}}} must stand exactly once; it stands {count} times."
                yield Reason("slots", f"{{{slot}}}", says)
        for slot in self.whole:
            if re.search(rf"\{{{slot}\}}(?!\s*(?:[.!;\n]|$))", text):
                yield Reason("slots", f"{{{slot}}}", f"{{{slot}}} is a sentence of its own.")
        last_owner = ""
        for slot in slots:
            owner = self.owners.get(slot, last_owner)
            if owner != last_owner:
                whose = f"{{{last_owner}}}" if last_owner else "anybody named before it"
                yield Reason("slots", f"{{{slot}}}", f"{{{slot}}} does not belong to {whose}.")
            last_owner = slot if slot in self.owners.values() else last_owner


def _check_marks(text: str) -> Iterator[Reason]:
    if mark := _STRAY.search(_DASH.sub(" ", text)):
        says = f'"{mark[0]}" may be read as a question, a minus or a list.'
        yield Reason("letters", mark[0], says)


def _check_length(text: str) -> Iterator[Reason]:
    if len(text) > LONGEST:
        yield Reason("size", "", f"It has {len(text)} characters, more than {LONGEST}.")


@lru_cache(maxsize=16)
def _build_matcher(phrases: str, whole: tuple[str, ...]) -> Matcher:
    return Matcher(read_acts(phrases), slots=whole)
