"""How a shop works and talks, as its settings doc says.

A doc with an unreadable line gives no shop at all, so that half of a change never takes effect:
the caller keeps the last complete one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from fractions import Fraction
from functools import cache, cached_property

from belfry.jobs.settings.shop_lines import APPROVED, find_sign_off, make_vocabulary
from belfry.jobs.settings.stages import Stages
from belfry.jobs.updates.fence import list_stage_words
from belfry.jobs.updates.language import ENGLISH, Language, load_language
from belfry.jobs.updates.plain import find_clauses, is_collected
from belfry.kernel.hours.calendar import Stretch
from belfry.kernel.hours.holidays import Holidays, parse_holidays
from belfry.kernel.hours.opening_hours import OpeningHours, parse_opening_hours
from belfry.kernel.hours.quiet import DEFAULT_QUIET, QuietHours
from belfry.kernel.rulebook import DocProblem, Entry, Setting, read_doc
from belfry.kernel.texts import find_slot

SETTINGS: tuple[Setting, ...] = make_vocabulary(None).settings
OWN_LINES = ("say_when", "say_again", "say_first", "say_waiting")
DEFAULT_BUFFER = Fraction(1, 5)
DEFAULT_OPENING = parse_opening_hours("Mon-Fri 09:00-17:00")


@dataclass(frozen=True, kw_only=True)
class Shop:
    """One shop. What is said of a stage is kept by the stage's name.

    `say_when`, `say_again`, `say_first` and `say_waiting` are the shop's own sentences, with slots,
    for a move, a return, a new job and a holding note; `caps` is the most messages of a day by
    channel, None for no limit. `words` says whose words are used where the shop has none of its
    own: approved ones, or fresh ones.
    """

    name: str
    stages: Stages
    contact: str = ""
    voice: str = ""
    sign_off: str
    typical: Mapping[str, Stretch] = field(default_factory=dict)
    buffer: Fraction = DEFAULT_BUFFER
    opening: OpeningHours = DEFAULT_OPENING
    holidays: Holidays = Holidays()
    quiet: QuietHours = DEFAULT_QUIET
    chase_after: Mapping[str, Stretch] = field(default_factory=dict)
    chase_again_after: timedelta = timedelta(days=14)
    settle: timedelta = timedelta(minutes=2)
    tells_first_seen: bool = False
    tells_last: bool = False
    ask_first: bool = False
    ask_consent_first: bool = False
    test_mode: bool = False
    caps: Mapping[str, int | None] = field(default_factory=dict)
    say_when: Mapping[str, str] = field(default_factory=dict)
    say_again: Mapping[str, str] = field(default_factory=dict)
    say_first: str = ""
    say_waiting: Mapping[str, str] = field(default_factory=dict)
    words: str = APPROVED
    emoji: bool = False
    language_code: str = ENGLISH

    @cached_property
    def language(self) -> Language:
        return load_language(self.language_code, self.voice)

    @cached_property
    def is_collected(self) -> bool:
        """Whether customers fetch their things themselves: some shops deliver."""
        return is_collected(self.stages, self.language)

    @cached_property
    def stage_words(self) -> frozenset[str]:
        """The stems of words that only code may use: those of the stages."""
        return list_stage_words(self.stages, self.language)

    def find_own_words(self, news: str, stage: str) -> str:
        """The shop's own line for a kind of message; blank if it has none."""
        name = self.stages.find_name(stage) or ""
        lines = {
            "moved": self.say_when.get(name),
            "back": self.say_again.get(name) or self.say_when.get(name),
            "first-seen": self.say_first,
            "holding": self.say_waiting.get(name),
        }
        return lines.get(news) or ""

    @cached_property
    def find_clauses(self) -> Callable[[str], Mapping[str, str]]:
        return cache(lambda stage: find_clauses(stage, self.stages, self.language))


@dataclass(frozen=True)
class ShopReading:
    """The shop, if every line of its doc could be read, and the problems otherwise."""

    shop: Shop | None
    problems: tuple[DocProblem, ...]


def read_shop(
    text: str, *, country: str = "", doc: str = "jobs/settings.txt", is_kept: bool = False
) -> ShopReading:
    """The shop that a settings doc describes.

    `country` is whose holidays hold if the doc names none; InputError if it is unknown. A doc
    that `is_kept` was in force before, under rules that were less strict.
    """
    stages = read_doc(text, make_vocabulary(None), doc).values.get("stages")
    reading = read_doc(text, make_vocabulary(stages), doc)
    problems = list(reading.problems)
    # A sentence is judged by the other lines only where they could be read.
    if stages and not problems:
        problems.extend(_list_unsayable(reading.entries, stages, reading.values.get("typical", {})))
        if not is_kept:
            language = load_language(reading.values.get("language_code", ENGLISH))
            problems.extend([] if problems else _list_without_news(reading.entries, language))
    if problems:
        return ShopReading(None, tuple(problems))
    values = dict(reading.values)
    values.setdefault("holidays", parse_holidays(country) if country else Holidays())
    sign_off = find_sign_off(values.get("voice", ""))
    values["sign_off"] = f"\u2014 {values['name']}" if sign_off is None else sign_off
    return ShopReading(Shop(**values), ())


def write_shop_reading(shop: Shop) -> list[str]:
    """What was understood, one line each; what is not set at all is left out."""
    lines = []
    for setting in SETTINGS:
        value = getattr(shop, setting.field)
        if setting.read_hole:
            for stage, sentence in value.items():
                lines.append(f"{setting.name.replace('<stage>', stage)}: {sentence}")
        elif value != "" and value != {}:
            lines.append(f"{setting.name}: {setting.show(value)}")
    return lines


def _list_unsayable(
    entries: Iterable[Entry], stages: Stages, typical: Mapping[str, Stretch]
) -> Iterator[DocProblem]:
    """Sentences with a slot that never has a value in their stage, so that they are never said."""
    for entry in entries:
        if entry.setting.field in OWN_LINES:
            for slot, why in _list_empty_slots(entry, stages, typical):
                at = find_slot(entry.sentence.text, slot)
                if at is not None:
                    yield entry.object_to(at, f"{{{slot}}}", f"no {{{slot}}} here: {why}")


def _list_without_news(entries: Iterable[Entry], language: Language) -> Iterator[DocProblem]:
    """Lines of which only courtesy would be left if their slots had no value."""
    for entry in entries:
        if entry.setting.field in OWN_LINES and not language.tells_news(entry.value):
            expected = (
                "a sentence of its own for the news, besides courtesy and without {eta},"
                " {closing}, {photo} and {link}: those fall away where there is no value"
            )
            yield entry.object_to(0, entry.sentence.text, expected)


def _list_empty_slots(
    entry: Entry, stages: Stages, typical: Mapping[str, Stretch]
) -> Iterator[tuple[str, str]]:
    if entry.setting.field == "say_first":
        return
    stage = stages.find(entry.hole)
    if stage != stages.ready:
        yield "closing", f"the closing time is only told in {stages.ready.name}"
    if entry.setting.field == "say_waiting":
        yield "eta", "a holding note promises no time"
    elif stage is None or stages.next_main(stage) is None:
        yield "eta", "no stage follows that a time could be told for"
    elif stage.name not in typical:
        yield "eta", f"there is no typical time for {stage.name}"
    elif stage == stages.ready:
        yield "eta", "a job that is ready waits for its customer"
