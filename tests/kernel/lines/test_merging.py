"""Two people's changes of one text are merged without losing a line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belfry.kernel.line_edits import (
    MOST_COMPARED,
    Collision,
    apply_edits,
    cut_lines,
    find_edits,
    merge_lines,
)

TEXTS = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "d\r\n", "e\r", "\n"]), max_size=12).map(
    "".join
) | st.text(alphabet="ab\n\r", max_size=20)
BASE = "one\ntwo\nthree\nfour\nfive\n"


@pytest.mark.parametrize(
    "mine, theirs, merged",
    [
        pytest.param(
            "ONE\ntwo\nthree\nfour\nfive\n",
            "one\ntwo\nthree\nfour\nFIVE\n",
            "ONE\ntwo\nthree\nfour\nFIVE\n",
            id="each changed a line of their own",
        ),
        pytest.param(
            "one\nTWO\nthree\nfour\nfive\n",
            "one\ntwo\nTHREE\nfour\nfive\n",
            "one\nTWO\nTHREE\nfour\nfive\n",
            id="two lines side by side",
        ),
        pytest.param(
            "one\ntwo\nnew\nthree\nfour\nfive\n",
            "one\ntwo\nthree\nfour\n",
            "one\ntwo\nnew\nthree\nfour\n",
            id="one added and the other took away",
        ),
        pytest.param(
            "one\nTWO\nthree\nfour\nfive\n",
            "one\nTWO\nthree\nfour\nfive\nsix\n",
            "one\nTWO\nthree\nfour\nfive\nsix\n",
            id="both made the same change, and one of them another",
        ),
        pytest.param(
            "one\ntwo\nthree\nfour\nfive",
            "ONE\ntwo\nthree\nfour\nfive\n",
            "ONE\ntwo\nthree\nfour\nfive",
            id="one took away the end of the last line",
        ),
    ],
)
def test_changes_that_do_not_touch_are_put_together(mine: str, theirs: str, merged: str) -> None:
    assert merge_lines(BASE, mine, theirs).text == merged


@pytest.mark.parametrize(
    "mine, theirs, collision",
    [
        pytest.param(
            "one\n2\nthree\nfour\nfive\n",
            "one\nII\nthree\nfour\nfive\n",
            Collision(2, ("two\n",), ("2\n",), ("II\n",)),
            id="one line in two ways",
        ),
        pytest.param(
            "one\nthree\nfour\nfive\n",
            "one\nII\nthree\nfour\nfive\n",
            Collision(2, ("two\n",), (), ("II\n",)),
            id="a line that one took away and the other changed",
        ),
        pytest.param(
            BASE + "six\n",
            BASE + "VI\n",
            Collision(6, (), ("six\n",), ("VI\n",)),
            id="two new lines at one place",
        ),
    ],
)
def test_lines_that_both_changed_collide(mine: str, theirs: str, collision: Collision) -> None:
    merge = merge_lines(BASE, mine, theirs)
    assert (merge.text, merge.collisions) == (None, (collision,))


@given(TEXTS, TEXTS)
def test_change_of_one_alone_is_taken_whole(base: str, changed: str) -> None:
    assert merge_lines(base, changed, base).text == changed
    assert merge_lines(base, base, changed).text == changed
    assert merge_lines(base, changed, changed).text == changed


@given(TEXTS, TEXTS, TEXTS)
def test_merge_does_not_depend_on_who_was_first(base: str, mine: str, theirs: str) -> None:
    merge, other = merge_lines(base, mine, theirs), merge_lines(base, theirs, mine)
    assert merge.text == other.text
    swapped = tuple(Collision(c.line, c.base, c.theirs, c.mine) for c in other.collisions)
    assert merge.collisions == swapped
    assert (merge.text is None) == bool(merge.collisions)


@given(TEXTS, TEXTS, TEXTS)
def test_merge_holds_every_line_that_either_of_them_wrote(
    base: str, mine: str, theirs: str
) -> None:
    merged = merge_lines(base, mine, theirs).text
    if merged is None:
        return
    merged_lines = {line.rstrip("\r\n") for line in cut_lines(merged)}
    for text in (mine, theirs):
        written = {
            line for edit in find_edits(cut_lines(base), cut_lines(text)) for line in edit[2]
        }
        assert {line.rstrip("\r\n") for line in written} <= merged_lines


@given(TEXTS, TEXTS)
def test_edits_make_the_new_text_of_the_old(old: str, new: str) -> None:
    lines = cut_lines(old)
    assert "".join(lines) == old
    assert "".join(apply_edits(lines, find_edits(lines, cut_lines(new)))) == new


def test_text_of_very_many_lines_is_one_edit_between_what_is_the_same() -> None:
    old = ["first\n", *["x\n"] * (MOST_COMPARED + 1), "last\n"]
    new = ["first\n", *["y\n", "x\n"] * MOST_COMPARED, "last\n"]
    edits = find_edits(old, new)
    assert len(edits) == 1
    assert apply_edits(old, edits) == new
