"""What a shop's settings doc means, what holds where it is silent, and what is wrong with it."""

from __future__ import annotations

from dataclasses import fields
from datetime import date, time, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jobs.shops import SHOP, Bench
from tests.loops import for_each

from belfry.jobs.settings.read_shop import SETTINGS_DOC
from belfry.jobs.settings.shop import SETTINGS, Shop, read_shop, write_shop_reading
from belfry.jobs.settings.stages import parse_stages
from belfry.kernel.hours.calendar import parse_stretch
from belfry.kernel.hours.holidays import Holidays, parse_holidays
from belfry.kernel.hours.opening_hours import parse_opening_hours
from belfry.kernel.hours.quiet import QuietHours
from belfry.kernel.rulebook import DocProblem, Setting
from belfry.workspace.docs import NeverRead

BENCH = (Path(__file__).parents[2] / "data" / "repair_bench_settings.txt").read_text("utf-8")
LEAST = "Shop: A\nStages: received, in progress, ready, collected\n"


def read(text: str, country: str = "") -> Shop:
    reading = read_shop(text, country=country)
    assert reading.problems == ()
    assert reading.shop is not None
    return reading.shop


def test_the_sample_settings_are_read_whole() -> None:
    assert read(BENCH) == Shop(
        name="The Repair Bench",
        voice='warm and brief; sign off "— The Repair Bench"',
        sign_off="— The Repair Bench",
        stages=parse_stages(
            "received, diagnosing, in progress (also: started, working on it), "
            "awaiting parts (side), ready (also: ready to collect), collected"
        ),
        typical={
            "diagnosing": parse_stretch("half a day"),
            "in progress": parse_stretch("2 days"),
        },
        buffer=Fraction(1, 5),
        opening=parse_opening_hours("Mon-Fri 9am-6pm; Sat 10am-4pm"),
        quiet=QuietHours(time(20), time(9)),
        chase_after={
            "diagnosing": parse_stretch("1 day"),
            "in progress": parse_stretch("3 days"),
            "awaiting parts": parse_stretch("5 days"),
            "ready": parse_stretch("4 hours"),
        },
        chase_again_after=timedelta(days=14),
    )


def test_what_the_doc_does_not_say_is_as_promised() -> None:
    assert read(LEAST) == Shop(
        name="A",
        voice="",
        sign_off="— A",
        stages=parse_stages("received, in progress, ready, collected"),
        typical={},
        buffer=Fraction(1, 5),
        opening=parse_opening_hours("Mon-Fri 9:00-17:00"),
        holidays=Holidays(),
        quiet=QuietHours(time(20), time(9)),
        chase_after={},
        chase_again_after=timedelta(days=14),
        settle=timedelta(minutes=2),
        tells_first_seen=False,
        tells_last=False,
        ask_first=False,
        ask_consent_first=False,
        test_mode=False,
        caps={},
        say_when={},
        say_waiting={},
    )


@for_each(
    "line, field, value",
    [
        ("Buffer: none", "buffer", Fraction(0)),
        ("Settle time: 5 minutes", "settle", timedelta(minutes=5)),
        ("Settle time: none", "settle", timedelta(0)),
        ("Chase again after: a fortnight", "chase_again_after", timedelta(days=14)),
        ("Tell customers of new jobs: yes", "tells_first_seen", True),
        ("Tell customers of the last stage: yes", "tells_last", True),
        ("Ask me first: yes", "ask_first", True),
        ("Ask consent first: yes", "ask_consent_first", True),
        ("Test mode: on", "test_mode", True),
        ("Daily cap: 200 e-mails; 50 texts", "caps", {"email": 200, "sms": 50}),
        ("Daily caps: 50 texts", "caps", {"email": None, "sms": 50}),
        ("Daily cap: none", "caps", {"email": None, "sms": None}),
        ("Quiet hours: none", "quiet", QuietHours(time(0), time(0))),
        ("Holidays: none", "holidays", Holidays()),
        ("Holidays: 2026-12-24", "holidays", Holidays((), frozenset({date(2026, 12, 24)}))),
        ("Say when READY: Come, {Name}!", "say_when", {"ready": "Come, {name}!"}),
        ("Say when waiting in ready: Still here.", "say_waiting", {"ready": "Still here."}),
        ("Say when ready again: Back again.", "say_again", {"ready": "Back again."}),
        ("Say when first seen: We have {it|them}.", "say_first", "We have {it|them}."),
        ("Say when ready: “Come’n’get it”", "say_when", {"ready": "Come’n’get it"}),
        ("Chase after:\n  ready: 4 hours", "chase_after", {"ready": parse_stretch("4 hours")}),
    ],
)
def test_a_line_sets_what_it_names(line: str, field: str, value: object) -> None:
    assert getattr(read(LEAST + line), field) == value


