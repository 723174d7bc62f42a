"""What every version store promises."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from tests.contracts.test_folder import BAD_NAMES
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.files import MemoryVersions
from tests.samples import NOON

from belfry.adapters.aws.s3 import S3Versions
from belfry.adapters.files.folder import FileVersions
from belfry.kernel.errors import InputError, NotFound
from belfry.ports.files import Version, Versions, digest_content

NAME = "rota/staff.csv"


@pytest.fixture(params=["memory", "files", "s3"])
def versions(request: pytest.FixtureRequest, tmp_path: Path) -> Versions:
    if request.param == "memory":
        return MemoryVersions()
    if request.param == "s3":
        return S3Versions(request.getfixturevalue("s3"))
    return FileVersions(tmp_path, CrashingPoints())


def test_kept_version_is_numbered_and_described(versions: Versions) -> None:
    at = NOON + timedelta(microseconds=17)

    assert versions.keep(NAME, b"one", at) == Version(1, at, digest_content(b"one"), 3)
    assert versions.keep(NAME, b"", at) == Version(2, at, digest_content(b""), 0)


def test_content_equal_to_the_latest_makes_no_new_version(versions: Versions) -> None:
    first = versions.keep(NAME, b"one", NOON)

    assert versions.keep(NAME, b"one", NOON + timedelta(hours=1)) == first
    assert versions.list(NAME) == [first]


def test_content_that_comes_back_later_is_a_version_of_its_own(versions: Versions) -> None:
    numbers = [versions.keep(NAME, content, NOON).number for content in (b"a", b"b", b"a")]

    assert numbers == [1, 2, 3]


def test_newest_version_is_listed_first_and_no_more_than_asked_for(versions: Versions) -> None:
    for content in (b"a", b"b", b"c"):
        versions.keep(NAME, content, NOON)

    assert [version.number for version in versions.list(NAME)] == [3, 2, 1]
    assert [version.number for version in versions.list(NAME, limit=2)] == [3, 2]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\xef\xbb\xbfname;x\r\nZo\xc3\xab;\x00\r", id="any bytes"),
        pytest.param(bytes(range(256)) * 5000, id="a megabyte"),
    ],
)
def test_version_gives_back_the_very_bytes(versions: Versions, content: bytes) -> None:
    versions.keep(NAME, b"before", NOON)
    number = versions.keep(NAME, content, NOON).number
    versions.keep(NAME, b"after", NOON)

    assert versions.get(NAME, number) == content


def test_files_have_versions_of_their_own(versions: Versions) -> None:
    versions.keep("a.csv", b"a", NOON)
    versions.keep("a.csv/b.csv", b"b", NOON)

    assert [version.number for version in versions.list("a.csv")] == [1]
    assert versions.get("a.csv/b.csv", 1) == b"b"


@pytest.mark.parametrize("number", [0, -1, 2])
def test_version_that_is_not_there_is_not_found(versions: Versions, number: int) -> None:
    versions.keep(NAME, b"one", NOON)

    with pytest.raises(NotFound):
        versions.get(NAME, number)
    with pytest.raises(NotFound):
        versions.get("people.csv", 1)
    assert versions.list("people.csv") == []


def test_two_that_keep_at_once_lose_nothing_and_share_no_number(versions: Versions) -> None:
    contents = [f"content {number}".encode() for number in range(40)]
    with ThreadPoolExecutor(4) as pool:
        versions_kept = list(pool.map(lambda content: versions.keep(NAME, content, NOON), contents))

    assert sorted(version.number for version in versions_kept) == list(range(1, 41))
    assert [versions.get(NAME, version.number) for version in versions_kept] == contents


@pytest.mark.parametrize("name", BAD_NAMES)
def test_name_that_could_lead_elsewhere_is_refused(versions: Versions, name: str) -> None:
    with pytest.raises(InputError):
        versions.keep(name, b"x", NOON)
    with pytest.raises(InputError):
        versions.list(name)
    with pytest.raises(InputError):
        versions.get(name, 1)


def test_removed_version_is_gone_and_the_others_stay(versions: Versions) -> None:
    for content in (b"a", b"b", b"c"):
        versions.keep(NAME, content, NOON)
    versions.remove(NAME, 2)
    versions.remove(NAME, 2)

    assert [version.number for version in versions.list(NAME)] == [3, 1]
    with pytest.raises(NotFound):
        versions.get(NAME, 2)
    assert versions.keep(NAME, b"d", NOON).number == 4


def test_latest_version_cannot_be_removed(versions: Versions) -> None:
    versions.keep(NAME, b"a", NOON)

    with pytest.raises(InputError):
        versions.remove(NAME, 1)
    assert versions.get(NAME, 1) == b"a"


def test_removing_from_a_file_without_versions_is_silent(versions: Versions) -> None:
    versions.remove(NAME, 7)

    assert versions.list(NAME) == []


def test_versions_can_be_loaded_into_another_store_with_numbers_and_times(
    versions: Versions,
) -> None:
    elsewhere = MemoryVersions()
    for number in range(1, 206):
        elsewhere.keep(NAME, b"%d" % number, NOON + timedelta(minutes=number))
    elsewhere.remove(NAME, 2)
    listed = elsewhere.list(NAME, limit=1000)

    for version in reversed(listed):
        versions.load(NAME, version, elsewhere.get(NAME, version.number))
    versions.load(NAME, listed[0], b"205")

    assert versions.list(NAME, limit=1000) == listed
    assert [versions.get(NAME, number) for number in (1, 3, 205)] == [b"1", b"3", b"205"]
    assert versions.keep(NAME, b"new", NOON).number == 206


def test_version_that_is_not_later_than_all_there_are_is_not_loaded(versions: Versions) -> None:
    versions.keep(NAME, b"one", NOON)
    other = Version(1, NOON, digest_content(b"other"), 5)

    with pytest.raises(InputError, match="version 1 of rota/staff.csv cannot follow version 1"):
        versions.load(NAME, other, b"other")

    assert versions.get(NAME, 1) == b"one"


def test_names_of_files_with_versions_are_listed(versions: Versions) -> None:
    assert versions.names() == []
    for name in ("rota/staff.csv", "people.csv", "jobs/board.csv"):
        versions.keep(name, b"one", NOON)

    assert versions.names() == ["jobs/board.csv", "people.csv", "rota/staff.csv"]
