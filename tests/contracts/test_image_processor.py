"""Image processors: what every one promises of its pictures, and what it refuses."""

from __future__ import annotations

import gzip
import struct
import zipfile
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
    enlarge,
    list_markers,
    make_exif,
    make_picture,
    make_png,
    make_profile,
    see,
)

from belfry.adapters.pillow.image_processor import PillowImageProcessor
from belfry.kernel.errors import InputError
from belfry.ports.image_processor import LONGEST_SIDE, MOST_BYTES, MOST_PIXELS, ImageProcessor

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
# All that an image is made of: JFIF, tables, the picture's size, and its scans.
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
    processed = image_processor.process(make_picture(kind))

    with Image.open(BytesIO(processed.content)) as image:
        assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (48, 32))
    assert (processed.width, processed.height) == (48, 32)
    assert see(processed.content) == UPRIGHT


@pytest.mark.parametrize("orientation", HELD)
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIC"])
def test_print_stands_upright_however_the_camera_was_held(
    image_processor: ImageProcessor, kind: str, orientation: int
) -> None:
    exif = make_exif(orientation=orientation)

    processed = image_processor.process(encode(draw(hold(orientation)), kind, exif=exif))

    assert (processed.width, processed.height) == (48, 32)
    assert see(processed.content) == UPRIGHT


def test_large_photo_that_was_held_upright_is_turned_and_made_smaller(
    image_processor: ImageProcessor,
) -> None:
    exif = make_exif(orientation=6)

    processed = image_processor.process(encode(draw(hold(6), field=1300), exif=exif))

    assert (processed.width, processed.height) == (1600, 1067)
    assert see(processed.content) == UPRIGHT


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
    processed = image_processor.process(encode(Image.new("L", size, 128), kind))

    assert (processed.width, processed.height) == printed
    with Image.open(BytesIO(processed.content)) as image:
        assert image.size == printed
    assert max(printed) <= LONGEST_SIDE


@pytest.mark.parametrize(
    "size, printed", [((1600, 1200), (200, 150)), ((90, 300), (60, 200)), ((64, 48), (64, 48))]
)
def test_print_is_as_small_as_it_is_wanted(
    image_processor: ImageProcessor, size: tuple[int, int], printed: tuple[int, int]
) -> None:
    processed = image_processor.process(encode(Image.new("RGB", size, "red")), longest=200)

    assert (processed.width, processed.height) == printed
    assert see(processed.content, 1, 1) == (("red",),)


@pytest.mark.parametrize("kind, stripe", [("JPEG", 1), ("JPEG", 4), ("PNG", 4)])
def test_print_shows_what_detail_it_can(
    image_processor: ImageProcessor, kind: str, stripe: int
) -> None:
    photo = Image.new("L", (6400, 64), 255)
    for left in range(0, 6400, 8 * stripe):
        photo.paste(0, (left, 0, left + 4 * stripe, 64))

    processed = image_processor.process(encode(photo, kind))

    with Image.open(BytesIO(processed.content)) as image:
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

    processed = image_processor.process(photo + b"SecretFilm")

    assert set(list_markers(processed.content)) == PLAIN_MARKERS
    assert b"Secret" not in processed.content
    with Image.open(BytesIO(processed.content)) as image:
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

    processed = image_processor.process(encode(draw(), "PNG", pnginfo=texts, exif=make_exif()))

    assert set(list_markers(processed.content)) == PLAIN_MARKERS
    assert b"Secret" not in processed.content


@pytest.mark.parametrize("kind", ["WEBP", "HEIC", "GIF"])
def test_nothing_but_the_look_is_left_of_other_kinds(
    image_processor: ImageProcessor, kind: str
) -> None:
    metadata = {"comment": b"SecretComment"} if kind == "GIF" else {"exif": make_exif()}
    photo = encode(draw(), kind, **metadata)
    assert b"Secret" in photo

    processed = image_processor.process(photo)

    assert set(list_markers(processed.content)) == PLAIN_MARKERS
    assert b"Secret" not in processed.content


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_colours_are_translated_by_the_pictures_own_profile(
    image_processor: ImageProcessor, kind: str
) -> None:
    processed = image_processor.process(
        encode(draw([["red", "blue"]]), kind, icc_profile=make_profile())
    )

    assert see(processed.content, 2, 1) == (("blue", "red"),)


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
    processed = image_processor.process(encode(draw(), icc_profile=profile))

    assert see(processed.content) == UPRIGHT


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "HEIC"])
def test_what_was_transparent_is_white(image_processor: ImageProcessor, kind: str) -> None:
    image = draw([["red", "black"]], mode="RGBA")
    image.putalpha(Image.new("L", image.size, 255))
    image.paste((0, 0, 0, 0), (16, 0, 32, 16))

    assert see(image_processor.process(encode(image, kind)).content, 2, 1) == (("red", "white"),)


def test_what_was_half_transparent_is_half_white(image_processor: ImageProcessor) -> None:
    processed = image_processor.process(encode(Image.new("RGBA", (8, 8), (0, 0, 0, 128)), "PNG"))

    with Image.open(BytesIO(processed.content)) as image:
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

    processed = image_processor.process(encode(image, "PNG"))

    with Image.open(BytesIO(processed.content)) as print_:
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
    processed = image_processor.process(make_picture(field=1000))

    again = image_processor.process(processed.content)

    assert (again.width, again.height) == (processed.width, processed.height) == (1600, 1067)


CUT_OFF = "the picture is cut off; expected a whole one"


def refusal(image_processor: ImageProcessor, content: bytes) -> str:
    with pytest.raises(InputError) as caught:
        image_processor.process(content)
    assert caught.value.field == "picture"
    return str(caught.value)