def test_the_stages_may_be_listed_below_what_is_said_of_them() -> None:
    shop = read("Say when ready: Come!\nTypical time: ready 1 day\n" + LEAST)
    assert (shop.say_when, shop.typical) == ({"ready": "Come!"}, {"ready": parse_stretch("1 day")})


def test_the_country_gives_the_holidays_unless_the_doc_names_its_own() -> None:
    assert read(LEAST, country="GB").holidays == parse_holidays("GB")
    assert read(f"{LEAST}Holidays: DE", country="GB").holidays == parse_holidays("DE")
    assert read(f"{LEAST}Holidays: none", country="GB").holidays == Holidays()


@pytest.mark.parametrize(
    "voice, sign_off",
    [
        pytest.param('warm; sign off "— The Bench"', "— The Bench", id="in quotes"),
        pytest.param("warm; sign off “— The Bench”", "— The Bench", id="in curly quotes"),
        pytest.param("sign-off: 'Zoë & co'; brief", "Zoë & co", id="in single quotes"),
        pytest.param('Signing off with "x", warmly', "x", id="with with"),
        pytest.param("formal, no sign-off", "", id="none wanted"),
        pytest.param("don't be stuffy", "— A", id="nothing said"),
        pytest.param('call the phone "Betty"', "— A", id="quotes around something else"),
    ],
)
def test_the_sign_off_is_read_out_of_the_voice(voice: str, sign_off: str) -> None:
    shop = read(f"{LEAST}Voice: {voice}")
    assert (shop.voice, shop.sign_off) == (voice, sign_off)


def test_what_was_understood_is_said_in_words() -> None:
    shop = read(f"{BENCH}Daily cap: 50 texts\nSay when ready: Come, {{name}}!\n", country="GB")
    assert write_shop_reading(shop) == [
        "Shop: The Repair Bench",
        'Voice: warm and brief; sign off "— The Repair Bench"',
        "Stages: received, diagnosing, in progress (also: started, working on it), "
        "awaiting parts (side), ready (also: ready to collect), collected",
        "Typical time: diagnosing half a day; in progress 2 days",
        "Buffer: 20%",
        "Opening hours: Mon-Fri 09:00-18:00; Sat 10:00-16:00",
        "Holidays: GB-ENG",
        "Quiet hours: from 20:00 to 09:00",
        "Chase after: diagnosing 1 day; in progress 3 days; awaiting parts 5 days; ready 4 hours",
        "Chase again after: 14 days",
        "Settle time: 2 minutes",
        "Tell customers of new jobs: no",
        "Tell customers of the last stage: no",
        "Ask me first: no",
        "Ask consent first: no",
        "Test mode: no",
        "Daily cap: no limit on e-mails; 50 texts",
        "Language: en",
        "Words: approved",
        "Emoji: no",
        "Say when ready: Come, {name}!",
    ]


def test_every_setting_sets_a_field_and_says_what_it_does() -> None:
    known = {field.name for field in fields(Shop)}
    for setting in SETTINGS:
        assert setting.field in known
        assert setting.does.endswith(".")
        assert bool(setting.default) != setting.is_required
    assert known - {setting.field for setting in SETTINGS} == {"sign_off"}


def test_every_example_can_be_read() -> None:
    lines = [
        f"{setting.name.replace('<stage>', 'in progress')}: {setting.example}"
        for setting in SETTINGS
    ]
    stages = "Stages: received, diagnosing, in progress, awaiting parts (side), ready, collected"
    text = "\n".join(stages if line.startswith("Stages") else line for line in lines)
    assert read_shop(text).problems == ()
    needed = [line for line, setting in zip(lines, SETTINGS, strict=True) if setting.is_required]
    assert read_shop("\n".join(needed)).problems == ()


# What these hold by default is nothing at all, or up to the team: no line says it.
UNWRITTEN = {
    *("Contact", "Voice", "Typical time", "Holidays", "Chase after", "Daily cap"),
    "Say when first seen",
}
WRITTEN = [
    setting
    for setting in SETTINGS
    if setting.default and setting.read_hole is None and setting.name not in UNWRITTEN
]


@pytest.mark.parametrize("setting", WRITTEN, ids=lambda setting: setting.name)
def test_the_default_that_is_promised_is_what_holds(setting: Setting) -> None:
    assert setting.read(setting.default) == getattr(read(LEAST), setting.field)


