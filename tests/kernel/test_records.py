"""Records survive being written down plainly."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.samples import NOON, a_run, a_workflow

from belfry.kernel.records import read_plainly, write_plainly
from belfry.scheduler.runs import Run
from belfry.scheduler.workflows import CatchUp, Overlap, Workflow

moments = st.datetimes(datetime(1980, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(
    name=st.text(),
    inputs=st.dictionaries(st.text(), values, max_size=4),
    overlap=st.sampled_from(list(Overlap)),
    catch_up=st.sampled_from(list(CatchUp)),
    paused_at=st.none() | moments,
    jitter=st.integers(0, 86400),
)
def test_a_workflow_comes_back_as_it_was(name: str, inputs: dict[str, Any], **more: Any) -> None:
    more["jitter"] = timedelta(seconds=more["jitter"])
    workflow = a_workflow(name=name, inputs=inputs, **more)

    written = json.loads(json.dumps(write_plainly(workflow)))

    assert read_plainly(Workflow, written) == workflow


def test_a_time_comes_back_as_the_same_moment_in_utc() -> None:
    run = a_run(due_at=NOON.astimezone(timezone(timedelta(hours=5, minutes=45))))

    back = read_plainly(Run, write_plainly(run))

    assert (back.due_at, back.due_at.tzinfo) == (NOON, UTC)


def test_a_field_the_writer_did_not_know_keeps_its_default() -> None:
    plain = write_plainly(a_workflow(jitter=timedelta(minutes=1)))
    del plain["jitter"]

    assert read_plainly(Workflow, plain).jitter == timedelta(0)


def test_only_records_are_written() -> None:
    with pytest.raises(TypeError, match="no record"):
        write_plainly("text")
