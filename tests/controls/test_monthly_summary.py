"""Whether last month is told to the team's own post, once, as it really went."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.controls.acting import acts, mark_done, open_list
from tests.controls.offices import ADMIN, RULES, START, Office, london, memory_office

from belfry.controls.reports.monthly_summary import (
    MOST_LISTED,
    Drift,
    Due,
    Fate,
    Month,
    Summary,
    make_summary_text,
    render_summary,
)
from belfry.kernel.errors import Conflict
from belfry.scheduler.change_workflows import Wish
from belfry.scheduler.kinds import RunContext
from belfry.scheduler.workflows import BUILTINS
from belfry.workspace.phrase_text import SlottedText, write_prompt

DECEMBER, JANUARY = Month(2026, 12), Month(2027, 1)
DRILL = "Fire drill,Safety,monthly,Maria,,2026-12-10,,"
WALK = "Walk,Safety,weekly on Monday,Maria,,2026-12-07,,"
KEYS = "Keys,,yearly,,,2026-12-15,,"


def summarise(office: Office, month: Month | None = None) -> Summary:
    return office.app.services.controls.queue_summary.summarise(month).summary


def tell(office: Office) -> str:
    """As the workflow does it."""
    now = office.app.clock.now()
    kind = office.app.services.kinds["controls-summary"]
    return kind.run({}, RunContext("r", 1, "controls-summary", 1, now, 1))


def live_through_december(office: Office) -> None:
    """The drill two days late, the walk late and twice missed, the keys never."""
    open_list(office, DRILL, WALK, KEYS)
    office.go_to("2026-12-12T10:00")
    mark_done(office)
    office.go_to("2026-12-22T10:00")
    mark_done(office, "Walk")


def test_month_is_told_from_what_people_did(office: Office) -> None:
    live_through_december(office)
    office.go_to("2027-01-04T09:00")
    summary = summarise(office)
    assert summary.month == DECEMBER
    assert [(due.control_id, due.on.day, due.fate, due.days) for due in summary.dues] == [
        ("walk", 7, Fate.MISSED, 0),
        ("fire drill", 10, Fate.LATE, 2),
        ("walk", 14, Fate.MISSED, 0),
        ("keys", 15, Fate.OPEN, 20),
        ("walk", 21, Fate.LATE, 1),
        ("walk", 28, Fate.OPEN, 7),
    ]
    assert [habit.control_id for habit in summary.drifting] == ["walk"]


def test_undone_end_takes_its_missed_days_with_it(office: Office) -> None:
    live_through_december(office)
    acts(office).undo_done("Walk", by="Maria Lopez")
    office.go_to("2027-01-04T09:00")
    walks = [due for due in summarise(office).dues if due.control_id == "walk"]
    passed = [(14, Fate.MISSED), (21, Fate.MISSED), (28, Fate.MISSED)]
    assert [(due.on.day, due.fate) for due in walks] == [(7, Fate.OPEN), *passed]
    assert {due.cycle for due in walks} == {office.control("Walk").cycle}


def test_dates_that_pass_while_one_is_open_count_before_it_is_done(office: Office) -> None:
    live_through_december(office)
    office.go_to("2027-02-01T09:00")
    before = summarise(office).counts
    assert (before.on_time, before.missed, before.open, before.due) == (0, 4, 1, 5)
    mark_done(office, "Walk", done_on=date(2027, 1, 29))
    assert summarise(office).counts.due == before.due


def test_days_missed_in_a_month_are_taken_back_with_an_end_of_the_month_before(
    office: Office,
) -> None:
    live_through_december(office)
    office.go_to("2027-01-20T10:00")
    mark_done(office, "Walk")
    missed = [due.on.day for due in summarise(office, JANUARY).dues if due.fate is Fate.MISSED]
    assert missed == [4, 11]
    acts(office).undo_done("Walk", by="Maria Lopez")
    summary = summarise(office, JANUARY)
    passed = [(due.on.day, due.cycle) for due in summary.dues if due.fate is Fate.MISSED]
    assert passed == [(day, office.control("Walk").cycle) for day in (4, 11, 18)]
    assert [due.on for due in summary.carried] == [date(2026, 12, 15), date(2026, 12, 28)]


def test_open_control_that_was_late_before_slips_again(office: Office) -> None:
    live_through_december(office)
    office.go_to("2027-02-01T09:00")
    assert summarise(office).drifting == (
        Drift("walk", 2, 2, (1 + 35) / 2),
        Drift("fire drill", 2, 2, (2 + 20) / 2),
    )


def test_month_still_running_is_told_as_far_as_it_went(office: Office) -> None:
    live_through_december(office)
    assert summarise(office).dues == ()
    present = summarise(office, DECEMBER)
    assert [due.on.day for due in present.dues] == [7, 10, 14, 15, 21]


def test_name_of_a_control_that_left_the_list_is_still_known(office: Office) -> None:
    live_through_december(office)
    office.go_to("2027-01-04T09:00")
    named = office.app.services.controls.queue_summary.summarise()
    assert named.names == {"walk": "Walk", "fire drill": "Fire drill", "keys": "Keys"}


def test_admin_gets_one_email_a_month(office: Office) -> None:
    live_through_december(office)
    office.go_to("2027-01-04T09:30")
    assert [tell(office), tell(office)] == ["2026-12 is told", "2026-12 was told before"]
    office.release()
    ((to, subject),) = office.sent()
    assert (to, subject) == (ADMIN, "Controls in December 2026: 0 of 6 on time")
    assert office.email.sent[0].text.startswith(
        "Hello,\n\nDue in December 2026: 6. On time: 0 (0%). "
        "Late: 2, by 2 days on average. Missed: 2. Still not done: 2."
    )
    assert "answer" not in office.email.sent[0].text


def test_email_says_what_is_true_when_it_leaves() -> None:
    office = memory_office()
    live_through_december(office)
    office.go_to("2027-01-01T09:00")
    tell(office)
    office.release()
    assert office.sent() == []  # a holiday, and then the weekend
    mark_done(office, "Keys", done_on=date(2026, 12, 14))
    office.go_to("2027-01-04T09:30")
    office.release()
    assert office.sent() == [(ADMIN, "Controls in December 2026: 1 of 6 on time")]


def test_email_of_which_nothing_is_left_is_dropped() -> None:
    office = memory_office()
    open_list(office, KEYS)
    office.go_to("2027-01-01T09:00")
    tell(office)
    office.edit("controls/tasks.csv", "2026-12-15", "2027-03-15")
    office.app.services.controls.sync()
    office.go_to("2027-01-04T09:30")
    office.release()
    ((_, state, why),) = office.said()
    assert (state, why) == ("dropped", "there is nothing to tell of that month any more")


def test_admin_of_the_team_is_greeted_by_name() -> None:
    office = memory_office(admin="ann@example.com")
    live_through_december(office)
    office.go_to("2027-01-04T09:30")
    tell(office)
    office.release()
    assert office.email.sent[0].text.startswith("Hello Ann Lee,\n")


@pytest.mark.parametrize(
    "tasks", [pytest.param((), id="an empty month"), pytest.param(None, id="no list")]
)
def test_nothing_is_said_of_nothing(office: Office, tasks: tuple[str, ...] | None) -> None:
    if tasks is None:
        office.remove("controls/tasks.csv")
    office.go_to("2026-12-01T13:00")
    assert tell(office) == "nothing to tell of 2026-11"
    assert office.messages() == []


@pytest.mark.parametrize("rule", ["Ask me first: yes", "Test mode: on"])
def test_email_waits_for_a_yes_where_the_team_wants_to_be_asked(rule: str) -> None:
    office = memory_office()
    live_through_december(office)
    office.write("controls/rules.txt", f"{RULES}{rule}\n")
    office.go_to("2027-01-04T09:30")
    tell(office)
    office.release()
    ((_, state, _),) = office.said()
    assert (state, office.sent()) == ("held", [])


def test_team_without_an_address_is_told_so_and_nobody_else_gets_it() -> None:
    office = memory_office(admin="")
    live_through_december(office)
    office.go_to("2027-01-04T09:30")
    tell(office)
    office.release()
    assert office.said() == [
        ("the admin", "failed", "no one on the team has an address: set admin in belfry.toml")
    ]


def test_each_month_has_an_email_of_its_own(office: Office) -> None:
    live_through_december(office)
    office.go_to("2027-01-01T09:00")
    tell(office)
    office.go_to("2027-02-01T09:00")
    tell(office)
    office.release()
    assert [subject for _, subject in office.sent()] == [
        "Controls in December 2026: 0 of 6 on time",
        "Controls in January 2027: 0 of 5 on time",
    ]


def test_first_of_the_month_at_nine_is_when_it_rings() -> None:
    office = memory_office()
    live_through_december(office)
    others = {builtin.name for builtin in BUILTINS} - {"controls-summary"}
    wishes = {name: Wish(enabled=False) for name in others}
    office.app.services.ensure_builtins(timezone="Europe/London", wishes=wishes)
    office.app.go(until=london("2027-02-02T00:00"))
    assert [(run.scheduled_for, run.output) for run in office.app.runs()] == [
        (london("2027-01-01T09:00"), "2026-12 is told"),
        (london("2027-02-01T09:00"), "2027-01 is told"),
    ]


OCTOBER = Month(2026, 10)
NAMES = {"drill": "Fire drill", "walk": "Escape routes walk", "keys": "Key check"}


def due(day: int, fate: Fate, days: int = 0, control: str = "drill") -> Due:
    return Due(control, day, date(2026, 10, day), fate, days)


def test_month_with_everything_in_it() -> None:
    summary = Summary(
        OCTOBER,
        dues=(
            *(due(day, Fate.ON_TIME) for day in range(1, 10)),
            due(10, Fate.LATE, 5),
            due(11, Fate.LATE, 2, "walk"),
            due(12, Fate.MISSED, control="walk"),
            due(13, Fate.SKIPPED),
            due(30, Fate.OPEN, 2, "keys"),
        ),
        carried=(Due("keys", 1, date(2026, 8, 1), Fate.OPEN, 92),),
        drifting=(Drift("drill", 3, 4, 6.4), Drift("walk", 2, 2, 0)),
    )
    words = render_summary(summary, NAMES, reader="Ann Lee")
    assert words["subject"] == "Controls in October 2026: 9 of 13 on time"
    assert words["email"] == (
        "Hello Ann Lee,\n\n"
        "Due in October 2026: 13. On time: 9 (69%). Late: 2, by 4 days on average, 5 days at most. "
        "Missed: 1. Still not done: 1. Skipped for a reason: 1.\n\n"
        "Not on time:\n"
        "- Fire drill, due on 10 October 2026: 5 days late\n"
        "- Escape routes walk, due on 11 October 2026: 2 days late\n"
        "- Escape routes walk, due on 12 October 2026: missed\n"
        "- Key check, due on 30 October 2026: not done, 2 days over\n\n"
        "Still open from earlier months:\n"
        "- Key check, due on 1 August 2026: not done, 92 days over\n\n"
        "Slipping again and again:\n"
        "- Fire drill: not on time 3 of its last 4 times, by 6 days on average\n"
        "- Escape routes walk: not on time 2 of its last 2 times"
    )


def test_good_month_is_short() -> None:
    words = render_summary(Summary(OCTOBER, (due(1, Fate.ON_TIME),)), {})
    assert (words["subject"], words["email"]) == (
        "Controls in October 2026: 1 of 1 on time",
        "Hello,\n\nDue in October 2026: 1. On time: 1 (100%).",
    )


def test_month_in_which_nothing_came_due() -> None:
    words = render_summary(Summary(OCTOBER, (due(1, Fate.SKIPPED),)), {})
    assert (words["subject"], words["email"]) == (
        "Controls in October 2026: nothing came due",
        "Hello,\n\nNo control came due in October 2026. Skipped for a reason: 1.",
    )


def test_all_is_only_said_of_all() -> None:
    dues = [due(1, Fate.ON_TIME, control=str(n)) for n in range(399)]
    body = render_summary(Summary(OCTOBER, (*dues, due(2, Fate.LATE, 1))), NAMES)["body"]
    assert body.startswith(
        "Due in October 2026: 400. On time: 399 (99%). Late: 1, by 1 day on average.\n"
    )


def test_missed_ones_that_were_not_counted_singly_are_at_least_so_many() -> None:
    many = Due("drill", 1, date(2026, 10, 1), Fate.MISSED, is_single=False)
    body = render_summary(Summary(OCTOBER, (many,)), NAMES)["body"]
    assert "Missed: at least 1." in body
    assert "- Fire drill, due on 1 October 2026: missed, and others after it" in body


def test_long_list_is_cut_and_says_so() -> None:
    dues = tuple(due(1, Fate.LATE, 1, str(n)) for n in range(MOST_LISTED + 2))
    lines = render_summary(Summary(OCTOBER, dues), NAMES)["body"].splitlines()
    assert (len(lines), lines[-1]) == (MOST_LISTED + 4, "- and 2 more")


def test_name_cannot_bring_lines_of_its_own() -> None:
    body = render_summary(
        Summary(OCTOBER, (due(1, Fate.LATE, 1),)), {"drill": "Fire\ndrill\u202e"}
    )["body"]
    assert body.splitlines()[-1] == "- Fire drill, due on 1 October 2026: 1 day late"


DRAFTS = Path(__file__).parents[1] / "data/controls_summaries.jsonl"


def make_text(*dues: tuple[Fate, int]) -> SlottedText:
    """Of a month with these ends, each so many days late."""
    ends = (
        Due("drill", day, date(2026, 10, day), fate, late)
        for day, (fate, late) in enumerate(dues, 1)
    )
    text = make_summary_text(Summary(OCTOBER, tuple(ends)))
    assert text is not None
    return text


ON_TIME = (Fate.ON_TIME, 0)
TEXT = make_text(
    *(ON_TIME for _ in range(9)),
    *((Fate.LATE, 5), (Fate.LATE, 2), (Fate.MISSED, 0), (Fate.OPEN, 2), (Fate.SKIPPED, 0)),
)


def list_reasons(text: SlottedText, draft: str) -> list[str]:
    return [reason.says for reason in text.judge(draft).reasons]


def test_slots_hold_the_numbers_that_plain_words_tell() -> None:
    assert TEXT.values == {
        "month": "October 2026",
        "due": "13 due dates",
        "on_time": "9",
        "rate": "69%",
        "late": "2",
        "average": "4 days",
        "worst": "5 days",
        "missed": "1",
        "open": "1",
        "skipped": "1",
    }


def test_drafts_keep_their_verdicts() -> None:
    drafts = [json.loads(line) for line in DRAFTS.read_text("utf-8").splitlines()]
    passing = {draft["draft"] for draft in drafts if TEXT.judge(draft["draft"]).passes}
    honest = {draft["draft"] for draft in drafts if draft["verdict"] == "pass"}
    assert (honest - passing, passing - honest) == (set(), set())
    assert (len(honest), len(drafts) - len(honest)) == (30, 50)


def test_only_slots_with_a_value_are_offered() -> None:
    text = make_text(ON_TIME)
    assert text.once == ("month", "due", "on_time")
    assert json.loads(write_prompt(text, "").facts)["slots"] == {
        "{month}": "October 2026",
        "{due}": "1 due date",
        "{on_time}": "1",
        "{rate}": "100%",
    }
    draft = "In {month}, {on_time} of {due} was on time, that is {rate}."
    assert list_reasons(text, draft) == []
    assert text.fill(draft) == "In October 2026, 1 of 1 due date was on time, that is 100%."
    assert any("{late}" in reason for reason in list_reasons(text, f"{draft} {{late}} were late."))


def test_list_is_announced_only_where_there_is_one() -> None:
    draft = "In {month} the team kept {on_time} of {due}."
    late = f"{draft} {{late}} came in late."
    below = "The details are below."
    assert list_reasons(make_text(ON_TIME, (Fate.LATE, 1)), f"{late} {below}") == []
    assert list_reasons(make_text(ON_TIME), draft) == []
    assert list_reasons(make_text(ON_TIME), f"{draft} {below}") != []


def test_verb_agrees_with_the_number() -> None:
    draft = "In {month} the team kept {on_time} of {due}. {late} %s late."
    one_late, two_late = (
        make_text(ON_TIME, (Fate.LATE, 1)),
        make_text((Fate.LATE, 1), (Fate.LATE, 1)),
    )
    passes = {
        (verb, text.values["late"]): text.judge(draft % verb).passes
        for verb in ("was", "were")
        for text in (one_late, two_late)
    }
    assert [case for case, does_pass in passes.items() if does_pass] == [
        ("was", "1"),
        ("were", "2"),
    ]


def test_month_in_which_nothing_came_due_is_not_phrased() -> None:
    skipped = Due("drill", 1, date(2026, 10, 1), Fate.SKIPPED)
    assert make_summary_text(Summary(OCTOBER, (skipped,))) is None


ANSWERS = st.lists(
    st.tuples(
        st.sampled_from(["Fire drill", "Walk", "Keys"]),
        st.sampled_from(["done", "skip", "undo"]),
        st.integers(0, 9),
    ),
    max_size=12,
)


@given(ANSWERS)
@settings(max_examples=25, deadline=None, derandomize=True)
def test_quick_count_of_a_month_is_that_of_its_summary(answers: list[tuple[str, str, int]]) -> None:
    """Whatever was answered: the board and the summary have one on-time rate."""
    office = memory_office()
    open_list(office, DRILL, WALK, KEYS)
    day = START
    for name, answer, later in answers:
        day += timedelta(days=later)
        office.app.clock.advance_to(day)
        with suppress(Conflict):
            if answer == "done":
                mark_done(office, name)
            elif answer == "skip":
                acts(office).skip(name, reason="closed", by="Tom Hill")
            else:
                acts(office).undo_done(name, by="Tom Hill")
    office.app.clock.advance(timedelta(days=1))
    counted = office.app.services.controls.count_months(6)
    assert [summarise(office, month).counts for month, _ in counted] == [
        counts for _, counts in counted
    ]
