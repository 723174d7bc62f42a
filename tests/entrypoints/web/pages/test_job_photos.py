"""Whether a job's page shows its photos, takes new ones in, and lets them be taken away."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from io import BytesIO
from itertools import chain, repeat
from typing import Any

import pytest
from httpx import Response
from PIL import Image
from tests.entrypoints.web.pages.apps import App, Visitor, find_csrf
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.reading import read
from tests.pictures import BLUE, RED, find_colour, make_picture

from belfry.entrypoints.web.assets import HEADERS
from belfry.entrypoints.web.middleware import MOST_DISCARDED
from belfry.ports.image_processor import MOST_BYTES as MOST_FILE_BYTES

PAGE = "/jobs/J-2042"
PHOTOS = f"{PAGE}/photos"
MEGABYTE = 1024 * 1024


@pytest.fixture(autouse=True)
def open_bench(bench: Bench) -> None:
    bench.open()


def upload(
    visitor: Visitor,
    content: bytes | None = None,
    *,
    field: str = "chosen",
    path: str = PHOTOS,
    **form: str,
) -> Response:
    """Opens the job's page, and sends its form with a picture."""
    picture = make_picture(RED) if content is None else content
    word = {"csrf": find_csrf(visitor.get(PAGE).text)}
    return visitor.post(path, {**word, **form}, files={field: ("IMG 1.jpg", picture)})


def test_page_offers_the_form_with_the_present_stage(manager: Visitor) -> None:
    text = manager.get(PAGE).text
    assert 'enctype="multipart/form-data"' in text
    assert 'accept="image/*" capture="environment"' in text
    assert read(text).typed["stage"] == "received"
    assert "None yet." in read(text).text


@pytest.mark.parametrize("field", ["taken", "chosen"], ids=["the camera's", "the album's"])
def test_picture_of_either_field_becomes_a_photo(app: App, manager: Visitor, field: str) -> None:
    answer = upload(manager, field=field, stage="ready")

    assert (answer.status_code, answer.headers["location"]) == (303, f"{PAGE}?done=photo-added")
    (photo,) = app.services.ports.photos.list("J-2042")
    assert (photo.stage, photo.source, photo.added_by) == ("ready", "upload: IMG 1.jpg", "user/1")
    text = manager.get(PAGE).text
    assert f'<img src="{PHOTOS}/1" width="64" height="48"' in text
    assert "Photos Ready today 12:00, Max Remove" in read(text).text


