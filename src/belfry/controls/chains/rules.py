"""When a team wants to be reminded of its controls, and who hears of it, as its rules doc says.

A doc with a line that cannot be read gives no rules at all, so that half of a change never counts:
whoever reads it keeps the last ones that were whole. A section for something that nobody knows is
no such line, because controls come and go; it is told, and counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Generic, NamedTuple, TypeVar

from belfry.controls.chains.chains import Offsets, render_chain
from belfry.controls.chains.rule_lines import ANY_NAME, make_vocabulary
from belfry.controls.chains.rule_words import fold_section
from belfry.kernel.hours.holidays import Holidays, parse_holidays
from belfry.kernel.hours.quiet import DEFAULT_QUIET, QuietHours
from belfry.kernel.rulebook import DocProblem, Entry, Reading, Setting, find_nearest, read_doc

T = TypeVar("T")

RULES_DOC = "controls/rules.txt"
BUILT_IN_CHAIN: Offsets = (-3, 0)
SETTINGS: tuple[Setting, ...] = make_vocabulary().settings

_SECTIONS = tuple(one.field for one in SETTINGS if one.read_hole)
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


@dataclass(frozen=True)
class RulesReading:
    """The rules, if every line could be read, and the problems otherwise.

    `strangers` are the lines about a control or an area that nobody knows.
    """

    rules: Rules | None
    problems: tuple[DocProblem, ...] = ()
    strangers: tuple[DocProblem, ...] = ()


class ChainFound(NamedTuple):
    """A control's chain, and in words where it comes from."""

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

    `country` is whose holidays hold if the doc names none; InputError if nobody knows it. Without
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
    """The lines about a control or an area that nobody knows, with the nearest known name."""
    return _in_order(_list_strangers(rules, _fold_all(controls), _fold_all(areas), doc))


def find_chain(
    rules: Rules, control_name: str, area: str, override: Offsets | None = None
) -> ChainFound:
    """The chain that holds for a control: the nearest to it that says one."""
    if override:
        return ChainFound(override, "the chain_override of its row")
    own = rules.chains.get(fold_section(control_name)) if rules.chains else None
    if own:
        return ChainFound(own.value, f'the section "{own.name}" of the rules, which is its own')
    shared = rules.chains.get(fold_section(area)) if rules.chains and area else None
    if shared:
        return ChainFound(shared.value, f'the section "{shared.name}" of the rules, for its area')
    if rules.default:
        return ChainFound(rules.default, "the default of the rules")
    return ChainFound(BUILT_IN_CHAIN, "Belfry's own default, as the rules name none")


def find_owner(rules: Rules, area: str) -> str | None:
    """Who sees to an area's controls; None if the rules do not say."""
    said = rules.owners.get(fold_section(area)) if area else None
    return said.value if said else None


def find_target(rules: Rules, area: str) -> str | None:
    """To whom an area's controls are escalated; None if the rules do not say."""
    said = rules.targets.get(fold_section(area)) if area else None
    return said.value if said else rules.escalate_to


def write_rules_reading(rules: Rules) -> list[str]:
    """What was understood, one line each; what is not set at all is left out."""
    lines = []
    if rules.default is None:
        lines.append(f"# Without a default of your own: {render_chain(BUILT_IN_CHAIN)}")
    for setting in SETTINGS:
        value = getattr(rules, setting.field)
        if setting.read_hole:
            for said in value.values():
                name = _fill(setting.name, said.name)
                lines.append(f"{name}: {setting.show(said.value)}")
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
    settings = [one.name for one in SETTINGS if one.name != ANY_NAME]
    either = chain(settings, areas.values(), controls.values())
    near_any = tuple(islice(either, _MOST_COMPARED))
    for key, said in rules.chains.items():
        if key not in areas and key not in controls:
            yield _refuse_name(said, "a control or an area", near_any, doc)
    near_areas = tuple(islice(areas.values(), _MOST_COMPARED))
    for key, person in (*rules.owners.items(), *rules.targets.items()):
        if key not in areas:
            yield _refuse_name(person, "an area", near_areas, doc)


def _refuse_name(said: Clause[T], thing: str, known: Iterable[str], doc: str) -> DocProblem:
    nearest = find_nearest(said.name, known)
    return DocProblem(doc, said.line, said.column, said.name, f"the name of {thing}", nearest)


def _in_order(problems: Iterable[DocProblem]) -> tuple[DocProblem, ...]:
    return tuple(sorted(problems, key=lambda one: (one.line, one.column)))


def _fill(name: str, hole: str) -> str:
    before, _, rest = name.partition("<")
    return f"{before}{hole}{rest.partition('>')[2]}"
