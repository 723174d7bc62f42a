"""Whether the starter packs are sound, and how a list takes one up."""

from __future__ import annotations

import pytest
from tests.loops import for_each

from belfry.controls.chains.rules import fold_section
from belfry.controls.packs.load_pack import HEADER, Pack, get_pack, list_packs, plan_loading
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.controls.tasks.judge_tasks import COLUMNS, LONGEST_CELL, read_tasks
from belfry.kernel.errors import NotFound
from belfry.kernel.sheets import (
    RowReader,
    SheetError,
    make_sheet,
    match_columns,
    read_sheet,
    write_sheet,
)

PACKS = list_packs()
ROWS = [pytest.param(row, id=f"{pack.name}: {row['name']}") for pack in PACKS for row in pack.rows]
PACK = Pack(
    "safety",
    (
        {"name": "Fire drill", "area": "Safety", "repeat": "monthly", "proof": "log", "notes": ""},
        {"name": "Exits", "area": "Safety", "repeat": "weekly", "proof": "", "notes": "a; b, c"},
    ),
)


def load(content: bytes, pack: Pack = PACK) -> tuple[bytes, tuple[str, ...]]:
    loading = plan_loading(read_sheet(content, name="controls/tasks.csv"), pack)
    return write_sheet(loading.sheet), loading.added


def test_there_is_a_pack_for_each_kind_of_work() -> None:
    assert [pack.name for pack in PACKS] == [
        *("clinic", "data", "facilities", "finance", "hr", "it", "restaurant", "safety")
    ]


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_pack_has_a_handful_of_controls(pack: Pack) -> None:
    assert 6 <= len(pack.rows) <= 10


@for_each("row", ROWS)
def test_control_of_a_pack_says_what_and_how_often(row: dict[str, str]) -> None:
    assert list(row) == ["name", "area", "repeat", "proof", "notes"]
    parse_repeat(row["repeat"])
    assert all(row[name] for name in ("name", "area", "repeat", "proof"))
    # Every list can hold it, whatever letters its file is written in.
    assert all(cell.isascii() and cell == cell.strip() for cell in row.values())
    assert all(len(cell) <= LONGEST_CELL for cell in row.values())


def test_no_two_packs_bring_the_same_name() -> None:
    names = [fold_section(row["name"]) for pack in PACKS for row in pack.rows]
    assert len(set(names)) == len(names)


def test_all_packs_together_make_a_list_without_problems() -> None:
    sheet = make_sheet("controls/tasks.csv", HEADER)
    for pack in PACKS:
        sheet = plan_loading(sheet, pack).sheet
    again = read_sheet(write_sheet(sheet), name="controls/tasks.csv")
    columns = match_columns(again, COLUMNS)
    read = read_tasks([RowReader(again, columns, row) for row in again.rows], country="GB")
    assert (len(read.rows), read.problems) == (sum(len(pack.rows) for pack in PACKS), ())


@pytest.mark.parametrize("typed_name", ["safety", " Safety ", "SAFETY"])
def test_pack_is_found_by_its_name(typed_name: str) -> None:
    assert get_pack(typed_name).name == "safety"


@pytest.mark.parametrize(
    "typed_name, hint",
    [
        ("safty", "did you mean safety?"),
        ("zoo", "there are clinic, data, facilities, finance, hr, it, restaurant, safety"),
        ("../packs/safety", "there are clinic"),
        ("", "there are clinic"),
    ],
)
def test_unknown_pack_is_refused_with_those_there_are(typed_name: str, hint: str) -> None:
    with pytest.raises(NotFound, match="there is no pack") as refused:
        get_pack(typed_name)
    assert hint in str(refused.value)


def test_rows_come_after_those_that_are_there() -> None:
    content, added = load(b"name,area,repeat,proof,notes\nLadders,Yard,yearly,,\n")
    assert added == ("Fire drill", "Exits")
    assert content == (
        b"name,area,repeat,proof,notes\nLadders,Yard,yearly,,\n"
        b'Fire drill,Safety,monthly,log,\nExits,Safety,weekly,,"a; b, c"\n'
    )


def test_loading_again_changes_nothing() -> None:
    first, _ = load(b"name,repeat\nLadders,yearly\n")
    assert load(first) == (first, ())


@pytest.mark.parametrize("name", ["FIRE DRILL", "fire-drill", " Fire  drill ", '"Fire drill"'])
def test_control_that_is_there_by_name_stays_as_the_team_wrote_it(name: str) -> None:
    line = f"{name},,every 3 weeks,,ours\n".encode()
    content, added = load(b"name,area,repeat,proof,notes\n" + line)
    assert added == ("Exits",)
    assert content.startswith(b"name,area,repeat,proof,notes\n" + line)


def test_name_in_a_row_that_cannot_be_read_counts_as_there() -> None:
    content = b"name,repeat\nFire drill,monthly,what is this\n"
    _, added = load(content)
    assert added == ("Exits",)


def test_list_keeps_its_letters_delimiter_line_ends_and_own_columns() -> None:
    content = '\ufeffName;Wie oft?;Repeat;Notes\r\n"K\u00fcche";x;weekly;"a;b"\r\n'.encode()
    written, _ = load(content)
    assert (
        written
        == (
            '\ufeffName;Wie oft?;Repeat;Notes;area;proof\r\n"K\u00fcche";x;weekly;"a;b"\r\n'
            'Fire drill;;monthly;;Safety;log\r\nExits;;weekly;"a; b, c";Safety;\r\n'
        ).encode()
    )


def test_list_in_older_letters_is_written_in_the_same() -> None:
    content = "name,area,repeat,proof,notes\nCaf\u00e9,,weekly,,\n".encode("cp1252")
    written, _ = load(content)
    assert written.startswith(content)
    assert written.decode("cp1252").splitlines()[2] == "Fire drill,Safety,monthly,log,"


def test_last_line_without_an_end_gets_one() -> None:
    written, _ = load(b"name,area,repeat,proof,notes\nLadders,,yearly,,")
    assert written.splitlines()[1:3] == [b"Ladders,,yearly,,", b"Fire drill,Safety,monthly,log,"]


def test_no_header_is_put_over_cells_that_slipped() -> None:
    written, _ = load(b"name,repeat\nLadders,yearly,slipped\n")
    assert written == (b"name,repeat\nLadders,yearly,slipped\nFire drill,monthly\nExits,weekly\n")


def test_list_with_headers_nobody_knows_is_refused() -> None:
    with pytest.raises(SheetError, match="did you mean 'repeat'"):
        load(b"name,repaet\nLadders,yearly\n")