def test_photo_is_served_to_whoever_is_signed_in_and_to_nobody_else(
    app: App, manager: Visitor, staff: Visitor
) -> None:
    upload(manager, make_picture(BLUE))

    answer = staff.get(f"{PHOTOS}/1")

    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    assert answer.headers["cache-control"] == "private, no-cache"
    others = HEADERS.keys() - {"Cache-Control"}
    assert {name: answer.headers[name] for name in others} == {
        name: HEADERS[name] for name in others
    }
    assert find_colour(answer.content) == "blue"
    again = staff.get(f"{PHOTOS}/1", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    stranger = app.visitor().get(f"{PHOTOS}/1")
    assert (stranger.status_code, stranger.content) == (303, b"")
    for missing in (f"{PHOTOS}/2", f"{PHOTOS}/0", f"{PHOTOS}/{10**30}", "/jobs/J-9/photos/1"):
        assert staff.get(missing).status_code == 404


def test_newer_photo_of_a_stage_stands_before_the_older_one(manager: Visitor) -> None:
    upload(manager, make_picture(RED))
    upload(manager, make_picture(BLUE))

    text = manager.get(PAGE).text

    assert text.index(f"{PHOTOS}/2") < text.index(f"{PHOTOS}/1")
    assert text.count('class="older"') == 1


def test_photo_is_taken_away_at_a_press_and_the_trail_says_by_whom(
    app: App, manager: Visitor
) -> None:
    upload(manager)

    answer = manager.submit(PAGE, f"{PHOTOS}/1/remove")

    assert answer.headers["location"] == f"{PAGE}?done=photo-removed"
    assert list(app.services.ports.photos.list("J-2042")) == []
    assert manager.submit(PAGE, f"{PHOTOS}/1/remove").status_code == 404
    audit_text = read(manager.get("/audit").text).text
    assert "Max took a photo away from the job J-2042" in audit_text
    assert "Max added a photo to the job J-2042" in audit_text


REFUSED = {
    "no picture at all": (b"", {}, "Choose a picture first."),
    "a text": (b"call Ann back", {}, "This is text, not a JPEG, PNG, HEIC, WEBP or GIF picture."),
    "a word that is no stage": (None, {"stage": "redy"}, "'redy' is not a stage; expected"),
}


@pytest.mark.parametrize("content, form, expected", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_added_is_refused_on_the_page_in_words(
    app: App, manager: Visitor, content: bytes | None, form: dict[str, str], expected: str
) -> None:
    answer = upload(manager, content, **form)

    assert answer.status_code == 422
    text = read(answer.text).text
    assert "Nothing was changed." in text
    assert expected in text
    assert "data-refresh" not in answer.text
    assert list(app.services.ports.photos.list("J-2042")) == []


def test_picture_for_a_job_that_is_not_there_is_not_found(manager: Visitor) -> None:
    assert upload(manager, path="/jobs/J-9/photos").status_code == 404


def test_staff_add_photos_and_take_none_away(app: App, staff: Visitor) -> None:
    upload(staff)
    page = read(staff.get(PAGE).text)
    assert (PHOTOS in page.actions, f"{PHOTOS}/1/remove" in page.actions) == (True, False)
    assert staff.submit(PAGE, f"{PHOTOS}/1/remove").status_code == 403
    assert len(app.services.ports.photos.list("J-2042")) == 1


def test_photo_is_served_small_and_only_once(staff: Visitor) -> None:
    upload(staff, make_picture(BLUE, size=(1000, 500)))
    answer = staff.get(f"{PHOTOS}/1/small")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    assert find_colour(answer.content) == "blue"
    assert Image.open(BytesIO(answer.content)).size == (200, 100)
    again = staff.get(f"{PHOTOS}/1/small", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert staff.get(f"{PHOTOS}/2/small").status_code == 404


@pytest.mark.parametrize(
    "form, headers",
    [({}, {}), ({"csrf": "x"}, {}), (None, {"Origin": "http://elsewhere.invalid"})],
    ids=["without a word", "with a wrong word", "from another site"],
)
def test_picture_from_a_form_that_is_not_ours_is_refused(
    app: App, manager: Visitor, form: dict[str, str] | None, headers: dict[str, str]
) -> None:
    fields = {"csrf": find_csrf(manager.get(PAGE).text)} if form is None else form
    files = {"chosen": make_picture()}
    assert manager.post(PHOTOS, fields, files=files, headers=headers).status_code == 403
    assert list(app.services.ports.photos.list("J-2042")) == []


def test_more_than_25_megabytes_are_refused_with_a_page(app: App, manager: Visitor) -> None:
    answer = upload(manager, bytes(MOST_FILE_BYTES + MEGABYTE))

    assert answer.status_code == 413
    assert "A file may have 25 MB at most" in read(answer.text).text
    assert list(app.services.ports.photos.list("J-2042")) == []


def test_25_megabytes_are_read_to_the_end(manager: Visitor) -> None:
    picture = make_picture()
    answer = upload(manager, picture + bytes(25 * MEGABYTE - len(picture)))
    assert answer.status_code == 303


def test_other_forms_take_no_more_than_before(manager: Visitor) -> None:
    answer = manager.post(f"{PAGE}/correct", {"csrf": "x" * MEGABYTE})
    assert answer.status_code == 413


@pytest.mark.parametrize("is_signed_in", [True, False], ids=["signed in", "a stranger"])
def test_sender_who_goes_on_and_on_is_read_no_further_than_the_limit(
    app: App, manager: Visitor, is_signed_in: bool
) -> None:
    beginning = b'--x\r\nContent-Disposition: form-data; name="chosen"; filename="a.jpg"\r\n\r\n'
    chunks: Iterator[bytes] = chain([beginning], repeat(bytes(MEGABYTE), 1000))
    read_so_far = 0
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        nonlocal read_so_far
        body = next(chunks, b"")
        read_so_far += len(body)
        return {"type": "http.request", "body": body, "more_body": bool(body)}

    async def send(message: Any) -> None:
        sent.append(message)

    cookies = "; ".join(f"{name}={value}" for name, value in manager.client.cookies.items())
    scope = {
        "type": "http",
        "method": "POST",
        "path": PHOTOS,
        "query_string": b"",
        "headers": [
            (b"cookie", cookies.encode() if is_signed_in else b""),
            (b"content-type", b"multipart/form-data; boundary=x"),
        ],
    }
    asyncio.run(app.app(scope, receive, send))

    assert sent[0]["status"] == 413
    assert dict(sent[0]["headers"])[b"connection"] == b"close"
    assert read_so_far <= MOST_DISCARDED + 2 * MEGABYTE
