"""What the log leaves out."""

from __future__ import annotations

import logging

from belfry.entrypoints.logs import RepeatLimit


def make_record(level: int, message: str, *, at: float) -> logging.LogRecord:
    record = logging.LogRecord("belfry", level, "file", 1, message, (), None)
    record.created = at
    return record


def test_error_that_repeats_is_logged_ten_times_a_minute_and_then_counted() -> None:
    limit = RepeatLimit()
    errors = [make_record(logging.ERROR, "out of files", at=60 + n / 100) for n in range(1000)]
    assert [limit.filter(record) for record in errors].count(True) == 10
    assert limit.filter(make_record(logging.ERROR, "another error", at=70))
    later = make_record(logging.ERROR, "out of files", at=120)
    assert limit.filter(later)
    assert vars(later)["left_out_before"] == 990


def test_lines_that_tell_of_no_error_are_never_left_out() -> None:
    limit = RepeatLimit()
    lines = [make_record(logging.INFO, "request", at=60) for _ in range(100)]
    assert all(limit.filter(record) for record in lines)
