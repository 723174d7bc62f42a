"""What is made of a board or settings that cannot be read, or are written anew."""

from __future__ import annotations

import pytest
from tests.jobs.shops import BOARD, SETTINGS, SHOP, Bench, fill

from belfry.kernel.errors import Temporary


def test_a_board_that_is_being_saved_changes_nothing(bench: Bench) -> None:
    fill(bench, 3)
    bench.folder.busy.add(BOARD)

    with pytest.raises(Temporary):
        bench.poll(after=3)

    assert (bench.data_problems(), bench.job("J-0").missing_since) == ([], None)


@pytest.mark.parametrize(
    ("content", "place", "said"),
    [
        pytest.param(None, BOARD, "there is no file jobs/board.csv", id="missing"),
        pytest.param(b"", BOARD, "the file is empty: expected a line of headers", id="empty"),
        pytest.param(
            b'job_id,stage\r\nJ-0,"in pro',
            f"{BOARD}, line 2, column B (stage)",
            "a quote is opened here and never closed: was the file saved whole?",
            id="saved by half",
        ),
        pytest.param(b"job_id,customer\r\nJ-0,Ann\r\n", f"{BOARD}, line 1", None, id="no stage"),
        pytest.param(b"PK\x03\x04 and so on", BOARD, None, id="a workbook"),
    ],
)
def test_a_board_that_cannot_be_read_changes_nothing(
    bench: Bench, content: bytes | None, place: str, said: str | None
) -> None:
    ids = fill(bench, 3)
    before = bench.ports.jobs.list_by_id(ids)
    whole = bench.folder.files.pop(BOARD)
    if content is not None:
        bench.folder.files[BOARD] = content

    for _ in range(3):
        polled = bench.poll(after=10)
        assert (polled.is_whole, polled.moves, polled.closed) == (False, (), ())
    ((where, what),) = bench.data_problems()
    assert (where, said or what) == (place, what)
    assert bench.sweep().why_not
    assert bench.ports.jobs.list_by_id(ids) == before

    bench.folder.files[BOARD] = whole
    bench.poll(after=3)
    assert (bench.data_problems(), bench.sweep().why_not) == ([], "")


def test_a_team_without_a_board_is_left_alone(bench: Bench) -> None:
    bench.folder.files.clear()

    polled = bench.poll()

    assert (str(polled), polled.problems) == ("this team keeps no job board", ())
    assert bench.data_problems() == []


def test_a_folder_that_has_gone_is_told(bench: Bench) -> None:
    fill(bench, 3)
    bench.folder.files.clear()
    bench.poll(after=3)

    assert sorted(bench.data_problems()) == [
        (BOARD, "there is no file jobs/board.csv"),
        (SETTINGS, "the file is missing"),
    ]


def test_a_board_with_other_headers_is_read_again_without_moves(bench: Bench) -> None:
    fill(bench, 2)
    bench.put("J-1", "ready")
    order = [5, 0, 1, 2, 3, 4]
    header = ["Status", "Job Number", "Client", "E-mail", "Notify by", "What"]
    rows = [[cells[place] for place in order] for cells in bench.lines.values()]
    lines = [",".join(cells) for cells in [header, *rows]]
    bench.write(BOARD, "\n".join(lines) + "\n")

    assert bench.poll(after=3).pending == ("J-1",)
    assert [move.job_id for move in bench.poll(after=3).moves] == ["J-1"]
    assert bench.moves("J-0") == [("", "in progress", "new", False)]
    assert bench.data_problems() == []


def test_stages_renamed_with_the_old_name_kept_move_nothing(bench: Bench) -> None:
    fill(bench, 2)
    text = SHOP.replace("in progress (also: started)", "on the bench (also: in progress, started)")
    bench.write(SETTINGS, text.replace("in progress 2 days", "on the bench 2 days"))
    bench.write(
        SETTINGS,
        bench.folder.files[SETTINGS].decode().replace("in progress 3 days", "on the bench 3 days"),
    )
    bench.settle()

    assert (len(bench.moves("J-0")), bench.job("J-0").stage) == (1, "on the bench")
    assert bench.data_problems() == []


def test_stages_in_another_order_move_nothing(bench: Bench) -> None:
    fill(bench, 2)
    bench.set(
        "Stages: received, in progress, diagnosing, awaiting parts (side), ready, collected",
        without=["Stages"],
    )
    bench.settle()

    assert len(bench.moves("J-0")) == 1


def test_a_stage_taken_out_with_jobs_in_it_is_shown_and_nothing_moves(bench: Bench) -> None:
    fill(bench, 2, "diagnosing")
    bench.set(
        "Stages: received, in progress, ready, collected",
        without=["Stages", "Typical", "Chase after"],
    )
    bench.settle()

    assert [len(bench.moves("J-0")), len(bench.data_problems())] == [1, 2]
    bench.put("J-0", "in progress")
    bench.settle()
    bench.deliver()
    assert bench.moves("J-0")[1:] == [("diagnosing", "in progress", "back", False)]
    assert (bench.said(), bench.job("J-0").slip) == ([], "")


def test_settings_with_a_mistake_leave_the_last_whole_ones_in_force(bench: Bench) -> None:
    fill(bench, 2)
    bench.set("Quiet ours: 8pm to 9am")
    bench.put("J-0", "ready")
    bench.settle()

    assert bench.job("J-0").stage == "ready"
    ((place, text),) = bench.data_problems()
    assert place == "jobs/settings.txt line 7, column 1"
    assert "did you mean Quiet hours?" in text

    bench.set()
    bench.poll(after=3)
    assert bench.data_problems() == []


def test_settings_that_were_never_whole_are_a_clear_problem(bench: Bench) -> None:
    bench.write(SETTINGS, "Shop: The Repair Bench\nStages: only one\n")

    polled = bench.poll()

    assert not polled.is_whole
    assert [place for place, _ in polled.problems] == ["jobs/settings.txt line 2, column 17"]
    assert bench.data_problems() == list(polled.problems)
