"""A search of the audit log finds every matching entry once, and exports it safely."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.store import MemoryAuditLog, MemoryStore
from tests.samples import NOON

from belfry.kernel.changes import AuditEntry, Head
from belfry.ports.store import Place
from belfry.workspace.audit_log import (
    MOST_READ,
    ExportAuditLog,
    SearchAuditLog,
    Stretch,
    find_place,
)

MINUTE = timedelta(minutes=1)


def an_entry(
    number: int, *, by: str = "user/1", action: str = "edited", minute: int = 0
) -> AuditEntry:
    at = NOON + minute * MINUTE
    return AuditEntry(
        f"workflow/{number}", 1, at, by, action, {}, {"name": "x"}, "", f"hash{number}"
    )


def make_entries(*entries: AuditEntry) -> MemoryAuditLog:
    store = MemoryStore(CrashingPoints())
    store.entries.extend(entries)
    return MemoryAuditLog(store)


def subjects(entries: Sequence[AuditEntry]) -> list[str]:
    return [entry.subject for entry in entries]


def is_any(entry: AuditEntry) -> bool:
    return True


@pytest.mark.parametrize(
    ("within", "wanted"),
    [
        pytest.param(Stretch(), ["workflow/3", "workflow/2", "workflow/1"], id="ever"),
        pytest.param(Stretch(since=NOON + MINUTE), ["workflow/3", "workflow/2"], id="since"),
        pytest.param(Stretch(until=NOON + 2 * MINUTE), ["workflow/2", "workflow/1"], id="until"),
        pytest.param(Stretch(NOON + MINUTE, NOON + 2 * MINUTE), ["workflow/2"], id="between"),
    ],
)
def test_search_keeps_to_its_stretch(within: Stretch, wanted: list[str]) -> None:
    audit_log = make_entries(*(an_entry(number, minute=number - 1) for number in (1, 2, 3)))
    result = SearchAuditLog(audit_log)(is_any, within=within, limit=9)
    assert (subjects(result.entries), result.following) == (wanted, None)


@given(
    doers=st.lists(st.sampled_from(["user/1", "belfry"]), max_size=40),
    limit=st.integers(1, 9),
)
def test_pages_together_give_each_entry_once(doers: list[str], limit: int) -> None:
    entries = [an_entry(place, by=by, minute=place // 3) for place, by in enumerate(doers)]
    search = SearchAuditLog(make_entries(*entries))
    entries_read: list[AuditEntry] = []
    before: Place | None = None
    while True:
        page = search(lambda entry: entry.by == "user/1", before=before, limit=limit)
        assert len(page.entries) <= limit
        entries_read += page.entries
        before = page.following
        if before is None:
            break
    wanted = [entry for entry in entries if entry.by == "user/1"]
    assert entries_read == sorted(wanted, key=find_place, reverse=True)


@dataclass
class EndlessAuditLog:
    """Endless entries."""

    read: list[int] = field(default_factory=list)

    def list_entries(self, subject: str) -> Sequence[AuditEntry]:
        return []

    def list_latest(self, *, before: Place | None = None, limit: int) -> Sequence[AuditEntry]:
        self.read.append(limit)
        return [an_entry(number) for number in range(limit, 0, -1)]

    def heads(self) -> Iterator[Head]:
        return iter(())


def test_search_that_finds_nothing_stops_and_says_so() -> None:
    audit_log = EndlessAuditLog()
    result = SearchAuditLog(audit_log)(lambda entry: False, limit=50)
    assert (result.entries, result.is_cut) == ((), True)
    assert result.following is not None
    assert MOST_READ <= sum(audit_log.read) < 2 * MOST_READ


def test_first_page_without_a_question_reads_no_more_than_it_shows() -> None:
    audit_log = EndlessAuditLog()
    SearchAuditLog(audit_log)(is_any, limit=50)
    assert audit_log.read == [51]


def test_exported_audit_log_holds_no_formula() -> None:
    evil = an_entry(1, by="=HYPERLINK(1)", action="+SUM(1)", minute=5)
    search = SearchAuditLog(make_entries(evil, an_entry(2)))
    content = ExportAuditLog(search)(is_any, lambda by: f"-{by}")
    head, *rows = csv.reader(io.StringIO(content.decode("utf-8-sig")))
    assert head == ["at", "by", "name", "action", "subject", "entry", "before", "after", "hash"]
    assert rows == [
        ["2026-11-16T12:05:00+00:00", "'=HYPERLINK(1)", "'-=HYPERLINK(1)", "'+SUM(1)", "workflow/1"]
        + ["1", "", '{"name": "x"}', "hash1"],
        ["2026-11-16T12:00:00+00:00", "user/1", "'-user/1", "edited", "workflow/2"]
        + ["1", "", '{"name": "x"}', "hash2"],
    ]
