"""Random crons that are well written: every form of the grammar, short and long lists."""

from __future__ import annotations

from hypothesis import strategies as st

_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_DAYS = ("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")


def _range(low: int, high: int) -> st.SearchStrategy[str]:
    """A range that runs forwards, by one place at least."""
    ends = st.tuples(st.integers(low, high - 1), st.integers(1, high - low))
    return ends.map(lambda two: f"{two[0]}-{min(two[0] + two[1], high)}")


def _items(low: int, high: int) -> st.SearchStrategy[str]:
    numbers, steps = st.integers(low, high).map(str), st.integers(1, high + 2).map(str)
    starts = st.just("*") | numbers | _range(low, high)
    return numbers | st.just("*") | _range(low, high) | st.tuples(starts, steps).map("/".join)


def _special_weekdays(low: int) -> st.SearchStrategy[str]:
    days = st.integers(low, 7).map(str)
    return st.tuples(days, st.sampled_from(["L", "#1", "#2", "#3", "#4", "#5"])).map("".join)


def _listed(items: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return items | st.lists(items, min_size=2, max_size=3).map(",".join)


def _standing_still(low: int, high: int) -> st.SearchStrategy[str]:
    """`N-N/step`, which cronsim takes for `N/step`."""
    values = st.tuples(st.integers(low, high), st.integers(1, high))
    return values.map(lambda two: f"{two[0]}-{two[0]}/{two[1]}")


_MINUTE, _HOUR = _items(0, 59), _items(0, 23)
_DAY = _items(1, 31) | st.sampled_from(["L", "LW"])
_MONTH = _items(1, 12) | st.sampled_from(_MONTHS)
_WEEKDAY = _items(0, 7) | st.sampled_from((*_DAYS, "MON-FRI")) | _special_weekdays(0)
_ANY = st.just("*")

PEER_CRONS = st.tuples(
    _listed(_MINUTE),
    _listed(_HOUR),
    _ANY | _listed(_DAY),
    _ANY | _listed(_MONTH),
    _listed(_WEEKDAY),
).map(" ".join)

UNIX_CRONS = st.tuples(
    _listed(_MINUTE | _standing_still(0, 59)),
    _listed(_HOUR | _standing_still(0, 23)),
    _ANY | _listed(_DAY | _standing_still(1, 31)),
    _ANY | _listed(_MONTH | _standing_still(1, 12)),
    _ANY | _listed(_WEEKDAY | _standing_still(0, 7)),
).map(" ".join)

CLOCK_CRONS = st.tuples(_listed(_MINUTE), _listed(_HOUR), st.just("* * *")).map(" ".join)

_AWS_WEEKDAY = st.integers(1, 7).map(str) | _range(1, 7) | st.sampled_from((*_DAYS, "MON-FRI"))
_AWS_DAYS = st.tuples(_listed(_items(1, 31)) | st.sampled_from(["L", "LW"]), _MONTH, st.just("?"))
_AWS_WEEKDAYS = st.tuples(st.just("?"), _MONTH, _listed(_AWS_WEEKDAY) | _special_weekdays(1))

AWS_CRONS = st.tuples(
    _listed(_MINUTE),
    _listed(_HOUR),
    (_AWS_DAYS | _AWS_WEEKDAYS).map(" ".join),
    st.sampled_from(["*", "*", "*", "2026", "2024/2", "*/3", "2026-2030,2040"]),
).map(lambda fields: f"cron({' '.join(fields)})")
