"""Whether the doctor says how to mend each finding, and mends what it may."""

from __future__ import annotations

import json
import os
import re
import shlex
import sqlite3
import stat
from dataclasses import replace
from pathlib import Path

from tests.entrypoints.cli.command_lines import find_command
from tests.entrypoints.cli.mends import list_mends
from tests.entrypoints.cli.shops import TUESDAY, Shop
from tests.entrypoints.cli.terminal import Terminal
from tests.loops import for_each

from belfry.adapters.sql.birth_mark import NAME
from belfry.bootstrap import Services
from belfry.entrypoints.cli.doctor import INSIDE, OUTSIDE
from belfry.scheduler.change_workflows import plan_save
from belfry.scheduler.triggers import Trigger

DO = {
    *("add", "ask", "call", "close", "copy", "fill", "give", "install", "make", "fix", "remove"),
    *("rename", "shorten"),
    *("save", "see", "set", "start", "take", "type", "write"),
}


def test_every_check_is_read() -> None:
    """The reader sees each module that the doctor asks, and so each finding there is."""
    read = {where.partition(":")[0] for where, _ in list_mends()}
    asked = {check.__module__.rpartition(".")[2] for check in (*OUTSIDE.values(), *INSIDE.values())}
    assert {f"{name}.py" for name in asked} <= read


@for_each("where, mend", list_mends)
def test_no_finding_is_without_a_way_to_mend_it(where: str, mend: str) -> None:
    """A command or a line to write stands in backticks; anything else begins with what to do."""
    assert mend.split(" ")[0] in DO or re.search(r"`[^`]+`", mend), mend


@for_each("where, mend", list_mends)
def test_commands_that_mend_are_commands(where: str, mend: str) -> None:
    for command in re.findall(r"`(belfry [^`]+)`", mend):
        assert find_command(shlex.split(command)[1:]), command


def open_to_others(path: Path) -> None:
    path.chmod(path.stat().st_mode | stat.S_IRGRP | stat.S_IROTH)


def is_open_to_others(path: Path) -> bool:
    return bool(path.stat().st_mode & 0o077)


def test_doctor_without_fix_changes_nothing(belfry: Terminal) -> None:
    own = belfry.folder / ".belfry"
    open_to_others(own)
    answer = belfry("doctor")
    assert f"note: {own}: others on this machine may read it\n" in answer.out
    assert "`belfry doctor --fix` does it for you\n" in answer.out
    assert is_open_to_others(own)


def test_fix_closes_what_is_nobody_elses_and_says_so(belfry: Terminal) -> None:
    own, password = belfry.folder / ".belfry", belfry.folder / "mail-password"
    password.write_text("secret")
    with (belfry.folder / "belfry.toml").open("a") as file:
        file.write('[mail]\npassword_file = "mail-password"\n')
    open_to_others(own)
    open_to_others(password)
    examined = belfry("doctor", "--fix", "--json").json
    assert examined["mended"] == [f"{own} is now yours alone", f"{password} is now yours alone"]
    assert not is_open_to_others(own)
    assert not is_open_to_others(password)
    assert [finding for finding in examined["findings"] if finding["fixable"]] == []
    assert belfry("doctor", "--fix", "--json").json["mended"] == []


def test_new_team_is_closed_to_others_from_the_first(belfry: Terminal, tmp_path: Path) -> None:
    belfry("init", tmp_path / "new", "--yes")
    belfry("controls", "list", "--team", tmp_path / "new")
    assert not is_open_to_others(tmp_path / "new" / ".belfry")


def test_fix_makes_the_database(belfry: Terminal, tmp_path: Path) -> None:
    belfry("init", tmp_path / "new", "--yes")
    answer = belfry("doctor", "--fix", "--team", tmp_path / "new")
    assert "fixed: the database is up to date\n" in answer.out
    assert (tmp_path / "new" / ".belfry" / "belfry.db").exists()


def test_fix_brings_an_old_database_to_its_shape(belfry: Terminal, tmp_path: Path) -> None:
    old = belfry.folder / ".belfry" / "belfry.db"
    old.unlink()
    old.with_name(NAME).unlink(missing_ok=True)
    sqlite3.connect(old).close()
    assert json.loads(belfry("doctor", "--json").out)["findings"][-1]["fixable"]
    assert belfry("doctor", "--fix").code == 0


def test_lost_database_is_told_and_not_replaced(belfry: Terminal) -> None:
    belfry("controls", "list")
    (belfry.folder / ".belfry" / "belfry.db").unlink()
    answer = belfry("doctor", "--fix", "--json")
    finding = json.loads(answer.out)["findings"][-1]
    assert (answer.code, finding["where"], finding["fixable"]) == (1, "the database", False)
    assert "belfry.db is missing" in finding["what"]
    refused = belfry("workflows", "list")
    assert (refused.code, refused.out) == (2, "")
    assert "restore a backup with `belfry restore FILE DIR`" in refused.err
    assert not (belfry.folder / ".belfry" / "belfry.db").exists()


def test_database_of_a_newer_belfry_cannot_be_mended(belfry: Terminal) -> None:
    database = sqlite3.connect(belfry.folder / ".belfry" / "belfry.db")
    with database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    answer = belfry("doctor", "--fix", "--json")
    assert (answer.code, json.loads(answer.out)["mended"]) == (1, [])


def test_fix_makes_built_in_workflows_that_are_missing(
    belfry: Terminal, shop: Shop, services: Services
) -> None:
    shop.live(TUESDAY, minutes=0)
    tidy = services.ports.workflows.find_by_name(1, "tidy")
    assert tidy is not None
    gone = replace(tidy, deleted_at=TUESDAY)
    trigger = services.ports.store.find(Trigger, tidy.key)
    changes = plan_save(tidy, gone, trigger=trigger, action="deleted", by="test", now=TUESDAY)
    services.ports.store.commit(changes)
    assert "the built-in workflows: not there yet: tidy\n" in belfry("doctor").out
    assert "fixed: made the built-in workflows tidy\n" in belfry("doctor", "--fix").out
    assert services.ports.workflows.find_by_name(1, "tidy")


def test_fix_clears_what_a_backup_left_behind_only_if_it_is_old(belfry: Terminal) -> None:
    old, new = belfry.folder / ".belfry-new-a", belfry.folder / ".belfry-new-b"
    for left in (old, new):
        left.mkdir()
        (left / "records").write_text("half")
    os.utime(old, (1_700_000_000, 1_700_000_000))
    assert belfry("doctor", "--fix", "--json").json["mended"] == [f"{old} is gone"]
    assert (old.exists(), new.exists()) == (False, True)


def test_findings_stand_under_the_part_they_belong_to(belfry: Terminal) -> None:
    (belfry.folder / "belfry.toml").write_text("")
    lines = belfry("doctor").out.splitlines()
    assert lines[0] == "Settings:"
    assert lines[1].startswith("note: belfry.toml: public_url")
