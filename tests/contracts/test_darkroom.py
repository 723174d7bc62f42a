"""What every darkroom promises of its prints."""

from __future__ import annotations

import struct
from io import BytesIO

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from tests.contracts.pictures import (
    COLOURS,
    FORMATS,
    UPRIGHT,
    Fields,
    draw,
    encode,
    list_markers,
    make_exif,
    make_picture,
    make_profile,
    see,
)

from belfry.adapters.pillow.image_processor import PillowImageProcessor
from belfry.ports.image_processor import LONGEST_SIDE, ImageProcessor

# Where the camera's first row and first column belong, by Exif.
HELD = {
    1: ("top", "left"),
    2: ("top", "right"),
    3: ("bottom", "right"),
    4: ("bottom", "left"),
    5: ("left", "top"),
    6: ("right", "top"),
    7: ("right", "bottom"),
    8: ("left", "bottom"),
}
# All that a print is made of: JFIF, tables, the picture's size, and its scans.
PLAIN_MARKERS = {0xE0, 0xDB, 0xC2, 0xC4, 0xDA}
XMP = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>SecretPlace</x:xmpmeta>"


@pytest.fixture(params=["pillow"])
def image_processor(request: pytest.FixtureRequest) -> ImageProcessor:
    return {"pillow": PillowImageProcessor}[request.param]()


def hold(orientation: int) -> Fields:
    """What a camera held like this stores of the upright fields."""
    first_row, first_column = HELD[orientation]
    is_lying = first_row in ("left", "right")
    rows = [list(row) for row in (zip(*UPRIGHT, strict=True) if is_lying else UPRIGHT)]
    if first_row in ("bottom", "right"):
        rows.reverse()
    return [row[::-1] if first_column in ("bottom", "right") else row for row in rows]


@pytest.mark.parametrize("kind", FORMATS)
def test_picture_of_any_usual_kind_becomes_a_jpeg(
    image_processor: ImageProcessor, kind: str
) -> None:
    made = image_processor.process(make_picture(kind))

    with Image.open(BytesIO(made.content)) as image:
        assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (48, 32))
    assert (made.width, made.height) == (48, 32)
    assert see(made.content) == UPRIGHT


@pytest.mark.parametrize("orientation", HELD)
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIC"])
def test_print_stands_upright_however_the_camera_was_held(
    image_processor: ImageProcessor, kind: str, orientation: int
) -> None:
    exif = make_exif(orientation=orientation)

    made = image_processor.process(encode(draw(hold(orientation)), kind, exif=exif))

    assert (made.width, made.height) == (48, 32)
    assert see(made.content) == UPRIGHT


def test_large_photo_that_was_held_upright_is_turned_and_made_smaller(
    image_processor: ImageProcessor,
) -> None:
    exif = make_exif(orientation=6)

    made = image_processor.process(encode(draw(hold(6), field=1300), exif=exif))

    assert (made.width, made.height) == (1600, 1067)
    assert see(made.content) == UPRIGHT


@pytest.mark.parametrize(
    "size, printed",
    [
        pytest.param((1, 1), (1, 1), id="one pixel"),
        pytest.param((1600, 1200), (1600, 1200), id="as large as may be"),
        pytest.param((1601, 900), (1600, 899), id="a little too wide"),
        pytest.param((1200, 3200), (600, 1600), id="too high"),
        pytest.param((5000, 4000), (1600, 1280), id="much too large"),
        pytest.param((40_000, 3), (1600, 1), id="a thread"),
        pytest.param((2, 60_000), (1, 1600), id="a thread that hangs"),
    ],
)
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_print_is_never_too_large_and_never_larger_than_the_picture(
    image_processor: ImageProcessor, kind: str, size: tuple[int, int], printed: tuple[int, int]
) -> None:
    made = image_processor.process(encode(Image.new("L", size, 128), kind))

    assert (made.width, made.height) == printed
    with Image.open(BytesIO(made.content)) as image:
        assert image.size == printed
    assert max(printed) <= LONGEST_SIDE