STRETCHES = st.sampled_from(
    ["half a day", "1 day", "2 days", "1.5 days", "4 hours", "90 minutes", "7 minutes", "a week"]
    + ["1 day, 4 hours", "half an hour", "2 weeks and a day", "1/3 days", "0.25 hours"]
)
EXTRA = st.fixed_dictionaries(
    {},
    optional={
        "Buffer": st.integers(0, 300).map(lambda share: f"{share}%"),
        "Typical time": STRETCHES.map(lambda stretch: f"in progress {stretch}"),
        "Chase after": st.tuples(STRETCHES, STRETCHES).map(
            lambda two: f"received {two[0]}; ready {two[1]}"
        ),
        "Chase again after": st.integers(24, 24 * 365).map(lambda hours: f"{hours} hours"),
        "Settle time": st.integers(1, 86_400).map(lambda seconds: f"{seconds} seconds"),
        "Quiet hours": st.sampled_from(["none", "9pm to 7.30am", "22:15-06:00"]),
        "Opening hours": st.sampled_from(
            ["daily 9am-5pm", "Mon 9am-noon, 1pm-midnight; Sun 10:00-11:30", "Tue-Sat 8:15-16:45"]
        ),
        "Holidays": st.sampled_from(
            ["none", "GB", "GB-SCT, 2026-12-24", "2026-12-24 to 2027-01-02"]
        ),
        "Daily cap": st.sampled_from(["none", "5 texts", "no e-mails; 7 texts", "1,000 mails"]),
        "Voice": st.sampled_from(["warm", 'sign off "bye"', "no sign-off"]),
        "Say when ready": st.sampled_from(["Come!", "{name}: {item}. Before {closing}."]),
        "Say when waiting in received": st.just("Still {stage}, {name}."),
        "Test mode": st.sampled_from(["yes", "no"]),
    },
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(EXTRA)
def test_a_shop_in_words_is_read_as_the_same_shop(extra: dict[str, str]) -> None:
    shop = read(LEAST + "\n".join(f"{name}: {sentence}" for name, sentence in extra.items()))
    assert read("\n".join(write_shop_reading(shop))) == shop


DOC = "jobs/settings.txt"


def list_problems(text: str) -> tuple[DocProblem, ...]:
    reading = read_shop(text)
    assert reading.shop is None
    return reading.problems


@for_each(
    "line, column, refused, expected",
    [
        ("Buffer: -5%", 9, "-5%", "a percentage such as 20%, or none"),
        ("Buffer: 900%", 9, "900%", "at most 300%"),
        ("Settle time: 2 days", 14, "2 days", "a time up to 1 day, or none"),
        ("Chase again after: 1 hour", 20, "1 hour", "from 1 day to 365 days"),
        ("Typical time: ready 4 moons", 23, "moons", "minutes, hours, days or weeks"),
        ("Chase after: redy 1 day", 14, "redy", "the name of a stage"),
        ("Say when redy: hello", 10, "redy", "the name of a stage"),
        ("Say when ready: hi {nmae}", 20, "{nmae}", None),
        ("Say when ready: hi {name", 20, "{", "a slot such as {item}, or no brace"),
        ("Say when waiting in redy: hi", 21, "redy", "the name of a stage"),
        ("Daily cap: 5 faxes", 14, "faxes", "one of e-mails, texts"),
        ("Test mode: perhaps", 12, "perhaps", "yes or no"),
        ("Voice: brief; sign off with a smile", 15, "sign off with a smile", None),
        (f"Voice: sign off '{'x' * 61}'", 18, "x" * 61, "a sign-off of at most 60 characters"),
        (f"Voice: {'x' * 501}", 508, "x", "at most 500 characters"),
        (f"Say when ready: {'x' * 601}", 617, "x", "at most 600 characters"),
    ],
)
def test_a_bad_line_is_told_with_its_place(
    line: str, column: int, refused: str, expected: str | None
) -> None:
    (problem,) = list_problems(LEAST + line)
    assert (problem.doc, problem.line, problem.column, problem.said) == (DOC, 3, column, refused)
    assert expected is None or problem.expected == expected


@pytest.mark.parametrize(
    "line, near",
    [
        ("Say when ready: hi {nmae}", "{name}"),
        ("Say when redy: hello", "ready"),
        ("Typical time: in progres 1 day", "in progress"),
        ("Quiet huors: none", "Quiet hours"),
        ("Say wen ready: hello", "Say when <stage>"),
    ],
)
def test_a_slip_is_told_with_what_was_probably_meant(line: str, near: str) -> None:
    assert [problem.nearest for problem in list_problems(LEAST + line)] == [near]


TIMES = LEAST + "Typical time: in progress 1 day; ready 1 day\n"


@pytest.mark.parametrize(
    "line, column, expected",
    [
        pytest.param(
            *("Say when received: by {eta}", 23),
            "no {eta} here: there is no typical time for received",
            id="an ETA in a stage without a typical time",
        ),
        pytest.param(
            *("Say when ready: by { ETA }", 20),
            "no {eta} here: a job that is ready waits for its customer",
            id="an ETA in the ready stage",
        ),
        pytest.param(
            *("Say when collected: by {eta}", 24),
            "no {eta} here: no stage follows that a time could be told for",
            id="an ETA in the last stage",
        ),
        pytest.param(
            *("Say when waiting in in progress: by {eta}", 37),
            "no {eta} here: a holding note promises no time",
            id="an ETA in a holding note",
        ),
        pytest.param(
            *("Say when in progress: until {closing}", 29),
            "no {closing} here: the closing time is only told in ready",
            id="the closing time where nothing is ready",
        ),
    ],
)
def test_a_sentence_that_could_never_be_said_is_a_problem(
    line: str, column: int, expected: str
) -> None:
    (problem,) = list_problems(TIMES + line)
    assert (problem.line, problem.column, problem.expected) == (4, column, expected)


@pytest.mark.parametrize(
    "line",
    [
        "Say when in progress: {name} {item} {job} {stage} {shop}. By {eta}.",
        "Say when ready: Come, {name}! Before {closing}.",
        "Say when waiting in ready: Before {closing}. Come! {photo} {link}",
    ],
)
def test_a_sentence_with_slots_that_may_be_empty_now_and_then_is_fine(line: str) -> None:
    assert read_shop(TIMES + line).problems == ()


@pytest.mark.parametrize(
    "text, missing",
    [
        pytest.param("Shop: A", "Stages", id="no stages"),
        pytest.param("Stages: in, done, out", "Shop", id="no shop"),
    ],
)
def test_a_shop_has_a_name_and_stages(text: str, missing: str) -> None:
    (problem,) = list_problems(text)
    assert problem.expected.startswith(f'a line "{missing}: ')


def test_bad_stages_are_one_problem_and_not_one_for_every_line_that_names_a_stage() -> None:
    text = "Shop: A\nStages: ready\nChase after: ready 1 day\nSay when ready: {eta}\nBuffer: x"
    assert [problem.line for problem in list_problems(text)] == [2, 5]


def test_a_sentence_is_not_held_against_a_line_that_could_not_be_read() -> None:
    text = LEAST + "Typical time: in progress 2 moons\nSay when in progress: by {eta}"
    assert [problem.line for problem in list_problems(text)] == [3]


def test_all_problems_are_told_at_once_in_the_order_of_the_doc() -> None:
    text = "Bufer: 1%\n" + LEAST + "Test mode: so\nChase after: x 1 day; redy\n"
    assert [problem.line for problem in list_problems(text)] == [1, 4, 5]


def test_the_shop_is_read_with_its_calendar(bench: Bench) -> None:
    now = bench.app.services.jobs.read_shop()

    assert (now.shop.name, now.text, now.problems) == ("The Repair Bench", SHOP, ())
    assert now.calendar.zone.key == "Europe/London"
    assert now.calendar.get_day(date(2026, 11, 16)).spans
    assert not now.calendar.get_day(date(2026, 12, 25)).spans


def test_a_mistake_leaves_the_last_whole_reading(bench: Bench) -> None:
    read_shop = bench.app.services.jobs.read_shop
    before = read_shop()
    bench.write(SETTINGS_DOC, SHOP.replace("4 hours", "four ages"))

    now = read_shop()

    assert (now.shop, now.text) == (before.shop, SHOP)
    ((place, text),) = now.problems
    assert place == "jobs/settings.txt line 5, column 86"
    assert text == 'found "ages", expected minutes, hours, days or weeks'


def test_settings_that_were_never_whole_are_refused_with_their_problems(bench: Bench) -> None:
    bench.write(SETTINGS_DOC, "Shop: The Repair Bench\n")

    with pytest.raises(NeverRead) as caught:
        bench.app.services.jobs.read_shop()

    ((place, _),) = caught.value.problems
    assert place.startswith("jobs/settings.txt line ")