def zip_up() -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("photo.jpg", make_picture())
    return file.getvalue()


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'
NO_PICTURES = {
    "empty": b"",
    "a ZIP archive": zip_up(),
    "a gzip archive": gzip.compress(make_picture()),
    "a PDF document": b"%PDF-1.7\n1 0 obj\n",
    "a web page": b"<!DOCTYPE html>\n<html><img src=photo.jpg></html>",
    "an SVG drawing": b'<?xml version="1.0"?>\n<!-- drawn -->\n' + SVG,
    "an XML file": b'<?xml version="1.0"?><photos/>',
    "a Windows program": b"MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff",
    "a program": b"\x7fELF\x02\x01\x01" + bytes(60),
    "a TIFF picture": encode(draw(), "TIFF"),
    "a BMP picture": encode(draw(), "BMP"),
    "a PostScript file": encode(draw(), "EPS"),
    "an icon": encode(draw(), "ICO"),
    "a JPEG 2000 picture": encode(draw(), "JPEG2000"),
    "an AVIF picture": encode(draw(), "AVIF"),
    "a video": b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom" + bytes(60),
    "text": "Zoë's bicycle, ready".encode(),
    "something unknown": b"\x8f\x01\x02" * 20,
}


@pytest.mark.parametrize("kind", NO_PICTURES)
def test_what_is_no_usual_picture_is_called_what_it_is(
    image_processor: ImageProcessor, kind: str
) -> None:
    message = refusal(image_processor, NO_PICTURES[kind])

    assert message == f"this is {kind}, not a JPEG, PNG, HEIC, WEBP or GIF picture"


def test_word_that_begins_like_a_program_is_text(image_processor: ImageProcessor) -> None:
    assert refusal(image_processor, b"BMX, blue").startswith("this is text, ")


def test_text_that_is_cut_within_a_letter_is_text(image_processor: ImageProcessor) -> None:
    assert refusal(image_processor, ("x" + "ë" * 600).encode()).startswith("this is text, ")


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("share", [0.3, 0.5, 0.7, 0.9, 0.98])
def test_picture_that_is_cut_off_is_refused(
    image_processor: ImageProcessor, kind: str, share: float
) -> None:
    photo = encode(Image.effect_noise((300, 200), 60).convert("RGB"), kind)

    assert refusal(image_processor, photo[: int(len(photo) * share)]) == CUT_OFF


@pytest.mark.parametrize("kind", FORMATS)
def test_picture_is_refused_wherever_it_is_cut(image_processor: ImageProcessor, kind: str) -> None:
    photo = make_picture(kind)
    # A GIF ends with a mark that says there is no further frame, and we want only the first.
    whole = len(photo) - (2 if kind == "GIF" else 0)

    for length in range(whole):
        refusal(image_processor, photo[:length])


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "HEIC", "WEBP", "GIF"])
def test_too_many_pixels_are_refused_by_what_the_header_says(
    image_processor: ImageProcessor, kind: str
) -> None:
    width, height = 10_000, MOST_PIXELS // 10_000 + 1

    message = refusal(image_processor, enlarge(kind, width, height))

    assert message == "the picture has 51 megapixels; at most 50"


@pytest.mark.parametrize(
    "bomb, megapixels",
    [
        pytest.param(make_png(50_000, 50_000), "2,500", id="PNG"),
        pytest.param(make_png(2**31 - 1, 2**31 - 1), "4,611,686,014,133", id="endless PNG"),
        pytest.param(enlarge("GIF", 65_535, 65_535), "4,295", id="GIF"),
        pytest.param(enlarge("JPEG", 65_500, 65_500), "4,291", id="JPEG"),
        pytest.param(enlarge("WEBP", 16_384, 16_384), "269", id="WEBP"),
        pytest.param(enlarge("HEIC", 30_000, 30_000), "900", id="HEIC"),
    ],
)
def test_bomb_is_refused_with_its_size(
    image_processor: ImageProcessor, bomb: bytes, megapixels: str
) -> None:
    assert len(bomb) < 5_000
    assert refusal(image_processor, bomb) == f"the picture has {megapixels} megapixels; at most 50"


def test_gif_whose_frame_is_larger_than_its_screen_is_refused(
    image_processor: ImageProcessor,
) -> None:
    bomb = bytearray(make_picture("GIF"))
    frame = bomb.index(b"\x2c\x00\x00\x00\x00\x30\x00\x20\x00")
    bomb[frame + 5 : frame + 9] = b"\xff\xff\xff\xff"

    assert refusal(image_processor, bytes(bomb)).startswith("the picture has too many pixels")


def test_picture_with_as_many_pixels_as_may_be_is_developed(
    image_processor: ImageProcessor,
) -> None:
    largest = encode(Image.new("1", (10_000, MOST_PIXELS // 10_000), 1), "PNG")

    assert image_processor.process(largest).width == 1600


def test_picture_of_too_many_bytes_is_refused(image_processor: ImageProcessor) -> None:
    photo = make_picture()
    heaviest = photo + bytes(MOST_BYTES - len(photo))

    assert image_processor.process(heaviest).width == 48
    assert refusal(image_processor, heaviest + b"\x00") == "the picture has 26 MB; at most 25"
    assert refusal(image_processor, bytes(31 * 1024 * 1024)) == "the picture has 31 MB; at most 25"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "HEIC", "WEBP", "GIF"])
def test_picture_with_a_beginning_and_nothing_right_after_it_is_refused(
    image_processor: ImageProcessor, kind: str
) -> None:
    photo = make_picture(kind)

    assert refusal(image_processor, photo[:16] + b"\xa5" * len(photo)).startswith("the picture ")
