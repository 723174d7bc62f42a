"""How two versions of a sheet are compared."""

from __future__ import annotations

from belfry.kernel.sheets import ChangedCell, Comparison, compare_sheets, read_sheet


def compare(old: str, new: str, *key: str) -> Comparison:
    sheets = [read_sheet(text.encode(), name="tasks.csv") for text in (old, new)]
    return compare_sheets(sheets[0], sheets[1], key=key)


def test_same_cells_in_another_form_and_order_are_no_difference() -> None:
    old = "name,owner\nDoors,Ann\nAlarm,Bob\n"
    new = 'Owner;Name\r\n"Bob";Alarm\r\nAnn; Doors\r\n'

    assert compare(old, new, "name") == Comparison()


def test_rows_and_cells_are_told_in_words() -> None:
    old = "name,owner,note\nDoors,Ann,x\nAlarm,Bob,\n"
    new = "name,owner,proof\nDoors,Cy,\nLift,Bob,yes\n"

    comparison = compare(old, new, "name")

    assert comparison.words == (
        "column proof was added",
        "column note was removed",
        "Lift was added",
        "Alarm was removed",
        "Doors: owner 'Ann' became 'Cy'",
    )
    assert comparison.changed == (ChangedCell("Doors", 2, "owner", "Ann", "Cy"),)


def test_rows_of_one_name_are_told_apart_by_their_order() -> None:
    old = "name,owner\nDoors,Ann\nDoors,Bob\n"
    new = "name,owner\nDoors,Ann\nDOORS,\nDoors,Cy\n"

    assert compare(old, new, "name").words == (
        "Doors (number 3 of that name) was added",
        "DOORS (number 2 of that name): name 'Doors' became 'DOORS'",
        "DOORS (number 2 of that name): owner 'Bob' became nothing",
    )


def test_without_a_key_a_changed_row_is_one_gone_and_one_come() -> None:
    assert compare("name,n\nAnn,1\n", "name,n\nAnn,2\n").words == (
        "Ann, 2 was added",
        "Ann, 1 was removed",
    )
