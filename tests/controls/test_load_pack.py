"""What loading a pack does to the team's folder and its trail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest
from tests.apps import memory_ports
from tests.controls.acting import TASKS, saved
from tests.controls.offices import START, Office, memory_office, open_office
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.files import MemoryFolder

from belfry.adapters.system.clock import VirtualClock
from belfry.controls.packs.load_pack import HEADER, Loading
from belfry.kernel.errors import NotFound, Temporary
from belfry.kernel.sheets import SheetError
from belfry.ports.files import FileContent

SAFETY = 10


class BusyFolder(MemoryFolder):
    """A folder in which another program saves a file right before we do."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(files)
        self.meddlers: list[Callable[[], object]] = []

    def replace(self, name: str, content: bytes, expected_digest: str | None) -> FileContent:
        if self.meddlers:
            self.meddlers.pop(0)()
        return super().replace(name, content, expected_digest)


def load(office: Office, name: str = "safety") -> Loading:
    return office.app.services.controls.load_pack(name, by="user/1")


def audit_log(office: Office) -> list[tuple[str, str]]:
    entries = office.ports.audit_log.list_entries(f"table/{TASKS}")
    return [(entry.action, entry.by) for entry in entries]


def names(office: Office) -> list[str]:
    """What the list holds once it has been looked at."""
    synced = office.app.services.controls.sync()
    assert synced.problems == ()
    return [control.name for control in office.ports.controls.list_page(limit=100)]


def test_pack_is_added_to_the_list_and_taken_up(office: Office) -> None:
    before = saved(office)
    loaded = load(office)
    assert (loaded.pack, len(loaded.added), loaded.kept) == ("safety", SAFETY - 1, ("Fire drill",))
    assert saved(office)[: len(before)] == before
    assert sorted(names(office)) == sorted(["Fire drill", *loaded.added])


def test_list_is_made_where_there_is_none(office: Office) -> None:
    office.remove(TASKS)
    assert len(load(office).added) == SAFETY
    assert saved(office)[0] == ",".join(HEADER)
    assert len(names(office)) == SAFETY


def test_second_time_nothing_is_written_or_noted(office: Office) -> None:
    load(office)
    content, entries = saved(office), audit_log(office)
    assert load(office).added == ()
    assert (saved(office), audit_log(office)) == (content, entries)


def test_trail_tells_who_asked_and_what_came(office: Office) -> None:
    loaded = load(office)
    assert audit_log(office) == [("pack-asked", "user/1"), ("pack-loaded", "user/1")]
    (entry, _) = office.ports.audit_log.list_entries(f"table/{TASKS}")
    assert entry.after == {"pack": "safety", "controls": list(loaded.added)}


def test_list_before_and_after_is_kept(office: Office) -> None:
    before = office.ports.folder.read(TASKS).content
    load(office)
    numbers = [version.number for version in office.ports.versions.list(TASKS)]
    assert [office.ports.versions.get(TASKS, number) for number in sorted(numbers)] == [
        before,
        office.ports.folder.read(TASKS).content,
    ]


def test_unknown_pack_touches_nothing(office: Office) -> None:
    before = saved(office)
    with pytest.raises(NotFound):
        load(office, "zoo")
    assert (saved(office), audit_log(office)) == (before, [])


def test_list_that_cannot_be_read_is_left_alone() -> None:
    office = memory_office()
    office.write(TASKS, 'name,repeat\n"Fire drill,monthly\n')
    with pytest.raises(SheetError, match="a quote is opened"):
        load(office)
    assert (len(saved(office)), audit_log(office)) == (2, [])


def busy_office(*meddlers: Callable[[Office], object]) -> Office:
    ports = memory_ports(VirtualClock(START), CrashingPoints())
    usual = open_office(ports)
    assert isinstance(usual.ports.folder, MemoryFolder)
    folder = BusyFolder(usual.ports.folder.files)
    office = open_office(replace(usual.ports, folder=folder))
    folder.meddlers = [partial(act, office) for act in meddlers]
    return office


def save_row(office: Office) -> None:
    office.edit(TASKS, "Fire drill,", "Ladders,Yard,yearly,,,,,\nFire drill,")


def test_row_that_somebody_saves_meanwhile_is_not_lost() -> None:
    office = busy_office(save_row)
    load(office)
    assert len(names(office)) == SAFETY + 1
    assert "Ladders" in names(office)


def test_list_that_never_stands_still_is_left_for_later() -> None:
    rows: Sequence[Callable[[Office], object]] = [
        lambda office: office.edit(TASKS, "Safety", "Safety ") for _ in range(3)
    ]
    office = busy_office(*rows)
    with pytest.raises(Temporary, match="again and again"):
        load(office)
    assert len(saved(office)) == 2
