"""Whether a customer gets what is kept of them, and is forgotten at a word."""

from __future__ import annotations

import json
from pathlib import Path

from tests.entrypoints.cli.shops import Shop, tell_maya
from tests.entrypoints.cli.terminal import Terminal


def test_export_writes_what_is_kept_into_a_folder(
    belfry: Terminal, shop: Shop, tmp_path: Path
) -> None:
    tell_maya(shop)
    out = tmp_path / "for-maya"
    answer = belfry("jobs", "export", "maya@example.com", "--out", str(out))
    assert answer.code == 0, answer.err
    exported = json.loads((out / "customer.json").read_text(encoding="utf-8"))
    assert [job["id"] for job in exported["jobs"]] == ["J-2042"]


def test_export_never_writes_over_what_is_there(
    belfry: Terminal, shop: Shop, tmp_path: Path
) -> None:
    tell_maya(shop)
    answer = belfry("jobs", "export", "maya@example.com", "--out", str(tmp_path))
    assert answer.code == 2
    assert "is there already" in answer.err


def test_nobody_is_exported_who_is_not_known(belfry: Terminal, shop: Shop) -> None:
    answer = belfry("jobs", "export", "nobody@example.com")
    assert (answer.code, answer.out) == (2, "")
    assert "no customer has that address" in answer.err


def test_job_on_the_board_keeps_its_customer_from_being_forgotten(
    belfry: Terminal, shop: Shop
) -> None:
    tell_maya(shop)
    answer = belfry("jobs", "forget", "maya@example.com", "--yes")
    assert answer.code != 0
    assert "J-2042 still on the board" in answer.err


def test_customer_is_forgotten_once_the_row_is_gone(belfry: Terminal, shop: Shop) -> None:
    tell_maya(shop)
    shop.board.write_text("job_id,customer,contact,channel,item,stage\n")
    answer = belfry("jobs", "forget", "maya@example.com", "--yes", "--json")
    assert answer.code == 0, answer.err
    forgotten = json.loads(answer.out)
    assert (forgotten["jobs"], forgotten["messages"]) == (["J-2042"], 1)
    assert "Maya" not in belfry("jobs", "timeline", "J-2042").out
