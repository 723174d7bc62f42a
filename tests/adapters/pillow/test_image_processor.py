"""How Pillow handles unchecked bytes, and what it leaves behind."""

from __future__ import annotations

import struct
import warnings
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageFile
from tests.contracts.pictures import (
    FORMATS,
    UPRIGHT,
    draw,
    encode,
    enlarge,
    make_exif,
    make_picture,
    make_profile,
    see,
)

from belfry.adapters.pillow.image_processor import MOST_SCANS, PillowImageProcessor
from belfry.kernel.errors import InputError

SAMPLES = {
    **{kind: make_picture(kind, field=4) for kind in FORMATS},
    "JPEG with all it can carry": encode(
        draw(field=4), exif=make_exif(6), icc_profile=make_profile(), comment=b"ours"
    ),
    "JPEG in scans": encode(draw(field=4), progressive=True),
    "JPEG for a press": encode(draw(field=4, mode="CMYK")),
    "PNG with a palette": encode(draw(field=4, mode="P"), "PNG", exif=make_exif(3)),
    "GIF of frames": encode(
        draw(field=4), "GIF", save_all=True, append_images=[draw([["red"] * 3] * 2, field=4)]
    ),
    "WEBP without loss": encode(draw(field=4), "WEBP", lossless=True, exif=make_exif(8)),
    "HEIC with all it can carry": encode(draw(field=4), "HEIC", exif=make_exif(6)),
}
BEGINNINGS = sorted({sample[:size] for sample in SAMPLES.values() for size in (3, 12, 32)})
CHANGES = st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=8)


def outcome(content: bytes) -> str:
    """Anything but an image that can be shown, or an InputError, fails the test."""
    try:
        processed = PillowImageProcessor().process(content)
    except InputError as error:
        return str(error)
    assert PillowImageProcessor().process(processed.content).width == processed.width
    return "a print"


@settings(derandomize=True, max_examples=300, deadline=None)
@given(st.sampled_from(BEGINNINGS) | st.just(b""), st.binary(max_size=300))
def test_any_bytes_are_a_picture_or_refused(beginning: bytes, rest: bytes) -> None:
    outcome(beginning + rest)


@pytest.mark.parametrize("kind", SAMPLES)
@settings(derandomize=True, max_examples=120, deadline=None)
@given(changes=CHANGES, share=st.floats(0.5, 1) | st.just(1.0), added=st.binary(max_size=9))
def test_damaged_picture_is_still_one_or_refused(
    kind: str, changes: list[tuple[float, int]], share: float, added: bytes
) -> None:
    content = bytearray(SAMPLES[kind])
    for place, byte in changes:
        content[int(place * len(content))] = byte

    outcome(bytes(content[: int(len(content) * share)]) + added)


@pytest.mark.parametrize("kind", SAMPLES)
def test_picture_with_any_one_byte_of_its_head_turned_is_still_one_or_refused(kind: str) -> None:
    sample = SAMPLES[kind]
    for place in range(min(len(sample), 240)):
        for mask in (0xFF, 0x01):
            content = bytearray(sample)
            content[place] ^= mask
            outcome(bytes(content))


@pytest.mark.parametrize(
    "exif",
    [
        pytest.param(b"Exif\x00\x00" + b"\xff" * 40, id="no sense at all"),
        pytest.param(make_exif(6)[:40], id="cut off"),
        pytest.param(b"Exif\x00\x00II*\x00\x08\x00\x00\x00\xff\xff" + b"\x12\x01" * 30, id="lies"),
    ],
)
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_photo_whose_camera_data_makes_no_sense_is_developed_as_it_lies(
    kind: str, exif: bytes
) -> None:
    assert see(PillowImageProcessor().process(encode(draw(), kind, exif=exif)).content) == UPRIGHT


@pytest.mark.parametrize("orientation", [0, 9, 65_535])
def test_photo_held_in_no_known_way_is_developed_as_it_lies(orientation: int) -> None:
    photo = encode(draw(), exif=make_exif(orientation))

    assert see(PillowImageProcessor().process(photo).content) == UPRIGHT


def test_photo_with_a_film_behind_it_is_developed() -> None:
    film = b"\xff\xda" * 100_000

    assert see(PillowImageProcessor().process(make_picture() + film).content) == UPRIGHT


def test_jpeg_of_endless_scans_is_refused_before_it_is_decoded() -> None:
    photo = encode(Image.new("L", (64, 64), 128), progressive=True)
    scan = photo[photo.rindex(b"\xff\xda") : -2]

    message = outcome(photo[:-2] + scan * (MOST_SCANS + 1) + photo[-2:])

    assert message == f"the picture is drawn in more than {MOST_SCANS} scans"
    assert outcome(photo[:-2] + scan * (MOST_SCANS - 20) + photo[-2:]) == "a print"


@pytest.mark.parametrize("flags", [b"\0\0\0", b"\0\0\1"])
def test_heic_that_shows_a_small_part_of_a_large_picture_is_refused(flags: bytes) -> None:
    photo = make_picture("HEIC")
    assert b"clap" in photo
    extent = photo.index(b"ispe") + 8

    large = photo[: extent - 3] + flags + struct.pack(">II", 10_000, 9_000) + photo[extent + 8 :]

    assert outcome(large) == "the picture has 90 megapixels; at most 50"


def test_pillow_is_left_as_it_was_found() -> None:
    def look() -> object:
        limits = (Image.MAX_IMAGE_PIXELS, ImageFile.LOAD_TRUNCATED_IMAGES)
        return limits, list(Image.OPEN), list(warnings.filters), warnings.showwarning

    before = look()
    for sample in (*SAMPLES.values(), b"text", enlarge("PNG", 50_000, 50_000)):
        outcome(sample)

    assert look() == before


def test_pictures_may_be_brought_by_several_threads_at_once() -> None:
    photos = list(SAMPLES.values()) * 3
    alone = [PillowImageProcessor().process(photo) for photo in photos]
    filters = list(warnings.filters)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(PillowImageProcessor().process, photos)) == alone
    assert list(warnings.filters) == filters
