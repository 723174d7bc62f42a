"""A document is saved as typed, and never over another person's change."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.workspace.documents import ANN, MAX, NAME, NUMBERS, DocStore

from belfry.kernel.changes import find_breaks
from belfry.kernel.errors import InputError, NotAllowed
from belfry.kernel.line_edits import Merge
from belfry.workspace.docs import DocCrossed, DocRefused, DocSaved, DocUnchanged, LastChange


@pytest.fixture
def blobs() -> DocStore:
    return DocStore()


@pytest.mark.parametrize(
    "before, typed, after",
    [
        pytest.param(b"1\n2\n", "1\n3\n", b"1\n3\n", id="plain"),
        pytest.param(b"1\r\n2\r\n", "1\n3\n", b"1\r\n3\r\n", id="line ends of Windows"),
        pytest.param(b"\xef\xbb\xbf1\n", "2\n", b"\xef\xbb\xbf2\n", id="a mark at the front"),
        pytest.param(
            "1\n".encode("utf-16"), "2\n", "2\n".encode("utf-16"), id="letters of two bytes"
        ),
    ],
)
def test_file_keeps_its_form(blobs: DocStore, before: bytes, typed: str, after: bytes) -> None:
    outcome = blobs.save(typed, blobs.write(before))
    assert isinstance(outcome, DocSaved)
    assert not outcome.is_recoded
    assert blobs.file == after


def test_letters_that_the_file_cannot_hold_make_it_utf_8(blobs: DocStore) -> None:
    opened = blobs.write("# caf\xe9\n".encode("cp1252"))
    outcome = blobs.save("# caf\xe9 \u2192\n", opened, anyway=True)
    assert isinstance(outcome, DocSaved)
    assert outcome.is_recoded
    assert blobs.file == "\ufeff# caf\xe9 \u2192\n".encode()


def test_file_that_is_read_only_is_told_and_stays(blobs: DocStore) -> None:
    opened = blobs.write(b"1\n")
    blobs.folder.read_only.add(NAME)
    with pytest.raises(NotAllowed, match=f"{NAME} cannot be written: {NAME} is read-only"):
        blobs.save("2\n", opened)
    assert blobs.file == b"1\n"


def test_file_that_is_not_there_is_made(blobs: DocStore) -> None:
    assert isinstance(blobs.save("1\n", None), DocSaved)
    assert blobs.file == b"1\n"


def test_what_was_there_before_is_kept_and_comes_back(blobs: DocStore) -> None:
    blobs.save("2\n", blobs.write(b"1\n"))
    assert [version.number for version in blobs.open_doc.list_versions(NAME)] == [2, 1]
    assert blobs.open_doc.get_version(NAME, 1) == "1\n"
    blobs.restore(NAME, 1, by=ANN)
    assert blobs.file == b"1\n"


def test_save_is_in_the_audit_log_with_its_user(blobs: DocStore) -> None:
    blobs.save("2\n", blobs.write(b"1\n"))
    assert blobs.list_actions() == [("edit-asked", MAX), ("edited", MAX)]
    audit_log = blobs.rig.book.audit_log
    [head] = audit_log.heads()
    assert find_breaks(audit_log.list_entries(head.subject), head) == []


def test_same_text_again_changes_nothing(blobs: DocStore) -> None:
    opened = blobs.write(b"1\r\n")
    assert isinstance(blobs.save("1\n", opened), DocUnchanged)
    assert (blobs.file, blobs.list_actions()) == (b"1\r\n", [])


def test_form_that_is_sent_twice_saves_once(blobs: DocStore) -> None:
    opened = blobs.write(b"1\n")
    blobs.save("2\n", opened)
    assert isinstance(blobs.save("2\n", opened), DocUnchanged)
    assert len(blobs.list_actions()) == 2


def test_mistake_is_refused_and_named(blobs: DocStore) -> None:
    outcome = blobs.save("1\ntwo\n", blobs.write(b"1\n"))
    assert isinstance(outcome, DocRefused)
    assert [(problem.line, problem.said) for problem in outcome.said.problems] == [(2, "two")]
    assert outcome.typed == "1\ntwo\n"
    assert (blobs.file, blobs.list_actions()) == (b"1\n", [])


def test_mistake_that_is_saved_anyway_leaves_the_last_whole_text_in_force(blobs: DocStore) -> None:
    opened = blobs.write(b"1\n")
    before = blobs.kept
    assert before is None
    assert isinstance(blobs.save("one\n", opened, anyway=True), DocSaved)
    assert (blobs.file, blobs.kept) == (b"one\n", "1\n")
    blobs.save("2\n", blobs.open_doc(NUMBERS))
    assert blobs.kept == "2\n"


def test_second_of_two_sees_both_changes_and_nothing_is_written_over(blobs: DocStore) -> None:
    opened = blobs.write(b"1\n2\n3\n")
    blobs.save("1\n2\n30\n", opened, by=MAX)
    outcome = blobs.save("10\n2\n3\n", opened, by=ANN)
    assert isinstance(outcome, DocCrossed)
    assert (outcome.base, outcome.typed) == ("1\n2\n3\n", "10\n2\n3\n")
    assert outcome.theirs.text == "1\n2\n30\n"
    assert outcome.merge == Merge("10\n2\n30\n")
    assert blobs.file == b"1\n2\n30\n"


def test_both_changes_are_saved_together(blobs: DocStore) -> None:
    opened = blobs.write(b"1\r\n2\r\n3\r\n")
    blobs.save("1\n2\n30\n", opened, by=MAX)
    saved = blobs.open_doc(NUMBERS)
    outcome = blobs.edit_doc.merge(
        NUMBERS, "10\n2\n3\n", base=opened.digest or "", seen=saved.digest or "", by=ANN
    )
    assert isinstance(outcome, DocSaved)
    assert blobs.file == b"10\r\n2\r\n30\r\n"


def test_third_change_before_the_two_are_put_together_is_seen_too(blobs: DocStore) -> None:
    opened = blobs.write(b"1\n2\n3\n")
    saved = blobs.write(b"1\n2\n30\n")
    blobs.write(b"1\n20\n30\n")
    outcome = blobs.edit_doc.merge(
        NUMBERS, "10\n2\n3\n", base=opened.digest or "", seen=saved.digest or "", by=ANN
    )
    assert isinstance(outcome, DocCrossed)
    assert blobs.file == b"1\n20\n30\n"


def test_lines_that_both_changed_are_not_put_together(blobs: DocStore) -> None:
    opened = blobs.write(b"1\n")
    saved = blobs.write(b"2\n")
    outcome = blobs.edit_doc.merge(
        NUMBERS, "3\n", base=opened.digest or "", seen=saved.digest or "", by=ANN
    )
    assert isinstance(outcome, DocCrossed)
    assert outcome.merge is not None
    assert [collision.line for collision in outcome.merge.collisions] == [1]
    assert blobs.file == b"2\n"


def test_save_at_the_very_same_moment_is_seen(blobs: DocStore) -> None:
    opened = blobs.write(b"1\n2\n")
    blobs.folder.meddles.append(lambda: blobs.folder.files.update({NAME: b"1\n20\n"}))
    outcome = blobs.save("10\n2\n", opened)
    assert isinstance(outcome, DocCrossed)
    assert outcome.theirs.text == "1\n20\n"
    assert blobs.file == b"1\n20\n"
    assert blobs.list_actions() == [("edit-asked", MAX)]


def test_mine_may_take_the_place_of_what_i_have_seen(blobs: DocStore) -> None:
    opened = blobs.write(b"1\n")
    blobs.write(b"2\n")
    crossed = blobs.save("3\n", opened)
    assert isinstance(crossed, DocCrossed)
    assert isinstance(blobs.save("3\n", crossed.theirs), DocSaved)
    assert [blobs.open_doc.get_version(NAME, number) for number in (1, 2, 3)] == [
        *("1\n", "2\n", "3\n")
    ]


def test_state_that_was_never_kept_has_no_base(blobs: DocStore) -> None:
    blobs.write(b"1\n")
    outcome = blobs.edit_doc(NUMBERS, "2\n", seen="f" * 64, by=MAX)
    assert outcome == DocCrossed("2\n", blobs.open_doc(NUMBERS))


@given(mine=st.lists(st.integers(0, 3), max_size=6), theirs=st.lists(st.integers(0, 3), max_size=6))
def test_no_saved_line_is_ever_lost(mine: list[int], theirs: list[int]) -> None:
    blobs = DocStore()
    opened = blobs.write(b"0\n1\n2\n")
    for by, numbers in ((MAX, theirs), (ANN, mine)):
        blobs.save("".join(f"{number}\n" for number in numbers), opened, by=by)
    versions = {
        blobs.open_doc.get_version(NAME, version.number) for version in blobs.versions.list(NAME)
    }
    assert {"0\n1\n2\n", "".join(f"{number}\n" for number in theirs)} <= versions


def test_who_changed_it_last_is_known_as_far_as_it_was_done_here(blobs: DocStore) -> None:
    opened = blobs.write(b"1\n")
    start = blobs.rig.clock.now()
    assert blobs.open_doc.find_last_change(opened) == LastChange(start)
    blobs.rig.clock.advance(timedelta(hours=1))
    blobs.save("2\n", opened, by=ANN)
    later = blobs.rig.clock.now()
    assert blobs.open_doc.find_last_change(blobs.open_doc(NUMBERS)) == LastChange(later, ANN)
    blobs.rig.clock.advance(timedelta(hours=1))
    external_scheduler = LastChange(blobs.rig.clock.now())
    assert blobs.open_doc.find_last_change(blobs.write(b"3\n")) == external_scheduler


def test_list_tells_what_can_be_read_and_what_stays_in_force(blobs: DocStore) -> None:
    [shown] = blobs.list_docs()
    assert (shown.doc.digest, shown.said.problems, len(shown.said.unsaid)) == (None, (), 1)
    blobs.save("one\n", blobs.write(b"1\n"), anyway=True)
    [shown] = blobs.list_docs()
    assert len(shown.said.problems) == 1
    assert shown.kept is not None
    assert shown.kept.text == "1\n"


def test_file_that_is_no_text_is_told_and_stops_nothing(blobs: DocStore) -> None:
    blobs.folder.files[NAME] = b"PK\x03\x04 a workbook"
    [shown] = blobs.list_docs()
    assert "workbook" in shown.fault
    with pytest.raises(InputError, match="workbook"):
        blobs.save("1\n", None)
