"""When a team is reminded of its controls, and who is notified, as its rules doc says.

A doc with an unreadable line gives no rules at all, so that half of a change never takes effect:
the caller keeps the last complete ones. A section for an unknown control is reported and ignored
instead, because controls come and go.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from itertools import chain, islice, pairwise
from typing import Generic, NamedTuple, TypeVar

from belfry.controls.chains.chains import Offsets, parse_chain, render_chain
from belfry.kernel.hours.clock_times import CLOCK_WORDS, Reader
from belfry.kernel.hours.holidays import Holidays, parse_holidays
from belfry.kernel.hours.quiet import DEFAULT_QUIET, QuietHours
from belfry.kernel.hours.sentences import make_quiet_line, say_holidays
from belfry.kernel.hours.weekdays import EXPECTED_DAY, SHORT_NAMES, is_day, read_days
from belfry.kernel.rulebook import (
    DocProblem,
    Entry,
    Reading,
    Setting,
    Vocabulary,
    find_nearest,
    parse_names,
    read_doc,
    refuse,
)
from belfry.kernel.rulebook.readers import make_switch
from belfry.kernel.rulebook.reading import VERY_NEAR
from belfry.kernel.texts import fold_name, fold_words

LONGEST_NAME = 200

_QUOTES = " \"'*`\u2018\u2019\u201c\u201d"


@lru_cache(maxsize=4096)
def fold_section(name: str) -> str:
    """Equal for two spellings of one control or area, in quotes or not."""
    return fold_name(name.strip(_QUOTES))


def parse_section_name(text: str) -> str:
    """The folded name of the control or area that a line is about."""
    name = fold_section(text)
    if not name:
        raise refuse(text, 0, len(text), "the name of a control or an area")
    return name


def parse_person(text: str) -> str:
    name = " ".join(text.split()).rstrip(".").strip(_QUOTES)
    if not name or len(name) > LONGEST_NAME:
        raise refuse(text, 0, len(text), f"a name of at most {LONGEST_NAME} characters")
    first, *others = parse_names(name)
    if others:
        start = text.find(others[0])
        raise refuse(text, start, start + len(others[0]), f"one person, such as {first}")
    return name


def parse_working_days(text: str) -> frozenset[int]:
    """The weekdays that "Mon-Fri" or "Tuesday to Saturday" names, from 0 for Monday."""
    reader = Reader(text, CLOCK_WORDS)
    if not is_day(reader):
        raise reader.refuse(EXPECTED_DAY)
    days = frozenset(day for choice in read_days(reader) for day in choice.days)
    reader.skip(frozenset({"."}))
    if not reader.is_at_end:
        raise reader.refuse("nothing but days; write them like Mon-Fri, or Mon, Wed and Fri")
    return days


def say_working_days(days: frozenset[int]) -> str:
    """The days as they are written: neighbours as one range."""
    cuts = [0, *(place for place, day in enumerate(sorted(days)) if day - 1 not in days), len(days)]
    runs = [sorted(days)[start:end] for start, end in pairwise(cuts) if end > start]
    return ", ".join(
        SHORT_NAMES[run[0]] + (f"-{SHORT_NAMES[run[-1]]}" if len(run) > 1 else "") for run in runs
    )


ANY_NAME = "<control or area>"
EXPECTED_NAME = "the name of a setting, a control or an area"


_NAMED: tuple[Setting, ...] = (
    Setting(
        name="Default",
        field="default",
        read=parse_chain,
        does="When reminders go out, unless the control or its area says otherwise.",
        example="remind 3 days before and on the day",
        default="3 days before and on the day",
        show=render_chain,
    ),
    Setting(
        name="Owner of <area>",
        field="owners",
        read=parse_person,
        read_hole=parse_section_name,
        does="The owner of the controls of an area whose rows name no owner.",
        example="Maria",
        default="the admin",
        keeps_words=True,
    ),
    Setting(
        name="Escalate to",
        field="escalate_to",
        read=parse_person,
        does="Who is also notified when a control is not done after its last reminder.",
        example="Tom",
        default="the owner's manager",
        keeps_words=True,
    ),
    Setting(
        name="Escalate <area> to",
        field="targets",
        read=parse_person,
        read_hole=parse_section_name,
        does="The same for the controls of one area.",
        example="Tom",
        default="the same person as Escalate to",
        keeps_words=True,
    ),
    make_quiet_line(
        "When no reminders are sent; they wait until quiet hours end.", example="6pm to 8am"
    ),
    Setting(
        name="Holidays",
        field="holidays",
        read=parse_holidays,
        does="Public holidays of a country, and extra dates, on which no reminders arrive.",
        example="GB, 2026-12-24",
        default="the public holidays of the team's country",
        show=say_holidays,
    ),
    Setting(
        name="Working days",
        field="working_days",
        read=parse_working_days,
        does="On which days of the week reminders arrive; on the others they wait.",
        example="Mon-Fri",
        default="Mon-Fri",
        show=say_working_days,
    ),
    make_switch("Ask me first", "ask_first", "Whether every reminder waits for your approval."),
    make_switch("Test mode", "test_mode", "Whether reminders are only shown, not sent."),
)


def make_vocabulary(known: Container[str] = frozenset()) -> Vocabulary:
    """All the lines of the rules; `known` holds the folded names of controls and areas."""
    section = Setting(
        name=ANY_NAME,
        field="chains",
        read=parse_chain,
        read_hole=_section_name(known),
        does="When reminders of a control, or of all controls of an area, go out.",
        example="remind 5 days before, on the day, and 2 days after",
        default="the default",
        show=render_chain,
    )
    return Vocabulary((*_NAMED, section))


def _section_name(known: Container[str]) -> Callable[[str], str]:

    def read(text: str) -> str:
        name = parse_section_name(text)
        nearest = None if name in known else _find_setting(text)
        if nearest:
            raise refuse(text, 0, len(text), EXPECTED_NAME, nearest)
        return name

    return read


def _find_setting(text: str) -> str | None:
    """The setting that a name is very near to: by its fixed words, if it has a hole."""
    words = fold_words(text)
    for setting in _NAMED:
        before = setting.frame[0]
        fixed_words = " ".join(words[: len(before)]) if setting.read_hole else " ".join(words)
        if find_nearest(fixed_words, [" ".join(before)], cutoff=VERY_NEAR):
            return setting.name
    return None


T = TypeVar("T")

RULES_DOC = "controls/rules.txt"
BUILT_IN_CHAIN: Offsets = (-3, 0)
SETTINGS: tuple[Setting, ...] = make_vocabulary().settings

_SECTIONS = tuple(setting.field for setting in SETTINGS if setting.read_hole)
# Enough for a hint; a long list would be searched for seconds.
_MOST_COMPARED = 2000


@dataclass(frozen=True, slots=True)
class Clause(Generic[T]):
    """What the doc says of one control or area: its name as it is written, and where."""

    name: str
    value: T
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What is said of a control or an area is kept by its folded name."""

    default: Offsets | None = None
    chains: Mapping[str, Clause[Offsets]] = field(default_factory=dict)
    owners: Mapping[str, Clause[str]] = field(default_factory=dict)
    escalate_to: str | None = None
    targets: Mapping[str, Clause[str]] = field(default_factory=dict)
    quiet: QuietHours = DEFAULT_QUIET
    holidays: Holidays = Holidays()
    working_days: frozenset[int] = frozenset(range(5))
    ask_first: bool = False
    test_mode: bool = False

    def is_day_off(self, day: date) -> bool:
        return day.weekday() not in self.working_days or self.holidays.is_holiday(day)

    def find_working_day(self, day: date) -> date:
        """The first working day from that day on; the day itself if a year has none."""
        days = (day + timedelta(days=ahead) for ahead in range(366))
        return next((other for other in days if not self.is_day_off(other)), day)


