"""What the rules of the controls mean, and what holds where they are silent."""

from __future__ import annotations

from dataclasses import fields
from datetime import date, time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.controls.chains.rules import (
    SETTINGS,
    Clause,
    Rules,
    find_chain,
    find_owner,
    find_target,
    read_rules,
    write_rules_reading,
)
from belfry.kernel.hours.holidays import Holidays, parse_holidays
from belfry.kernel.hours.quiet import QuietHours
from belfry.kernel.hours.weekdays import SHORT_NAMES
from belfry.kernel.rulebook import Setting

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
    assert [(said.line, said.column) for said in rules.chains.values()] == [(3, 1), (4, 1)]
    assert [(said.line, said.column) for said in rules.owners.values()] == [(5, 10)]
    assert [(said.line, said.column) for said in rules.targets.values()] == [(6, 10)]


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


@pytest.mark.parametrize(
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
    found = getattr(read(line), field)
    if isinstance(found, dict):
        found = {key: said.value for key, said in found.items()}
    assert found == value


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
    found = find_chain(Rules(), "Backup", "IT", None)
    assert found == ((-3, 0), "Belfry's own default, as the rules name none")


def test_a_control_named_like_an_area_takes_the_section_for_its_own() -> None:
    found = find_chain(read("Safety: on the day"), "safety", "Other")
    assert found == ((0,), 'the section "Safety" of the rules, which is its own')


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
    said = write_rules_reading(Rules())
    assert said[0] == "# Without a default of your own: 3 days before, then on the day"
    assert read("\n".join(said)) == Rules()


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
    (setting,) = (one for one in SETTINGS if one.name == name)
    assert setting.read(setting.default) == getattr(Rules(), setting.field)


def test_the_chain_that_is_promised_without_rules_is_what_holds() -> None:
    (setting,) = (one for one in SETTINGS if one.name == "Default")
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
    said = [f"{name}: {sentence}" for name, sentence in lines.items()]
    order.shuffle(said)
    rules = read("\n".join(said))
    assert read("\n".join(write_rules_reading(rules))) == rules
