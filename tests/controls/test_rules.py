"""What the rules of the controls mean, and what holds where they are silent."""

from __future__ import annotations

import re
from dataclasses import fields
from datetime import date, time
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fakes.files import MemoryFolder
from tests.loops import for_each
from tools.write_settings_page import write_page

from belfry.controls.chains.chains import parse_chain
from belfry.controls.chains.explain_rules import SayRulesDoc, say_rules
from belfry.controls.chains.rules import (
    SETTINGS,
    Clause,
    Rules,
    find_chain,
    find_owner,
    find_strangers,
    find_target,
    read_rules,
    write_rules_reading,
)
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.kernel.hours.clock_times import ReadingError
from belfry.kernel.hours.holidays import Holidays, parse_holidays
from belfry.kernel.hours.quiet import QuietHours
from belfry.kernel.hours.weekdays import SHORT_NAMES
from belfry.kernel.rulebook import DocProblem, Setting
from belfry.kernel.rulebook.reading import LineSaid

WHOLE = """\
# How we are reminded
Default: remind 3 days before and on the day
Monthly safety check: remind 5 days before, on the day, and 2 days after.
Safety: a week before and on the day
Owner of safety: Maria
Escalate safety to: Tom
Escalate to: Ann
Holidays: GB, 2026-12-24
Quiet hours: 6pm to 8am
Working days: Mon-Sat
"""


def read(text: str, country: str = "") -> Rules:
    reading = read_rules(text, country=country)
    assert reading.problems == ()
    assert reading.rules is not None
    return reading.rules


def test_the_rules_are_read_whole() -> None:
    assert read(WHOLE) == Rules(
        default=(-3, 0),
        chains={
            "monthly safety check": Clause("Monthly safety check", (-5, 0, 2)),
            "safety": Clause("Safety", (-7, 0)),
        },
        owners={"safety": Clause("safety", "Maria")},
        escalate_to="Ann",
        targets={"safety": Clause("safety", "Tom")},
        holidays=parse_holidays("GB, 2026-12-24"),
        quiet=QuietHours(time(18), time(8)),
        working_days=frozenset(range(6)),
    )


def test_every_section_knows_where_it_stands() -> None:
    rules = read(WHOLE)
    assert [(chain.line, chain.column) for chain in rules.chains.values()] == [(3, 1), (4, 1)]
    assert [(owner.line, owner.column) for owner in rules.owners.values()] == [(5, 10)]
    assert [(target.line, target.column) for target in rules.targets.values()] == [(6, 10)]


@pytest.mark.parametrize("text", ["", "\n\n# nothing yet\n"], ids=["nothing", "a comment"])
def test_what_the_rules_do_not_say_is_as_promised(text: str) -> None:
    assert read(text) == Rules(
        default=None,
        chains={},
        owners={},
        escalate_to=None,
        targets={},
        quiet=QuietHours(time(20), time(9)),
        holidays=Holidays(),
        working_days=frozenset({0, 1, 2, 3, 4}),
        ask_first=False,
        test_mode=False,
    )


@for_each(
    "line, field, value",
    [
        ("default: the day before", "default", (-1,)),
        ("DEFAULT : on the day", "default", (0,)),
        ("Escalate to: Tom O\u2019Brien", "escalate_to", "Tom O\u2019Brien"),
        ("Escalate to: Tom.", "escalate_to", "Tom"),
        ("Quiet hours: none", "quiet", QuietHours(time(0), time(0))),
        ("Holidays: none", "holidays", Holidays()),
        ("Holidays: 2026-12-24", "holidays", Holidays((), frozenset({date(2026, 12, 24)}))),
        ("Working days: every day", "working_days", frozenset(range(7))),
        ("Working days: Tue to Sat", "working_days", frozenset({1, 2, 3, 4, 5})),
        ("Working days: Mon, Wed and Fri.", "working_days", frozenset({0, 2, 4})),
        ("Working day: weekdays", "working_days", frozenset(range(5))),
        ("Ask me first: yes", "ask_first", True),
        ("Test mode: on", "test_mode", True),
        ("Fire drill:\n  a week before,\n  on the day", "chains", {"fire drill": (-7, 0)}),
        ('"Fire drill": on the day', "chains", {"fire drill": (0,)}),
        ("- Fire-Drill: on the day", "chains", {"fire drill": (0,)}),
        ("Owner of the Kitchen: Bo", "owners", {"the kitchen": "Bo"}),
        ("Escalate the kitchen to: Bo", "targets", {"the kitchen": "Bo"}),
    ],
)
def test_a_line_sets_what_it_names(line: str, field: str, value: object) -> None:
    parsed = getattr(read(line), field)
    if isinstance(parsed, dict):
        parsed = {key: clause.value for key, clause in parsed.items()}
    assert parsed == value