@dataclass(frozen=True)
class RulesReading:
    """The rules, if every line could be read, and the problems otherwise.

    `strangers` are the lines about an unknown control or area.
    """

    rules: Rules | None
    problems: tuple[DocProblem, ...] = ()
    strangers: tuple[DocProblem, ...] = ()


class ChainFound(NamedTuple):
    offsets: Offsets
    whence: str


def read_rules(
    text: str,
    *,
    country: str = "",
    controls: Iterable[str] | None = None,
    areas: Iterable[str] | None = None,
    doc: str = RULES_DOC,
) -> RulesReading:
    """The rules that a doc describes.

    `country` is whose holidays hold if the doc names none; InputError if it is unknown. Without
    `controls` and `areas` no name is strange.
    """
    known_controls, known_areas = _fold_all(controls), _fold_all(areas)
    reading = read_doc(text, make_vocabulary(known_controls | known_areas), doc)
    if reading.problems:
        return RulesReading(None, reading.problems)
    rules = _make_rules(reading, country)
    if controls is None or areas is None:
        return RulesReading(rules)
    strangers = _list_strangers(rules, known_controls, known_areas, doc)
    return RulesReading(rules, strangers=_in_order(strangers))


def find_strangers(
    rules: Rules, *, controls: Iterable[str], areas: Iterable[str], doc: str = RULES_DOC
) -> tuple[DocProblem, ...]:
    """The lines about an unknown control or area, with the nearest known name."""
    return _in_order(_list_strangers(rules, _fold_all(controls), _fold_all(areas), doc))