@pytest.mark.parametrize(
    "size, printed", [((1600, 1200), (200, 150)), ((90, 300), (60, 200)), ((64, 48), (64, 48))]
)
def test_print_is_as_small_as_it_is_wanted(
    image_processor: ImageProcessor, size: tuple[int, int], printed: tuple[int, int]
) -> None:
    made = image_processor.process(encode(Image.new("RGB", size, "red")), longest=200)

    assert (made.width, made.height) == printed
    assert see(made.content, 1, 1) == (("red",),)


@pytest.mark.parametrize("kind, stripe", [("JPEG", 1), ("JPEG", 4), ("PNG", 4)])
def test_print_shows_what_detail_it_can(
    image_processor: ImageProcessor, kind: str, stripe: int
) -> None:
    photo = Image.new("L", (6400, 64), 255)
    for left in range(0, 6400, 8 * stripe):
        photo.paste(0, (left, 0, left + 4 * stripe, 64))

    made = image_processor.process(encode(photo, kind))

    with Image.open(BytesIO(made.content)) as image:
        greys = image.convert("L").crop((0, 8, 1600, 9)).tobytes()[stripe // 2 :: stripe]
    assert max(greys[::2]) < 40
    assert min(greys[1::2]) > 215


def test_nothing_but_the_look_is_left_of_a_jpeg(image_processor: ImageProcessor) -> None:
    iptc = b"\xff\xed\x00\x2aPhotoshop 3.0\x008BIM\x04\x04\x00\x00\x00\x00\x00\x0cSecretAuthor"
    photo = encode(
        draw(),
        exif=make_exif(),
        comment=b"SecretComment",
        xmp=XMP,
        icc_profile=make_profile(),
        extra=iptc,
        dpi=(301, 301),
    )
    assert photo.count(b"Secret") == 4

    made = image_processor.process(photo + b"SecretFilm")

    assert set(list_markers(made.content)) == PLAIN_MARKERS
    assert b"Secret" not in made.content
    with Image.open(BytesIO(made.content)) as image:
        assert dict(image.getexif()) == {}
        assert set(image.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"} | {
            "progressive",
            "progression",
        }


def test_nothing_but_the_look_is_left_of_a_png(image_processor: ImageProcessor) -> None:
    texts = PngInfo()
    texts.add_text("Author", "SecretAuthor")
    texts.add_itxt("Place", "SecretPlace", zip=False)
    texts.add_itxt("XML:com.adobe.xmp", XMP.decode())

    made = image_processor.process(encode(draw(), "PNG", pnginfo=texts, exif=make_exif()))

    assert set(list_markers(made.content)) == PLAIN_MARKERS
    assert b"Secret" not in made.content


@pytest.mark.parametrize("kind", ["WEBP", "HEIC", "GIF"])
def test_nothing_but_the_look_is_left_of_other_kinds(
    image_processor: ImageProcessor, kind: str
) -> None:
    said = {"comment": b"SecretComment"} if kind == "GIF" else {"exif": make_exif()}
    photo = encode(draw(), kind, **said)
    assert b"Secret" in photo

    made = image_processor.process(photo)

    assert set(list_markers(made.content)) == PLAIN_MARKERS
    assert b"Secret" not in made.content


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_colours_are_translated_by_the_pictures_own_profile(
    image_processor: ImageProcessor, kind: str
) -> None:
    made = image_processor.process(
        encode(draw([["red", "blue"]]), kind, icc_profile=make_profile())
    )

    assert see(made.content, 2, 1) == (("blue", "red"),)


@pytest.mark.parametrize(
    "profile",
    [
        pytest.param(b"no profile at all", id="no profile"),
        pytest.param(make_profile()[:300], id="half a profile"),
        pytest.param(make_profile().replace(b"RGB XYZ", b"CMYKXYZ"), id="one for other colours"),
    ],
)
def test_profile_that_makes_no_sense_changes_nothing(
    image_processor: ImageProcessor, profile: bytes
) -> None:
    made = image_processor.process(encode(draw(), icc_profile=profile))

    assert see(made.content) == UPRIGHT


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "HEIC"])
def test_what_was_transparent_is_white(image_processor: ImageProcessor, kind: str) -> None:
    image = draw([["red", "black"]], mode="RGBA")
    image.putalpha(Image.new("L", image.size, 255))
    image.paste((0, 0, 0, 0), (16, 0, 32, 16))

    assert see(image_processor.process(encode(image, kind)).content, 2, 1) == (("red", "white"),)


