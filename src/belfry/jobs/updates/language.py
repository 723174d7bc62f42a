"""The languages that customers are written to: a folder of text files each, and no code.

`words.txt` has the texts that code fills, `courtesy.txt` and `openers.txt` what a model may add to
them, `examples.txt` the few of those that it is shown. Each says in comments how it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, cached_property, lru_cache
from importlib.resources import files

from belfry.kernel.fence.acts import Acts, read_acts
from belfry.kernel.fence.matcher import Matcher
from belfry.kernel.hours.weekdays import DAY_NAMES, MONTH_NAMES, SHORT_NAMES

# Slots that code fills with words of its own; they open a sentence with a capital letter.
MADE_BY_CODE = frozenset(
    {"your_item", "news", "when", "look", "promise", "number"}
    | {"now", "back", "still", "told", "expected", "awaited", "title"}
)
# Whole sentences; those that a model may place come first.
WHOLE = ("news", "when", "look")
SENTENCES = frozenset({*WHOLE, "promise", "number"})
ALWAYS = ("name", "full_name", "item", "your_item", "job", "shop", "stage")
OPTIONAL = ("eta", "closing", "photo", "link")
Find = Callable[[str], str | None]
_NAMES = frozenset({"name", "full_name"})
_MADE = "|".join(SENTENCES)
_PARAGRAPH = re.compile(r"\s*\n\s*")
_END = re.compile(rf"(?<=[.!?])\s+|(?<=\}}[.!])\s+|(\{{(?:{_MADE})\}}[.!]?)\s+")
_SLOT = re.compile(r"\{([a-z_]+)\}")
_EITHER = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")
_CLOSED = re.compile(rf"\{{({_MADE})\}}([.!])")


@dataclass(frozen=True, slots=True)
class Sentence:
    """`form` has a place for each of the `slots`, in order."""

    form: str
    slots: tuple[str, ...]
    opens_with_slot: bool
    is_last_of_paragraph: bool

    def fill(self, find: Find, *, is_clause: bool) -> str | None:
        """None if a slot has no value."""
        values = tuple(map(find, self.slots))
        if not all(values):
            return None
        text = self.form % values
        is_opening = self.opens_with_slot and not is_clause
        return f"{text[:1].upper()}{text[1:]}" if is_opening else text


@dataclass(frozen=True, slots=True)
class Template:
    """The sentences of a text, by (is several things, has no name).

    It `greets` if it names the customer: then no greeting is put before it.
    """

    text: str
    slots: frozenset[str]
    greets: bool
    forms: Mapping[tuple[bool, bool], tuple[Sentence, ...]]

    def fill(self, find: Find, *, several: bool = False, is_clause: bool = False) -> str:
        """The sentences that can be said, with a blank line between paragraphs.

        `find` gives the value of a slot; a clause does not open with a capital letter.
        """
        sentences = self.forms[several, self.greets and not find("name")]
        if len(sentences) == 1:
            return sentences[0].fill(find, is_clause=is_clause) or ""
        paragraphs, current = [], []
        for sentence in sentences:
            if filled := sentence.fill(find, is_clause=is_clause):
                current.append(filled)
            if sentence.is_last_of_paragraph and current:
                paragraphs.append(" ".join(current))
                current = []
        return "\n\n".join(paragraphs)

    def says(self, slot: str, find: Find) -> bool:
        return slot in self.slots and any(
            slot in sentence.slots and all(map(find, sentence.slots))
            for sentence in self.forms[False, False]
        )

    def list_lasting(self) -> list[str]:
        """The sentences that are said whatever the facts are."""
        return [
            sentence.form % tuple(f"{{{slot}}}" for slot in sentence.slots)
            for sentence in self.forms[False, False]
            if not set(sentence.slots) & {*OPTIONAL, *SENTENCES - {"news"}}
        ]


def compile_template(text: str, language: Language) -> Template:
    forms = {}
    for is_several in (False, True):
        chosen = _choose(text, language, is_several)
        forms[is_several, False] = tuple(_list_sentences(chosen))
        forms[is_several, True] = tuple(_list_sentences(_drop_name(chosen, language)))
    slots = frozenset(_SLOT.findall(text))
    return Template(text, slots, bool(slots & _NAMES), forms)


def _choose(text: str, language: Language, is_several: bool) -> str:
    chosen = choose_number(text, is_several=is_several)
    if not is_several or not language.verbs:
        return chosen
    for single, plural in language.words.get("several objects", {}).items():
        chosen = re.sub(rf"\b{re.escape(single)}\b", plural, chosen)
    verbs = "|".join(map(re.escape, language.verbs))

    def agree(match: re.Match[str]) -> str:
        word = (match[1] or "").strip().casefold()
        verb = match[3] if word in language.prepositions else language.verbs[match[3]]
        return f"{match[1] or ''}{match[2]} {verb}"

    return re.sub(rf"(\w+ )?(\{{your_item\}}|\b[Yy]our \{{item\}}) ({verbs})\b", agree, chosen)


def choose_number(text: str, *, is_several: bool) -> str:
    """{it|they} for one thing or for several."""
    return _EITHER.sub(r"\2" if is_several else r"\1", text)


def _drop_name(text: str, language: Language) -> str:
    words = "|".join(map(re.escape, language.split("greeting", "words")))
    name = r"\{(?:name|full_name)\}"
    start = rf"(^|(?<=[.!?\n])\s*)(?:(?:{words})\s+)?{name}"
    unnamed = language.get("greeting", "unnamed").rstrip(",! ")
    greeted = re.sub(start, rf"\g<1>{unnamed}", text, flags=re.IGNORECASE)
    return re.sub(rf",?\s*{name}", "", greeted)


def _list_sentences(text: str) -> Iterator[Sentence]:
    for paragraph in filter(None, _PARAGRAPH.split(text.strip())):
        pieces = [piece for piece in _split(paragraph) if piece.strip()]
        for place, piece in enumerate(pieces):
            yield _read_sentence(piece.strip(), is_last=place == len(pieces) - 1)


def _split(paragraph: str) -> Iterator[str]:
    start = 0
    for end in _END.finditer(paragraph):
        yield paragraph[start : end.end(1) if end[1] else end.start()]
        start = end.end()
    yield paragraph[start:]


def _read_sentence(piece: str, *, is_last: bool) -> Sentence:
    # Code's sentences bring their own full stop.
    bare = _CLOSED.sub(r"{\1}", piece)
    slots = tuple(_SLOT.findall(bare))
    form = _SLOT.sub("%s", bare.replace("%", "%%"))
    opens = form.startswith("%s") and slots[0] in MADE_BY_CODE
    return Sentence(form, slots, opens, is_last)


ENGLISH = "en"
# What phrases of courtesy may be bound to, besides the slots.
CONDITIONS = ("first-seen", "holding", "moves", "ready", "reply", "side", "waits")
_FOLDER = files("belfry.jobs") / "languages"
_HEADING = re.compile(r"\[(.+)\]")
_LINE = re.compile(r"([^:(]+?)(?:\s*\((\w+)\))?:\s+(.*)")
_SHORT = 3
# "2 x lamp" and "lamp x2"; in "Fujifilm X100" it is a name.
_TIMES = re.compile(r"^(\d+)\s*[xX\u00d7]\s+(?=\S)|\s+[x\u00d7]\s*(\d+)$")
# How an ETA is kept: see eta.py.
_ETA = re.compile(
    rf"({'|'.join(DAY_NAMES)})(?: (\d+) ({'|'.join(MONTH_NAMES)}),)? (morning|afternoon)"
)


@dataclass(frozen=True, eq=False)
class Language:
    """`words` are the texts of each section by their keys.

    `patterns` say how stages are said: whether only the ready stage is, which names, and the texts.
    """

    code: str
    words: Mapping[str, Mapping[str, str]]
    patterns: tuple[tuple[bool, re.Pattern[str], Mapping[str, str]], ...] = field(repr=False)

    def get(self, section: str, key: str) -> str:
        return self.words[section][key]

    def split(self, section: str, key: str) -> list[str]:
        """The words of a line with commas between them."""
        line = self.words.get(section, {}).get(key, "")
        return [word.strip() for word in line.split(",") if word.strip()]

    @cached_property
    def acts(self) -> Acts:
        return load_acts(self.code)

    @cached_property
    def examples(self) -> Mapping[str, tuple[tuple[str, frozenset[str]], ...]]:
        """The phrases that a model is offered, by act, each with the conditions for it."""
        acts = read_acts((_FOLDER / self.code / "examples.txt").read_text("utf-8"))
        return {
            act: tuple((" ".join(map(str, p.pattern.ways[0])), p.conditions) for p in phrases)
            for act, phrases in acts.phrases.items()
        }

    def tells_news(self, text: str) -> bool:
        """Whether a wording says more than courtesy whatever the facts are."""
        matcher = load_matcher(self.code)
        return any(
            any(matcher.check(matcher.split(sentence), CONDITIONS, rule="news"))
            for sentence in self.compile(text).list_lasting()
        )

    @cached_property
    def letters(self) -> str:
        return self.words.get("language", {}).get("letters", "")

    @cached_property
    def verbs(self) -> Mapping[str, str]:
        """What a verb after {your_item} becomes where that is several things."""
        texts = {"joins", "counts", "before", "endings", "one"}
        several = self.words.get("several", {})
        return {verb: plural for verb, plural in several.items() if verb not in texts}

    @cached_property
    def prepositions(self) -> frozenset[str]:
        """After these {your_item} is no subject, and no verb agrees with it."""
        return frozenset(self.split("several", "before"))

    def find_template(self, section: str, key: str) -> Template:
        return self.compile(self.get(section, key))

    @cached_property
    def compile(self) -> Callable[[str], Template]:
        return cache(lambda text: compile_template(text, self))

    @cached_property
    def is_several(self) -> Callable[[str], bool]:
        """Whether an item is spoken of as several things: trousers, two chairs."""
        return lru_cache(10_000)(self._judge_number)

    def _judge_number(self, item: str) -> bool:
        if "several" not in self.words:
            return False
        name = re.split(r"[,(;:/]|\s-\s", item.strip(), maxsplit=1)[0].strip()
        if times := _TIMES.search(name):
            if int(times[1] or times[2]) > 1:
                return True
            name = _TIMES.sub("", name)
        words = name.split()
        ends = [at for at, word in enumerate(words) if word.casefold() in self.prepositions and at]
        words = words[: ends[0]] if ends else words
        if not words:
            return False
        is_plural = self._ends_plural(words[-1], has_small=not name.isupper())
        first = words[0].casefold()
        if first in self.split("several", "counts") or re.fullmatch(
            r"[2-9]|[1-9]\d+|\d+x|x\d+", first
        ):
            return len(words) > 1 and is_plural
        return is_plural or (
            len(words) > 2 and words[-2].casefold() in self.split("several", "joins")
        )

    def _ends_plural(self, word: str, *, has_small: bool) -> bool:
        """By the longest ending that is known; an abbreviation in capitals is one thing."""
        lower, is_short = word.casefold(), len(word) <= _SHORT
        if word.isupper() and (has_small or is_short):
            return False
        single, plural = (
            max((len(end) for end in self.split("several", key) if lower.endswith(end)), default=0)
            for key in ("one", "endings")
        )
        return plural > single and len(word) > 2

    def say_eta(self, eta: str) -> str:
        """A kept ETA as this language writes it; what is no ETA of ours stays as it is."""
        match = _ETA.fullmatch(eta)
        if match is None or self.code == ENGLISH:
            return eta
        day, date, month, part = match.groups()
        names = {
            "day": self.split("dates", "days")[DAY_NAMES.index(day)],
            "part": self.get("dates", part),
            "date": date,
            "month": self.split("dates", "months")[MONTH_NAMES.index(month)] if month else "",
        }
        return self.get("dates", "dated" if date else "day").format(**names)

    def say_clock(self, moment: datetime) -> str:
        """The time of day as people say it: 6pm, 5.30pm, noon."""
        if moment.minute == 0 and moment.hour in {0, 12}:
            return self.get("dates", "noon" if moment.hour else "midnight")
        pattern = self.get("dates", "clock")
        shown = re.sub(r"\[(.*?)\]", r"\1" if moment.minute else "", pattern)
        halves = [*self.split("dates", "halves"), "", ""]
        return shown.format(
            hour=moment.hour,
            hour12=moment.hour % 12 or 12,
            minute=f"{moment.minute:02}",
            half=halves[moment.hour >= 12],
        )

    def say_hours(self, hours: str) -> str:
        """Opening hours as the settings write them, with this language's names of the days."""
        short = self.split("dates", "short") or SHORT_NAMES
        for name, ours in zip(SHORT_NAMES, short, strict=True):
            hours = re.sub(rf"\b{name}\b", ours, hours)
        return hours

    def find_patterns(self, stage: str, *, is_ready: bool) -> Mapping[str, str]:
        """How a stage of that name is said: each text by the first section that fits and has it."""
        merged: dict[str, str] = {}
        for for_ready, pattern, texts in reversed(self.patterns):
            if (is_ready or not for_ready) and pattern.fullmatch(stage):
                merged |= texts
        return merged