def find_chain(
    rules: Rules, control_name: str, area: str, override: Offsets | None = None
) -> ChainFound:
    """The chain that holds for a control: the nearest to it that says one."""
    if override:
        return ChainFound(override, "the chain_override of its row")
    own = rules.chains.get(fold_section(control_name)) if rules.chains else None
    if own:
        whose = (
            "its own and its area's"
            if fold_section(area) == fold_section(control_name)
            else "its own"
        )
        return ChainFound(own.value, f'the section "{own.name}" of the rules, which is {whose}')
    shared = rules.chains.get(fold_section(area)) if rules.chains and area else None
    if shared:
        return ChainFound(shared.value, f'the section "{shared.name}" of the rules, for its area')
    if rules.default:
        return ChainFound(rules.default, "the default of the rules")
    return ChainFound(BUILT_IN_CHAIN, "Belfry's own default, as the rules name none")


def find_owner(rules: Rules, area: str) -> str | None:
    """Who sees to an area's controls; None if the rules do not say."""
    clause = rules.owners.get(fold_section(area)) if area else None
    return clause.value if clause else None


def find_target(rules: Rules, area: str) -> str | None:
    """To whom an area's controls are escalated; None if the rules do not say."""
    clause = rules.targets.get(fold_section(area)) if area else None
    return clause.value if clause else rules.escalate_to


def write_rules_reading(rules: Rules) -> list[str]:
    """What was understood, one line each; what is not set at all is left out."""
    lines = []
    if rules.default is None:
        lines.append(f"# Without a default of your own: {render_chain(BUILT_IN_CHAIN)}")
    for setting in SETTINGS:
        value = getattr(rules, setting.field)
        if setting.read_hole:
            for clause in value.values():
                name = _fill(setting.name, clause.name)
                lines.append(f"{name}: {setting.show(clause.value)}")
        elif value is not None:
            lines.append(f"{setting.name}: {setting.show(value)}")
    return lines


def _make_rules(reading: Reading, country: str) -> Rules:
    values = dict(reading.values)
    for name in _SECTIONS:
        values[name] = {
            entry.hole: _keep(entry) for entry in reading.entries if entry.setting.field == name
        }
    values.setdefault("holidays", parse_holidays(country) if country else Holidays())
    return Rules(**values)


def _keep(entry: Entry) -> Clause[object]:
    start, end = entry.setting.find_hole(entry.name.text) or (0, len(entry.name.text))
    line, column = entry.name.find_place(start)
    return Clause(entry.name.text[start:end], entry.value, line, column)


def _fold_all(names: Iterable[str] | None) -> dict[str, str]:
    return {fold_section(name): name for name in names or () if name}


def _list_strangers(
    rules: Rules, controls: Mapping[str, str], areas: Mapping[str, str], doc: str
) -> Iterator[DocProblem]:
    # A section may as well be a slip in the name of a setting.
    settings = [setting.name for setting in SETTINGS if setting.name != ANY_NAME]
    either = chain(settings, areas.values(), controls.values())
    near_any = tuple(islice(either, _MOST_COMPARED))
    for key, clause in rules.chains.items():
        if key not in areas and key not in controls:
            yield _refuse_name(clause, "a control or an area", near_any, doc)
    near_areas = tuple(islice(areas.values(), _MOST_COMPARED))
    for key, person in (*rules.owners.items(), *rules.targets.items()):
        if key not in areas:
            yield _refuse_name(person, "an area", near_areas, doc)


def _refuse_name(clause: Clause[T], expected: str, known: Iterable[str], doc: str) -> DocProblem:
    nearest = find_nearest(clause.name, known)
    return DocProblem(
        doc, clause.line, clause.column, clause.name, f"the name of {expected}", nearest
    )


def _in_order(problems: Iterable[DocProblem]) -> tuple[DocProblem, ...]:
    return tuple(sorted(problems, key=lambda problem: (problem.line, problem.column)))


def _fill(name: str, hole: str) -> str:
    before, _, rest = name.partition("<")
    return f"{before}{hole}{rest.partition('>')[2]}"