def test_the_country_gives_the_holidays_unless_the_rules_name_their_own() -> None:
    assert read("", country="GB").holidays == parse_holidays("GB")
    assert read("Holidays: DE", country="GB").holidays == parse_holidays("DE")
    assert read("Holidays: none", country="GB").holidays == Holidays()


@pytest.mark.parametrize(
    "name, area, override, offsets, whence",
    [
        pytest.param(
            *("Monthly safety check", "Safety", (-60,), (-60,)),
            "the chain_override of its row",
            id="the row's own, before all others",
        ),
        pytest.param(
            *("MONTHLY  safety-check", "Safety", None, (-5, 0, 2)),
            'the section "Monthly safety check" of the rules, which is its own',
            id="the control's own section, however it is spelt",
        ),
        pytest.param(
            *("Fire drill", "safety", None, (-7, 0)),
            'the section "Safety" of the rules, for its area',
            id="its area's section",
        ),
        pytest.param(
            *("Backup", "IT", None, (-3, 0)),
            "the default of the rules",
            id="the default",
        ),
        pytest.param(
            *("Backup", "", None, (-3, 0)),
            "the default of the rules",
            id="the default for a control without an area",
        ),
    ],
)
def test_the_nearest_chain_holds(
    name: str, area: str, override: tuple[int, ...] | None, offsets: tuple[int, ...], whence: str
) -> None:
    assert find_chain(read(WHOLE), name, area, override) == (offsets, whence)


def test_without_any_chain_there_is_one_of_our_own() -> None:
    chain = find_chain(Rules(), "Backup", "IT", None)
    assert chain == ((-3, 0), "Belfry's own default, as the rules name none")


def test_a_control_named_like_an_area_takes_the_section_for_its_own() -> None:
    chain = find_chain(read("Safety: on the day"), "safety", "Other")
    assert chain == ((0,), 'the section "Safety" of the rules, which is its own')


@pytest.mark.parametrize(
    "area, owner, target",
    [("SAFETY", "Maria", "Tom"), ("kitchen", None, "Ann"), ("", None, "Ann")],
    ids=["an area that is named", "an area that is not", "no area"],
)
def test_an_area_has_its_people(area: str, owner: str | None, target: str | None) -> None:
    rules = read(WHOLE)
    assert (find_owner(rules, area), find_target(rules, area)) == (owner, target)
    assert find_target(Rules(), area) is None


def test_what_was_understood_is_said_in_words() -> None:
    assert write_rules_reading(read(WHOLE)) == [
        "Default: 3 days before, then on the day",
        "Owner of safety: Maria",
        "Escalate to: Ann",
        "Escalate safety to: Tom",
        "Quiet hours: from 18:00 to 08:00",
        "Holidays: GB-ENG, 2026-12-24",
        "Working days: Mon-Sat",
        "Ask me first: no",
        "Test mode: no",
        "Monthly safety check: 5 days before, on the day, then 2 days after",
        "Safety: 7 days before, then on the day",
    ]


def test_silent_rules_say_which_chain_holds() -> None:
    rules_reading = write_rules_reading(Rules())
    assert rules_reading[0] == "# Without a default of your own: 3 days before, then on the day"
    assert read("\n".join(rules_reading)) == Rules()


def test_every_setting_sets_a_field_and_says_what_it_does() -> None:
    assert {setting.field for setting in SETTINGS} == {field.name for field in fields(Rules)}
    for setting in SETTINGS:
        assert setting.does.endswith(".")
        assert setting.default


def fill(setting: Setting) -> str:
    return setting.name.replace("<area>", "safety").replace("<control or area>", "Fire drill")


def test_every_example_can_be_read() -> None:
    text = "\n".join(f"{fill(setting)}: {setting.example}" for setting in SETTINGS)
    assert read_rules(text).problems == ()