def list_codes() -> list[str]:
    return sorted(folder.name for folder in _FOLDER.iterdir() if folder.is_dir())


@lru_cache
def load_acts(code: str) -> Acts:
    """What a model may write in a language besides what code tells."""
    names = ("courtesy.txt", "openers.txt")
    return read_acts(*((_FOLDER / code / name).read_text("utf-8") for name in names))


@lru_cache
def load_matcher(code: str) -> Matcher:
    """One for each language, whatever the shop and the kind of message."""
    return Matcher(load_acts(code), slots=WHOLE)


@lru_cache
def load_language(code: str, voice: str = "") -> Language:
    """`voice` is the shop's: where it holds the name of a variant ("du"), its lines count."""
    text = (_FOLDER / code / "words.txt").read_text("utf-8")
    sections, stages = _read_sections(text, frozenset(re.findall(r"\w+", voice.casefold())))
    patterns = tuple(
        (heading.startswith("ready"), _read_names(heading.partition("stage")[2].strip()), texts)
        for heading, texts in stages
    )
    return Language(code, sections, patterns)


def _read_sections(
    text: str, voice_words: frozenset[str]
) -> tuple[dict[str, dict[str, str]], list[tuple[str, dict[str, str]]]]:
    sections: dict[str, dict[str, str]] = {}
    stages: list[tuple[str, dict[str, str]]] = []
    current: dict[str, str] = {}
    lines = (line.strip() for line in text.splitlines())
    for line in lines:
        if not line or line.startswith("#"):
            continue
        if heading := _HEADING.fullmatch(line):
            current = {}
            if re.match(r"(?:ready )?stage\b", heading[1]):
                stages.append((heading[1], current))
            else:
                sections[heading[1]] = current
        elif pair := _LINE.fullmatch(line):
            key, variant, value = pair.groups()
            if variant is None:
                current.setdefault(key, value)
            elif variant in voice_words:
                current[key] = value
        else:
            raise ValueError(f"expected a section or 'key: text', not {line!r}")
    return sections, stages


def _read_names(names: str) -> re.Pattern[str]:
    """Plain names with commas between them, a regular expression between slashes, or any name."""
    if not names:
        return re.compile(r".*", re.DOTALL)
    if names.startswith("/") and names.endswith("/"):
        return re.compile(names[1:-1], re.IGNORECASE)
    plain = (re.escape(name.strip()) for name in names.split(","))
    return re.compile("|".join(plain), re.IGNORECASE)
