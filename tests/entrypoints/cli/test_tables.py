"""Whether the team's tables can be compared and brought back from the terminal."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from tests.entrypoints.cli.shops import TUESDAY, Shop
from tests.entrypoints.cli.terminal import Terminal


@pytest.fixture
def seen_twice(belfry: Terminal, shop: Shop) -> Shop:
    for minutes, stage in ((0, "diagnosing"), (3, "ready")):
        shop.put(stage)
        belfry("jobs", "poll", "--at", (TUESDAY + timedelta(minutes=minutes)).isoformat())
    return shop


@pytest.mark.parametrize("name", ["board", "jobs/board.csv"])
def test_versions_are_listed_newest_first(belfry: Terminal, seen_twice: Shop, name: str) -> None:
    answer = belfry("tables", "versions", name, "--json").json
    assert answer["table"] == "jobs/board.csv"
    assert [(version["number"], version["at"]) for version in answer["versions"]] == [
        (2, "2026-11-17T10:03:00+00:00"),
        (1, "2026-11-17T10:00:00+00:00"),
    ]
    assert [version["number"] for version in _list(belfry, "-n", "1")] == [2]


def test_versions_are_compared_in_words(belfry: Terminal, seen_twice: Shop) -> None:
    changed = "J-2042: stage 'diagnosing' became 'ready'"
    assert belfry("tables", "compare", "board", 1).out == f"{changed}\n"
    back = belfry("tables", "compare", "board", 2, 1, "--json").json
    assert back["changes"] == ["J-2042: stage 'ready' became 'diagnosing'"]
    assert belfry("tables", "compare", "board", 2).out == "Versions 2 and 2 say the same.\n"


def test_restored_table_is_as_it_was_and_can_be_undone(belfry: Terminal, seen_twice: Shop) -> None:
    ready = seen_twice.board.read_bytes()
    answer = belfry("tables", "restore", "board", 1, "--json").json
    assert answer == {"table": "jobs/board.csv", "restored": 1, "version": 3}
    assert b",diagnosing\n" in seen_twice.board.read_bytes()
    belfry("tables", "restore", "board", 2)
    assert seen_twice.board.read_bytes() == ready
    assert belfry("audit", "verify").code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("versions", "bord"), id="a table there is not"),
        pytest.param(("versions", "../secrets.csv"), id="a file elsewhere"),
        pytest.param(("compare", "board", "7"), id="a version there is not"),
        pytest.param(("restore", "board", "7"), id="a version to restore there is not"),
        pytest.param(("restore", "board", "0"), id="a number there cannot be"),
    ],
)
def test_what_is_not_there_is_one_clear_line(
    belfry: Terminal, seen_twice: Shop, arguments: tuple[str, ...]
) -> None:
    answer = belfry("tables", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1


def _list(belfry: Terminal, *options: str) -> list[dict[str, object]]:
    versions: list[dict[str, object]] = belfry(
        "tables", "versions", "board", *options, "--json"
    ).json["versions"]
    return versions


def test_samples_are_removed_and_own_rows_stay(belfry: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    belfry("init", folder, "--yes")
    board = folder / "jobs" / "board.csv"
    own = "J-1,Ann Lee,ann@lee.example,email,toaster,received,yes\n"
    changed = (
        board.read_text().replace("Wim de Boer", "Wim Boer").replace("lamp,received", "lamp,ready")
    )
    board.write_text(changed + own)
    belfry("jobs", "poll", "--team", folder)
    belfry("controls", "tick", "--team", folder)
    [note] = [
        line for line in belfry("doctor", "--team", folder).out.splitlines() if "samples" in line
    ][:1]
    assert "5 in jobs/board.csv, 7 in controls/tasks.csv, " in note

    removed = belfry("tables", "remove-samples", "--team", folder, "--json").json["removed"]
    assert (removed["jobs/board.csv"], removed["people.csv"]) == (5, 3)
    assert [line.split(",")[0] for line in board.read_text().splitlines()] == [
        "job_id",
        "J-1046",
        "J-1",
    ]
    assert "samples" not in belfry("doctor", "--team", folder).out
    assert belfry("controls", "list", "--team", folder, "--json").json["controls"] == []
    polled = belfry("jobs", "poll", "--team", folder, "--json").json
    assert (polled["jobs"], polled["problems"]) == (2, [])
    assert "no sample rows" in belfry("tables", "remove-samples", "--team", folder).out


def test_weeks_of_samples_go_with_them(belfry: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    belfry("init", folder, "--yes")
    for act in ("template", "draft"):
        belfry("rota", act, "--team", folder)
    [week] = sorted((folder / "rota").glob("week-*.csv"))
    monday = week.stem.removeprefix("week-")
    assert "Draft 1, made by " in belfry("rota", "show", "--team", folder).out

    answer = belfry("tables", "remove-samples", "--team", folder)
    assert f"The week of {monday}, which had sample people alone, is gone." in answer.out
    assert f"no draft yet of the week of {monday}" in belfry("rota", "show", "--team", folder).err
    assert belfry("rota", "requests", "--team", folder, "--json").json["clashes"] == []
    assert len(week.read_text().splitlines()) == 1
    discarded = belfry("audit", "log", "--team", folder, "--subject", f"rota/{monday}").out
    assert "rota.discarded" in discarded

    with (folder / "rota" / "staff.csv").open("a") as staff:
        staff.write("Ann Lee,counter,8,,ann@lee.example,,\n")
    with (folder / "rota" / "template.csv").open("a") as template:
        template.write("own,Mon,09:00,17:00,counter,,1,,,\n")
    assert "made from the template" in belfry("rota", "template", "--team", folder).out
    drafted = belfry("rota", "draft", "--team", folder, "--json").json
    assert (drafted["draft"], [shift["assigned_to"] for shift in drafted["shifts"]]) == (
        2,
        [["Ann Lee"]],
    )


def test_week_with_people_of_one_s_own_stays(belfry: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    belfry("init", folder, "--yes")
    with (folder / "rota" / "staff.csv").open("a") as staff:
        staff.write("Ann Lee,counter,8,,ann@lee.example,,\n")
    for act in ("template", "draft"):
        belfry("rota", act, "--team", folder)
    assert belfry("tables", "remove-samples", "--team", folder, "--json").json["weeks"] == []
    assert "Draft 1, made by " in belfry("rota", "show", "--team", folder).out


def test_published_week_of_samples_is_archived_and_needs_no_cover(
    belfry: Terminal, tmp_path: Path
) -> None:
    folder = tmp_path / "new"
    belfry("init", folder, "--yes")
    for act in ("template", "draft", "approve"):
        belfry("rota", act, "--team", folder)
    assert len(belfry("tables", "remove-samples", "--team", folder, "--json").json["weeks"]) == 1
    shown = belfry("rota", "show", "--team", folder, "--json").json
    assert (shown["published"], shown["needs_cover"]) == (1, [])
