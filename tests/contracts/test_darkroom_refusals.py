"""What every darkroom refuses, and how it says so."""

from __future__ import annotations

import gzip
import zipfile
from io import BytesIO

import pytest
from PIL import Image
from tests.contracts.pictures import FORMATS, draw, encode, enlarge, make_picture, make_png

from belfry.adapters.pillow.image_processor import PillowImageProcessor
from belfry.kernel.errors import InputError
from belfry.ports.image_processor import MOST_BYTES, MOST_PIXELS, ImageProcessor

CUT_OFF = "the picture is cut off; expected a whole one"


@pytest.fixture(params=["pillow"])
def image_processor(request: pytest.FixtureRequest) -> ImageProcessor:
    return {"pillow": PillowImageProcessor}[request.param]()


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
    said = refusal(image_processor, NO_PICTURES[kind])

    assert said == f"this is {kind}, not a JPEG, PNG, HEIC, WEBP or GIF picture"


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

    said = refusal(image_processor, enlarge(kind, width, height))

    assert said == "the picture has 51 megapixels; at most 50"


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