def test_what_was_half_transparent_is_half_white(image_processor: ImageProcessor) -> None:
    made = image_processor.process(encode(Image.new("RGBA", (8, 8), (0, 0, 0, 128)), "PNG"))

    with Image.open(BytesIO(made.content)) as image:
        assert image.getpixel((4, 4)) == (127, 127, 127)


def with_transparent_colour() -> bytes:
    image = draw(mode="P")
    black = image.getpixel((24, 24))
    return encode(image, "PNG", transparency=black)


@pytest.mark.parametrize(
    "photo, seen",
    [
        pytest.param(encode(draw(mode="CMYK")), UPRIGHT, id="for a printing press"),
        pytest.param(encode(draw(mode="P"), "PNG"), UPRIGHT, id="with a palette"),
        pytest.param(
            with_transparent_colour(),
            (UPRIGHT[0], ("white", "white", "yellow")),
            id="with a palette and a transparent colour",
        ),
        pytest.param(
            encode(draw(), "PNG", transparency=COLOURS["black"]),
            (UPRIGHT[0], ("white", "white", "yellow")),
            id="with a transparent colour",
        ),
        pytest.param(
            encode(draw([["black", "white"]], mode="1"), "PNG"),
            (("black", "white"),),
            id="black and white",
        ),
        pytest.param(
            encode(draw([["black", "white"]], mode="L")), (("black", "white"),), id="grey"
        ),
        pytest.param(
            encode(draw([["black", "white"]], mode="LA"), "PNG"),
            (("black", "white"),),
            id="grey with transparency",
        ),
        pytest.param(encode(draw(), progressive=True), UPRIGHT, id="progressive"),
        pytest.param(encode(draw(), "WEBP", lossless=True), UPRIGHT, id="without loss"),
    ],
)
def test_colours_are_right_however_they_were_stored(
    image_processor: ImageProcessor, photo: bytes, seen: Fields
) -> None:
    assert see(image_processor.process(photo).content, len(seen[0]), len(seen)) == seen


def test_picture_with_sixteen_bits_keeps_its_greys(image_processor: ImageProcessor) -> None:
    row = b"".join(struct.pack("<H", grey) * 16 for grey in (0, 0x8000, 0xFFFF))
    image = Image.frombytes("I;16", (48, 16), row * 16)

    made = image_processor.process(encode(image, "PNG"))

    with Image.open(BytesIO(made.content)) as print_:
        greys = [print_.convert("L").getpixel((x, 8)) for x in (8, 24, 40)]
    assert greys == [0, 128, 255]


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG"])
def test_first_frame_is_taken_of_several(image_processor: ImageProcessor, kind: str) -> None:
    later = [draw([["blue"]]), draw([["black"]])]
    film = encode(draw([["red"]]), kind, save_all=True, append_images=later, duration=100)

    assert see(image_processor.process(film).content, 1, 1) == (("red",),)


def test_first_picture_is_taken_of_a_jpeg_with_several(image_processor: ImageProcessor) -> None:
    several = encode(draw(), "MPO", save_all=True, append_images=[draw([["blue"] * 3] * 2)])

    assert see(image_processor.process(several).content) == UPRIGHT


@pytest.mark.parametrize("kind", FORMATS)
def test_same_bytes_give_the_same_print(image_processor: ImageProcessor, kind: str) -> None:
    photo = make_picture(kind)

    assert image_processor.process(photo) == image_processor.process(photo)


def test_print_can_be_developed_again(image_processor: ImageProcessor) -> None:
    made = image_processor.process(make_picture(field=1000))

    again = image_processor.process(made.content)

    assert (again.width, again.height) == (made.width, made.height) == (1600, 1067)
