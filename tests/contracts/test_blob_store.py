"""What every blob store promises."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.contracts.test_folder import BAD_NAMES
from tests.fakes.blob_store import MemoryBlobStore
from tests.fakes.crash_points import CrashingPoints

from belfry.adapters.aws.s3 import S3BlobStore
from belfry.adapters.files.folder import FileBlobStore
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.ports.files import BlobStore

NAME = "photos/J-17/ready.jpg"


@pytest.fixture(params=["memory", "files", "s3"])
def blobs(request: pytest.FixtureRequest, tmp_path: Path) -> BlobStore:
    if request.param == "memory":
        return MemoryBlobStore()
    if request.param == "s3":
        return S3BlobStore(request.getfixturevalue("s3"))
    return FileBlobStore(tmp_path, CrashingPoints())


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\xff\xd8\r\n\x00\x1a", id="any bytes"),
        pytest.param(bytes(range(256)) * 5000, id="a megabyte"),
    ],
)
def test_what_was_put_is_given_back_to_the_byte(blobs: BlobStore, content: bytes) -> None:
    blobs.put(NAME, content)

    assert blobs.get(NAME) == content


def test_put_replaces_what_had_the_name(blobs: BlobStore) -> None:
    blobs.put(NAME, b"a long one")
    blobs.put(NAME, b"short")

    assert blobs.get(NAME) == b"short"


def test_names_do_not_touch_each_other(blobs: BlobStore) -> None:
    names = ["a.jpg", "b/a.jpg", "b/b.jpg", "b.jpg", "c/d/e/f.jpg"]
    for name in names:
        blobs.put(name, name.encode())
    blobs.remove("b/a.jpg")

    assert [blobs.get(name) for name in names if name != "b/a.jpg"] == [
        b"a.jpg",
        b"b/b.jpg",
        b"b.jpg",
        b"c/d/e/f.jpg",
    ]


@pytest.mark.parametrize("name", ["photos/J-18/ready.jpg", "photos/J-17", "photos", f"{NAME}/x"])
def test_what_was_never_put_is_not_found(blobs: BlobStore, name: str) -> None:
    blobs.put(NAME, b"x")

    with pytest.raises(NotFound, match=name):
        blobs.get(name)


def test_what_was_removed_is_gone(blobs: BlobStore) -> None:
    blobs.put(NAME, b"x")
    blobs.remove(NAME)

    with pytest.raises(NotFound):
        blobs.get(NAME)


@pytest.mark.parametrize("name", [NAME, "photos/J-17", f"{NAME}/x"])
def test_removing_what_is_not_there_is_silent(blobs: BlobStore, name: str) -> None:
    blobs.put("photos/J-17/other.jpg", b"x")
    blobs.remove(name)

    assert blobs.get("photos/J-17/other.jpg") == b"x"


@pytest.mark.parametrize("first, second", [("a/b", "a"), ("a", "a/b"), ("a", "a/b/c")])
def test_name_cannot_be_a_file_and_a_folder_at_once(
    blobs: BlobStore, first: str, second: str
) -> None:
    blobs.put(first, b"first")

    with pytest.raises(Conflict):
        blobs.put(second, b"second")

    assert blobs.get(first) == b"first"
    blobs.remove(first)
    blobs.put(second, b"second")
    assert blobs.get(second) == b"second"


def test_many_that_put_and_remove_at_once_lose_nothing(blobs: BlobStore) -> None:
    def put_and_remove(number: int) -> None:
        blobs.put(f"photos/passing/{number % 4}/{number}.jpg", b"x")
        blobs.remove(f"photos/passing/{number % 4}/{number}.jpg")
        blobs.put(f"photos/kept/{number}.jpg", str(number).encode())

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(put_and_remove, range(40)))

    contents = [blobs.get(f"photos/kept/{number}.jpg") for number in range(40)]
    assert contents == [str(number).encode() for number in range(40)]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_name_that_could_lead_elsewhere_is_refused(blobs: BlobStore, name: str) -> None:
    with pytest.raises(InputError):
        blobs.put(name, b"x")
    with pytest.raises(InputError):
        blobs.get(name)
    with pytest.raises(InputError):
        blobs.remove(name)


def test_names_are_listed_in_their_order(blobs: BlobStore) -> None:
    assert blobs.list() == []
    names = ["evidence/c1/1.pdf", "photos/J-1/1.jpg", "rota/2026-11-16.csv", "serve"]
    for name in reversed(names):
        blobs.put(name, b"content")

    assert blobs.list() == names
