"""Whether what changed in a text is shown, and only what changed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from belfry.kernel.line_edits import ADDED, GAP, REMOVED, SAME, LineShown, list_changes

TEXTS = st.lists(st.sampled_from("abc"), max_size=12).map("\n".join)
OLD = "Shop: Bench\nBuffer: 20%\nStages: a, b\nContact: me\nTest mode: no\nlast\n"
NEW = "Shop: Bench\nBuffer: 30%\nStages: a, b\nContact: me\nTest mode: no\nnew\nlast\n"


def test_changes_are_shown_with_the_lines_around_them() -> None:
    assert list_changes(OLD, NEW) == (
        LineShown(SAME, "Shop: Bench", 1, 1),
        LineShown(REMOVED, "Buffer: 20%", old=2),
        LineShown(ADDED, "Buffer: 30%", new=2),
        LineShown(SAME, "Stages: a, b", 3, 3),
        LineShown(GAP),
        LineShown(SAME, "Test mode: no", 5, 5),
        LineShown(ADDED, "new", new=6),
        LineShown(SAME, "last", 6, 7),
    )


def test_another_kind_of_line_end_is_no_change() -> None:
    assert list_changes("a\nb\n", "a\r\nb\r\n") == ()


@given(TEXTS, TEXTS)
def test_lines_are_those_of_the_texts(old: str, new: str) -> None:
    shown = list_changes(old, new)
    olds, news = old.split("\n"), new.split("\n")
    assert all(line.text == olds[line.old - 1] for line in shown if line.old)
    assert all(line.text == news[line.new - 1] for line in shown if line.new)
    assert (shown == ()) == (old == new)
