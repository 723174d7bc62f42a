"""Owners, and only owners, can export or delete a customer's data."""

from __future__ import annotations

import json
from io import BytesIO
from zipfile import ZipFile

from tests.entrypoints.web.pages.apps import Visitor
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.reading import read

PAGE = "/jobs/J-2051/forget"


def told(bench: Bench) -> None:
    bench.open()
    bench.move({"J-2051": "diagnosing"})


def test_page_says_what_is_kept_and_how_to_have_it_forgotten(bench: Bench, owner: Visitor) -> None:
    told(bench)
    text = read(owner.get(PAGE).text).text
    assert "What is kept of Tom Webb" in text
    assert "Everything that belongs to tom@example.com: J-2051." in text


def test_file_to_hand_over_holds_what_was_said(bench: Bench, owner: Visitor) -> None:
    told(bench)
    answer = owner.get("/jobs/J-2051/export")
    assert answer.headers["content-type"] == "application/zip"
    with ZipFile(BytesIO(answer.content)) as package:
        file = json.loads(package.read("customer.json"))
    assert [job["customer"] for job in file["jobs"]] == ["Tom Webb"]


def test_job_on_the_board_is_not_forgotten(bench: Bench, owner: Visitor) -> None:
    told(bench)
    answer = owner.submit(PAGE, PAGE, {"typed": "J-2051"})
    assert answer.status_code == 409
    assert "J-2051 still on the board" in read(answer.text).text


def test_nothing_is_forgotten_by_a_slip_of_the_hand(bench: Bench, owner: Visitor) -> None:
    told(bench)
    answer = owner.submit(PAGE, PAGE, {"typed": "yes"})
    assert answer.status_code == 409
    assert "Type J-2051 to say that you mean it." in read(answer.text).text


def test_customer_whose_row_is_gone_is_forgotten(bench: Bench, owner: Visitor) -> None:
    told(bench)
    (bench.folder / "board.csv").write_text(f"{bench.head}\n", encoding="utf-8")
    answer = owner.submit(PAGE, PAGE, {"typed": "J-2051"})
    assert answer.status_code == 200
    assert "Forgotten J-2051: 1 messages" in read(answer.text).text
    assert "Tom Webb" not in owner.get("/jobs/J-2051").text


def test_manager_may_neither_hand_over_nor_forget(bench: Bench, manager: Visitor) -> None:
    told(bench)
    assert manager.get(PAGE).status_code == 403
    assert manager.get("/jobs/J-2051/export").status_code == 403
    assert "What is kept of them" not in manager.get("/jobs/J-2051").text
