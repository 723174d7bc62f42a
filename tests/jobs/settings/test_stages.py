"""Which stages a line of the settings lists, and how a cell of the board names one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.jobs.settings.stages import Stage, Stages, parse_stages, render_stages
from belfry.kernel.rulebook import UnknownWord

BENCH = parse_stages(
    "received, diagnosing, in progress (also: started, working on it), "
    "awaiting parts (side), ready (also: ready to collect), collected"
)


def get(name: str) -> Stage:
    stage = BENCH.find(name)
    assert stage is not None
    return stage


def test_the_line_of_the_sample_settings_is_read_whole() -> None:
    assert BENCH.all == (
        Stage("received"),
        Stage("diagnosing"),
        Stage("in progress", ("started", "working on it")),
        Stage("awaiting parts", (), is_side=True),
        Stage("ready", ("ready to collect",)),
        Stage("collected"),
    )


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("in, b (side) (also: x, y), out", id="as it is shown"),
        pytest.param("in; b (side; also: x; y); out", id="semicolons"),
        pytest.param("in -> b (also x, y) (side stage) -> out", id="arrows of two signs"),
        pytest.param("in → b (also called: x/y)(side) → out", id="arrows"),
        pytest.param("in, b ( Side, ALSO: x, y, ), and out.", id="and before the last"),
        pytest.param(" in ,, b(side)(also: x,y) , out, ", id="blanks and empty places"),
    ],
)
def test_a_line_of_stages_may_be_written_as_people_write_lists(text: str) -> None:
    assert parse_stages(text).all == (
        Stage("in"),
        Stage("b", ("x", "y"), is_side=True),
        Stage("out"),
    )


def test_and_inside_a_name_parts_nothing() -> None:
    assert [stage.name for stage in parse_stages("cut and sewn, out")] == ["cut and sewn", "out"]


@pytest.mark.parametrize(
    "text, column, refused, expected",
    [
        pytest.param("a, b, A", 6, "A", 'another name: "a" is a stage already', id="a name twice"),
        pytest.param(
            *("in-work, b, In Work", 12, "In Work", 'another name: "in-work" is a stage already'),
            id="a name twice but for its spelling",
        ),
        pytest.param(
            *("a, b (also: a)", 12, "a", 'another name: "a" is a stage already'),
            id="another name that is a stage",
        ),
        pytest.param(
            *("a (also: x), b (also: x)", 22, "x", 'another name: "x" is a stage already'),
            id="another name twice",
        ),
        pytest.param(
            *("a, b, c (side)", 8, "(side)", "a main stage as the last one; list this one earlier"),
            id="a side stage at the end",
        ),
        pytest.param(
            *("a, b (sied), c", 6, "sied", "side, or also: and other names for the stage"),
            id="a bracket nobody understands",
        ),
        pytest.param("a, b (side, c", 5, "(side, c", "a closing bracket", id="an open bracket"),
        pytest.param("a, b side), c", 9, ")", "the name of a stage", id="a stray bracket"),
        pytest.param("a (side) b, c, d", 9, "b", "a comma between two stages", id="no comma"),
        pytest.param("a, (side), b", 3, "", "the name of a stage", id="a bracket without a name"),
        pytest.param("a, ?, b", 3, "?", "the name of a stage", id="a name without a letter"),
        pytest.param(
            *(f"a, {'b' * 41}, c", 3, "b" * 41, "a name of at most 40 characters"),
            id="a name that is too long",
        ),
    ],
)
def test_a_line_of_stages_is_refused_where_it_goes_wrong(
    text: str, column: int, refused: str, expected: str
) -> None:
    with pytest.raises(UnknownWord) as caught:
        parse_stages(text)
    assert (caught.value.column, caught.value.text) == (column, refused)
    assert caught.value.expected == expected


@pytest.mark.parametrize("text", ["", "received", "received, awaiting parts (side)"])
def test_fewer_than_two_main_stages_are_refused(text: str) -> None:
    with pytest.raises(UnknownWord, match="two stages or more"):
        parse_stages(text)


@pytest.mark.parametrize(
    "cell, name",
    [
        ("in progress", "in progress"),
        ("  In   PROGRESS ", "in progress"),
        ("in-progress", "in progress"),
        ("in_progress", "in progress"),
        ("in\u00a0progress\u200b", "in progress"),
        ("Started", "in progress"),
        ("working-on-it", "in progress"),
        ("Ready to collect", "ready"),
        ("in pgress", None),
        ("progress", None),
        ("ready?", None),
        ("", None),
        ("ready, collected", None),
    ],
)
def test_a_cell_names_a_stage_by_its_name_or_another(cell: str, name: str | None) -> None:
    assert BENCH.find_name(cell) == name


@pytest.mark.parametrize(
    "cell, name",
    [
        ("in pgress", "in progress"),
        ("Redy", "ready"),
        ("startd", "in progress"),
        ("colected", "collected"),
        ("call customer", None),
        ("", None),
    ],
)
def test_the_nearest_stage_is_the_one_that_was_probably_meant(cell: str, name: str | None) -> None:
    assert BENCH.nearest(cell) == name


def test_the_ready_stage_is_the_main_stage_before_the_last() -> None:
    assert (BENCH.ready, BENCH.last) == (get("ready"), get("collected"))
    beside = parse_stages("in, done, on hold (side), out")
    assert (beside.ready, beside.last) == (Stage("done"), Stage("out"))


@pytest.mark.parametrize(
    "name, following",
    [
        ("received", "diagnosing"),
        ("diagnosing", "in progress"),
        ("in progress", "ready"),
        ("awaiting parts", None),
        ("ready", "collected"),
        ("collected", None),
    ],
)
def test_the_next_main_stage_passes_over_side_stages(name: str, following: str | None) -> None:
    next_stage = BENCH.next_main(get(name))
    assert (next_stage.name if next_stage else None) == following


def test_only_main_stages_come_after_one_another() -> None:
    after = {(a.name, b.name) for a in BENCH for b in BENCH if BENCH.is_after(a, b)}
    main = ["received", "diagnosing", "in progress", "ready", "collected"]
    assert after == {(a, b) for at, a in enumerate(main) for b in main[:at]}


NAMES = st.text(alphabet="abcdefgh -'é1", min_size=1, max_size=12).filter(
    lambda name: any(letter.isalnum() for letter in name)
)


@st.composite
def lists_of_stages(draw: st.DrawFn) -> Stages:
    names = draw(
        st.lists(
            NAMES.map(lambda name: " ".join(name.replace("-", " ").split())),
            min_size=4,
            max_size=9,
            unique=True,
        )
    )
    sides = draw(st.sets(st.integers(1, len(names) - 2)))
    also = draw(st.integers(0, len(names) - 1))
    stages = [Stage(name, (), at in sides) for at, name in enumerate(names)]
    stages[also] = Stage(names[also], ("known as zzz", "zzzz"), stages[also].is_side)
    return Stages(tuple(stages))


@settings(deadline=None, derandomize=True)
@given(lists_of_stages())
def test_stages_in_words_are_read_as_the_same(stages: Stages) -> None:
    assert parse_stages(render_stages(stages)) == stages


@settings(deadline=None, derandomize=True)
@given(lists_of_stages())
def test_every_stage_is_found_by_each_of_its_names_in_capitals_and_with_hyphens(
    stages: Stages,
) -> None:
    for stage in stages:
        for name in (stage.name, *stage.also):
            assert stages.find(name.upper().replace(" ", "--")) == stage


@settings(deadline=None, derandomize=True)
@given(st.text(alphabet="ab,;()>- →also:side.{}", max_size=40))
def test_any_line_is_read_or_refused_inside_itself(text: str) -> None:
    assert 0 <= find_fault(text) <= len(text)


def find_fault(text: str) -> int:
    """Where a line is refused; 0 if it is read."""
    try:
        parse_stages(text)
    except UnknownWord as error:
        return error.column
    return 0
