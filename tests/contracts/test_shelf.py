"""What every shelf promises of what is put on it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.contracts.test_folder import BAD_NAMES
from tests.fakes.shelf import MemoryShelf
from tests.fakes.steps import StrikingSteps

from belfry.adapters.files.shelf import FileShelf
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.ports.shelf import Shelf

NAME = "photos/J-17/ready.jpg"


@pytest.fixture(params=["memory", "files"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Shelf:
    if request.param == "memory":
        return MemoryShelf()
    return FileShelf(tmp_path, StrikingSteps())


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\xff\xd8\r\n\x00\x1a", id="any bytes"),
        pytest.param(bytes(range(256)) * 5000, id="a megabyte"),
    ],
)
def test_what_was_put_is_given_back_to_the_byte(shelf: Shelf, content: bytes) -> None:
    shelf.put(NAME, content)

    assert shelf.get(NAME) == content


def test_put_replaces_what_had_the_name(shelf: Shelf) -> None:
    shelf.put(NAME, b"a long one")
    shelf.put(NAME, b"short")

    assert shelf.get(NAME) == b"short"


def test_names_do_not_touch_each_other(shelf: Shelf) -> None:
    names = ["a.jpg", "b/a.jpg", "b/b.jpg", "b.jpg", "c/d/e/f.jpg"]
    for name in names:
        shelf.put(name, name.encode())
    shelf.remove("b/a.jpg")

    assert [shelf.get(name) for name in names if name != "b/a.jpg"] == [
        b"a.jpg",
        b"b/b.jpg",
        b"b.jpg",
        b"c/d/e/f.jpg",
    ]


@pytest.mark.parametrize("name", ["photos/J-18/ready.jpg", "photos/J-17", "photos", f"{NAME}/x"])
def test_what_was_never_put_is_not_found(shelf: Shelf, name: str) -> None:
    shelf.put(NAME, b"x")

    with pytest.raises(NotFound, match=name):
        shelf.get(name)


def test_what_was_removed_is_gone(shelf: Shelf) -> None:
    shelf.put(NAME, b"x")
    shelf.remove(NAME)

    with pytest.raises(NotFound):
        shelf.get(NAME)


@pytest.mark.parametrize("name", [NAME, "photos/J-17", f"{NAME}/x"])
def test_removing_what_is_not_there_is_silent(shelf: Shelf, name: str) -> None:
    shelf.put("photos/J-17/other.jpg", b"x")
    shelf.remove(name)

    assert shelf.get("photos/J-17/other.jpg") == b"x"


@pytest.mark.parametrize("first, second", [("a/b", "a"), ("a", "a/b"), ("a", "a/b/c")])
def test_name_cannot_be_a_file_and_a_folder_at_once(shelf: Shelf, first: str, second: str) -> None:
    shelf.put(first, b"first")

    with pytest.raises(Conflict):
        shelf.put(second, b"second")

    assert shelf.get(first) == b"first"
    shelf.remove(first)
    shelf.put(second, b"second")
    assert shelf.get(second) == b"second"


def test_many_that_put_and_remove_at_once_lose_nothing(shelf: Shelf) -> None:
    def put_and_remove(number: int) -> None:
        shelf.put(f"photos/passing/{number % 4}/{number}.jpg", b"x")
        shelf.remove(f"photos/passing/{number % 4}/{number}.jpg")
        shelf.put(f"photos/kept/{number}.jpg", str(number).encode())

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(put_and_remove, range(40)))

    kept = [shelf.get(f"photos/kept/{number}.jpg") for number in range(40)]
    assert kept == [str(number).encode() for number in range(40)]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_name_that_could_lead_elsewhere_is_refused(shelf: Shelf, name: str) -> None:
    with pytest.raises(InputError):
        shelf.put(name, b"x")
    with pytest.raises(InputError):
        shelf.get(name)
    with pytest.raises(InputError):
        shelf.remove(name)