@pytest.mark.parametrize(
    "name", ["Quiet hours", "Working days", "Ask me first", "Test mode"], ids=str
)
def test_the_default_that_is_promised_is_what_holds(name: str) -> None:
    (setting,) = (candidate for candidate in SETTINGS if candidate.name == name)
    assert setting.read(setting.default) == getattr(Rules(), setting.field)


def test_the_chain_that_is_promised_without_rules_is_what_holds() -> None:
    (setting,) = (candidate for candidate in SETTINGS if candidate.name == "Default")
    assert setting.read(setting.default) == find_chain(Rules(), "Backup", "").offsets


CHAINS = st.sampled_from(["on the day", "a week before", "5, 2 days before; 1 day after"])
EXTRA = st.fixed_dictionaries(
    {},
    optional={
        "Default": CHAINS,
        "Fire drill": CHAINS,
        "Safety": CHAINS,
        "Owner of safety": st.sampled_from(["Maria", "Jo van Dyk"]),
        "Escalate to": st.just("Tom"),
        "Escalate food hygiene to": st.just("Ann"),
        "Quiet hours": st.sampled_from(["none", "9pm to 7.30am", "22:15-06:00"]),
        "Holidays": st.sampled_from(["none", "GB", "GB-SCT, 2026-12-24"]),
        "Working days": st.sets(st.sampled_from(SHORT_NAMES), min_size=1)
        .map(sorted)
        .map(", ".join),
        "Ask me first": st.sampled_from(["yes", "no"]),
        "Test mode": st.sampled_from(["yes", "no"]),
    },
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(EXTRA, st.randoms(use_true_random=False))
def test_what_was_understood_can_be_read_again(lines: dict[str, str], order: Random) -> None:
    sentences = [f"{name}: {sentence}" for name, sentence in lines.items()]
    order.shuffle(sentences)
    rules = read("\n".join(sentences))
    assert read("\n".join(write_rules_reading(rules))) == rules


@pytest.mark.parametrize(
    "line, words",
    [
        (
            "Default: 3 days before and on the day",
            "All others: a reminder 3 days before, then on the day.",
        ),
        ("Safety: a week before", "Safety: a reminder 7 days before."),
        ("Owner of safety: Maria", "Maria sees to safety where the row names nobody."),
        ("Escalate to: Tom", "Tom is told, too, once the last reminder was no use."),
        ("Escalate safety to: Tom", "For safety, Tom is told then."),
        ("Working days: Mon-Fri", "Reminders arrive Mon-Fri only."),
        ("Test mode: no", "Reminders are sent."),
    ],
    ids=lambda value: str(value),
)
def test_rule_is_told_in_a_sentence(line: str, words: str) -> None:
    assert say_rules(line, country="GB").lines == (LineSaid(1, words),)


def test_name_that_is_not_on_the_list_has_a_hint() -> None:
    reading = say_rules("Saftey: on the day", country="GB", controls=["Drill"], areas=["Safety"])
    assert reading.is_whole
    assert reading.hints == (
        LineSaid(
            1,
            "“Saftey” is not a control or an area on the list: this line does nothing yet. "
            "Did you mean Safety?",
        ),
    )


def test_names_are_those_of_the_list_as_it_lies_there() -> None:
    folder = MemoryFolder()
    say = SayRulesDoc(folder, "GB")
    assert say("Drill: on the day").hints == ()
    folder.files["controls/tasks.csv"] = b"name,repeat\nFire drill,weekly\n"
    assert len(say("Drill: on the day").hints) == 1
    folder.files["controls/tasks.csv"] = b"name,repeat\nDrill,weekly\n"
    assert say("Drill: on the day").hints == ()


DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "controls-settings.md"
MEANT = re.compile(r"^\| (`.*`) \| ([−+0-9, ]+?)(?::.*)? \|$", re.MULTILINE)
OFTEN = re.compile(r"^### How often$(.*?)^There are two", re.MULTILINE | re.DOTALL)
SAMPLE = re.compile(r"^```\n(Default: .*?)^```$", re.MULTILINE | re.DOTALL)


def list_readings() -> list[tuple[str, tuple[int, ...]]]:
    """Every row of the page that says what reminders in words mean."""
    rows = MEANT.findall(PAGE.read_text(encoding="utf-8"))
    return [(words, tuple(map(int, meant.replace("−", "-").split(",")))) for words, meant in rows]


def test_the_page_of_rules_lists_what_there_is() -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert page == write_page(page, SETTINGS)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_example_of_the_page_can_be_read(setting: Setting) -> None:
    name = re.sub("<.*>", "safety", setting.name)

    assert read_rules(f"{name}: {setting.example}").problems == ()


def test_the_page_tells_of_six_ways_to_say_a_chain() -> None:
    assert len(list_readings()) == 6


@pytest.mark.parametrize("words, offsets", list_readings())
def test_every_chain_of_the_page_means_what_it_says(words: str, offsets: tuple[int, ...]) -> None:
    chains = [parse_chain(example) for example in re.findall("`(.*?)`", words)]

    assert {offset for chain in chains for offset in chain} == set(offsets)


def test_the_rules_on_the_owner_s_page_can_be_read() -> None:
    [sample] = SAMPLE.findall((DOCS / "controls.md").read_text(encoding="utf-8"))

    reading = read_rules(sample, controls=["Monthly safety check"], areas=["Safety"])

    assert (reading.problems, reading.strangers) == ((), ())


def test_every_repeat_on_the_owner_s_page_can_be_read() -> None:
    [table] = OFTEN.findall((DOCS / "controls.md").read_text(encoding="utf-8"))
    repeats = re.findall("`(.*?)`", table)

    assert len(repeats) == 19
    for repeat in repeats:
        assert parse_repeat(parse_repeat(repeat).render()) == parse_repeat(repeat)


@pytest.mark.parametrize("repeat", ["twice a month", "last working day of the month"])
def test_every_repeat_that_the_owner_s_page_calls_unclear_is_refused(repeat: str) -> None:
    with pytest.raises(ReadingError):
        parse_repeat(repeat)


CONTROLS = ["Monthly safety check", "Fire drill", "Backup test"]
AREAS = ["Safety", "IT", "Finance"]


def list_problems(text: str) -> tuple[DocProblem, ...]:
    reading = read_rules(text, controls=CONTROLS, areas=AREAS)
    assert reading.rules is None
    return reading.problems


@pytest.mark.parametrize(
    "line, column, refused, expected",
    [
        ("Fire drill: remind 5 days", 26, "", "before or after"),
        ("Default: a month before", 12, "month", None),
        ("Safety: soon", 9, "soon", None),
        ("Fire drill: none", 13, "none", None),
        ("Fire drill:", 12, "", None),
        ("Owner of safety: Maria and Tom", 28, "Tom", "one person, such as Maria"),
        (f"Escalate to: {'x' * 201}", 14, "x" * 201, "a name of at most 200 characters"),
        ("Working days: Mon-Fry", 19, "Fry", None),
        ("Working days: none", 15, "none", None),
        ("Working days: Mon-Fri 9 to 5", 23, "9", None),
        ("Quiet hours: 6 to 8", 14, "6", None),
        ("Holidays: Narnia", 11, "Narnia", None),
        ("Test mode: perhaps", 12, "perhaps", "yes or no"),
        ("Remind us in time", 1, "Remind us in time", None),
        ("**: on the day", 1, "**", "the name of a control or an area"),
    ],
)
def test_a_bad_line_is_told_with_its_place(
    line: str, column: int, refused: str, expected: str | None
) -> None:
    (problem,) = list_problems(f"# rules\n{line}")
    assert (problem.doc, problem.line) == ("controls/rules.txt", 2)
    assert (problem.column, problem.said) == (column, refused)
    assert expected is None or problem.expected == expected


@pytest.mark.parametrize(
    "line, near",
    [
        ("Defualt: on the day", "Default"),
        ("Quiet huors: 6pm to 8am", "Quiet hours"),
        ("Workng days: Mon-Fri", "Working days"),
        ("Holliday: GB", "Holidays"),
        ("Ower of safety: Maria", "Owner of <area>"),
        ("Owner of: Maria", "Owner of <area>"),
        ("Esclate safety to: Tom", "Escalate <area> to"),
        ("Escalate safety: Tom", "Escalate <area> to"),
        ("Escalate too: Tom", "Escalate to"),
        ("Ask me frist: yes", "Ask me first"),
        ("Fire drill: 5 days bfore", "before"),
    ],
)
def test_a_slip_is_told_with_what_was_probably_meant(line: str, near: str) -> None:
    assert [problem.nearest for problem in list_problems(line)] == [near]
    assert [problem.nearest for problem in read_rules(line).problems] == [near]


def test_a_name_near_a_settings_is_fine_where_a_control_is_called_so() -> None:
    text = "Quiet hour: on the day\nQuiet house: on the day"
    assert read_rules("Quiet house: on the day").rules is None
    reading = read_rules("Quiet house: on the day", controls=["Quiet House"], areas=[])
    assert (reading.problems, reading.strangers) == ((), ())
    assert read_rules(text, controls=["Quiet House"], areas=[]).rules is None


@pytest.mark.parametrize(
    "text, line",
    [
        ("Safety: on the day\nsafety: a week before", 2),
        ("Default: on the day\n\nDefault: on the day", 3),
        ("Owner of IT: Bo\nOwner of it: Cy", 2),
    ],
)
def test_what_is_said_twice_is_a_problem(text: str, line: int) -> None:
    (problem,) = list_problems(text)
    assert (problem.line, problem.expected) == (line, "it once; it stands in line 1 already")


def test_all_problems_are_told_at_once_in_the_order_of_the_doc() -> None:
    text = "Safety: soon\nFire drill: on the day\nQuiet hours: x\nIT: 5 days"
    assert [problem.line for problem in list_problems(text)] == [1, 3, 4]


@pytest.mark.parametrize(
    "line, column, name, expected, near",
    [
        ("Fire drlil: on the day", 1, "Fire drlil", "a control or an area", "Fire drill"),
        ("Saftey: on the day", 1, "Saftey", "a control or an area", "Safety"),
        ("Marmalade: on the day", 1, "Marmalade", "a control or an area", None),
        ("Owner of saftey: Maria", 10, "saftey", "an area", "Safety"),
        ("Owner of Fire drill: Maria", 10, "Fire drill", "an area", None),
        ("Escalate finnance to: Tom", 10, "finnance", "an area", "Finance"),
        ("Holiday rota: on the day", 1, "Holiday rota", "a control or an area", "Holidays"),
    ],
)
def test_a_section_for_something_unknown_is_told_and_the_rest_counts(
    line: str, column: int, name: str, expected: str, near: str | None
) -> None:
    text = f"Default: on the day\n{line}"
    reading = read_rules(text, controls=CONTROLS, areas=AREAS)
    assert reading.rules is not None
    wanted = DocProblem("controls/rules.txt", 2, column, name, f"the name of {expected}", near)
    assert reading.strangers == (wanted,)
    assert reading.rules.default == (0,)
    assert find_strangers(reading.rules, controls=CONTROLS, areas=AREAS) == reading.strangers


def test_what_is_known_is_no_stranger_however_it_is_spelt() -> None:
    text = "fire-drill: on the day\nSAFETY: on the day\nOwner of it: Bo\nEscalate finance to: Cy"
    reading = read_rules(text, controls=CONTROLS, areas=AREAS)
    assert (reading.problems, reading.strangers) == ((), ())


def test_strangers_come_in_the_order_of_the_doc() -> None:
    text = "Owner of x: Bo\nQqq: on the day\nEscalate y to: Bo"
    reading = read_rules(text, controls=CONTROLS, areas=AREAS)
    assert [problem.line for problem in reading.strangers] == [1, 2, 3]


def test_nothing_is_strange_while_nobody_knows_the_controls() -> None:
    reading = read_rules("Marmalade: on the day\nOwner of jam: Bo")
    assert (reading.problems, reading.strangers) == ((), ())


SOME_TEXT = st.lists(
    st.sampled_from(
        ["Default", "Owner of", "Escalate", "to", "safety", ":", "on the day", "5 days", "before"]
        + ["\n", "  ", "#", '"', "Quiet hours", "6pm", "Holidays", "GB", "-", "*", "Working days"]
    ),
    max_size=20,
).map(" ".join)


@settings(max_examples=400, derandomize=True, deadline=None)
@given(SOME_TEXT | st.text(max_size=80))
def test_any_text_gives_rules_or_problems(text: str) -> None:
    reading = read_rules(text, controls=CONTROLS, areas=AREAS)
    assert (reading.rules is None) is bool(reading.problems)
