"""Check that bytes are a picture, and turn it into a plain sRGB JPEG without metadata."""

from __future__ import annotations

import re
import struct
import warnings
import zlib
from contextlib import contextmanager, suppress
from io import BytesIO
from struct import unpack, unpack_from
from threading import Lock
from typing import TYPE_CHECKING

from PIL import Image, ImageCms
from PIL.GifImagePlugin import GifImageFile
from PIL.Image import Resampling, Transpose
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile
from pillow_heif import HeifImageFile

from belfry.kernel.errors import InputError
from belfry.ports.image_processor import LONGEST_SIDE, MOST_BYTES, MOST_PIXELS, ProcessedImage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.ImageFile import ImageFile

# Decoders do not document what they raise on damaged input: every builtin error family, and the
# libraries' own.
FAULTS: tuple[type[Exception], ...] = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    BufferError,
    EOFError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    Warning,
    struct.error,
    zlib.error,
    Image.DecompressionBombError,
    ImageCms.PyCMSError,
)


QUALITY = 85
_MB = 1024 * 1024
_ORIENTATION = 0x0112
_TURNS = {
    2: Transpose.FLIP_LEFT_RIGHT,
    3: Transpose.ROTATE_180,
    4: Transpose.FLIP_TOP_BOTTOM,
    5: Transpose.TRANSPOSE,
    6: Transpose.ROTATE_270,
    7: Transpose.TRANSVERSE,
    8: Transpose.ROTATE_90,
}
_CUT = ("truncated", "end of file", "file size too small", "no more images", "image not found")
# A large picture takes hundreds of megabytes, and warnings can only be hushed for all threads.
_lock = Lock()


class PillowImageProcessor:
    def process(self, content: bytes, *, longest: int = LONGEST_SIDE) -> ProcessedImage:
        if len(content) > MOST_BYTES:
            size = f"{-(-len(content) // _MB):,} MB; at most {MOST_BYTES // _MB}"
            raise InputError(f"the picture has {size}", field="picture")
        with _lock, _reported_errors(content):
            return _encode(_tidy(open_picture(content), longest))


@contextmanager
def _reported_errors(content: bytes) -> Iterator[None]:
    """Report whatever a decoder raises as an InputError; ignore its warnings."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except FAULTS as error:
        raise InputError(_explain(content, error), field="picture") from error


def _explain(content: bytes, error: Exception) -> str:
    if isinstance(error, Image.DecompressionBombError):
        return f"the picture has too many pixels; at most {MOST_PIXELS // 1_000_000} megapixels"
    if isinstance(error, MemoryError):
        return "the picture needs more memory than there is; expected a smaller one"
    message = str(error).lower()
    if any(words in message for words in _CUT) or is_cut_short(content):
        return CUT_OFF
    return "the picture is damaged; expected one that other programs can show"


def _tidy(image: ImageFile, most: int) -> Image.Image:
    size = _fit(image.size, most)
    box = _skip_detail(image, size)
    image.load()
    check_pixels(image.size)
    turn, profile = _find_turn(image), image.info.get("icc_profile")
    tidied = spread(image)
    if tidied.size != size:
        tidied = tidied.resize(size, Resampling.LANCZOS, box=box, reducing_gap=2.0)
    tidied = make_srgb(flatten(tidied), profile)
    return tidied if turn is None else tidied.transpose(turn)


def _fit(size: tuple[int, int], most: int) -> tuple[int, int]:
    longest = max(*size, most)
    width, height = (max(1, round(side * most / longest)) for side in size)
    return width, height


def _skip_detail(
    image: ImageFile, size: tuple[int, int]
) -> tuple[float, float, float, float] | None:
    """Let a JPEG be decoded at a half, a quarter or an eighth, if that is still large enough.

    All of it is read nevertheless. A HEIC is not asked: it would give a thumbnail instead.
    """
    drafted = image.draft(None, size) if isinstance(image, JpegImageFile) else None
    return drafted[1] if drafted else None


def _find_turn(image: ImageFile) -> Transpose | None:
    """The EXIF orientation, if it can be read."""
    with suppress(*FAULTS):
        return _TURNS.get(image.getexif().get(_ORIENTATION, 1))
    return None


def _encode(image: Image.Image) -> ProcessedImage:
    # Pillow would write the old picture's comment into the new one.
    image.info = {}
    file = BytesIO()
    image.save(file, "JPEG", quality=QUALITY, progressive=True)
    return ProcessedImage(file.getvalue(), *image.size)


_SHARES = {"L", "RGB", "RGBA", "CMYK"}
_ALPHA = {"LA", "La", "PA", "RGBa"}
_TO_8_BITS = 1 / 256


def spread(image: Image.Image) -> Image.Image:
    """The picture in a mode with 8 bits per channel, so that it can be resized."""
    if image.mode.startswith("I"):
        # convert() alone would cut every value at 255 and leave a white picture.
        return image.point(lambda value: value * _TO_8_BITS).convert("L")
    if image.mode in _ALPHA or "transparency" in image.info:
        return image.convert("RGBA")
    if image.mode == "1":
        return image.convert("L")
    return image if image.mode in _SHARES else image.convert("RGB")


def flatten(image: Image.Image) -> Image.Image:
    """Transparent parts become white: a JPEG has no alpha channel."""
    if image.mode != "RGBA":
        return image
    paper = Image.new("RGB", image.size, "white")
    paper.paste(image, mask=image.getchannel("A"))
    return paper


def make_srgb(image: Image.Image, profile: object) -> Image.Image:
    """Convert by the embedded profile; a broken profile is ignored."""
    if isinstance(profile, bytes):
        with suppress(*FAULTS):
            return _translate(image, ImageCms.ImageCmsProfile(BytesIO(profile)))
    return image.convert("RGB")


def _translate(image: Image.Image, profile: ImageCms.ImageCmsProfile) -> Image.Image:
    srgb = ImageCms.createProfile("sRGB")
    translated = ImageCms.profileToProfile(image, profile, srgb, outputMode="RGB")
    assert translated is not None
    return translated


MOST_SCANS = 100
CUT_OFF = "the picture is cut off; expected a whole one"
EXPECTED = "a JPEG, PNG, HEIC, WEBP or GIF picture"
_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1"}
# A marker, and the length that belongs to so many colours: a film behind the picture has none.
_SCAN = re.compile(rb"\xff\xda\x00(?:\x08\x01|\x0a\x02|\x0c\x03|\x0e\x04)")
_EXTENT = re.compile(rb"ispe\0.{3}(.{8})", re.DOTALL)
_PNG, _RIFF = b"\x89PNG\r\n\x1a\n", b"RIFF"
_PNG_END = b"IEND\xaeB`\x82"
_MEGA = 1_000_000


def open_picture(content: bytes) -> ImageFile:
    """The picture with its header read, or InputError if it is none or has too many pixels."""
    reader = _find_reader(content)
    if reader is None:
        raise InputError(f"this is {guess_kind(content)}, not {EXPECTED}", field="picture")
    _check_before_opening(reader, content)
    image = reader(BytesIO(content))
    check_pixels(image.size)
    if is_cut_short(content):
        raise InputError(CUT_OFF, field="picture")
    return image


def is_cut_short(content: bytes) -> bool:
    """Where a format says how long the file is; with others only its decoder finds out."""
    if content.startswith(_PNG):
        return _PNG_END not in content
    is_webp = content.startswith(_RIFF)
    return is_webp and int.from_bytes(content[4:8], "little") + 8 > len(content)


def _check_before_opening(reader: type[ImageFile], content: bytes) -> None:
    # This one makes room for the whole picture while it reads the header.
    if reader is WebPImageFile:
        check_pixels(_read_webp_size(content))
    # A HEIC may show a small part of a large picture: the whole is decoded nevertheless.
    if reader is HeifImageFile:
        for extent in _EXTENT.findall(content):
            check_pixels(unpack(">II", extent))
    # Each scan goes over the whole picture: a small file with many of them would take hours.
    if reader is JpegImageFile and len(_SCAN.findall(content)) > MOST_SCANS:
        raise InputError(f"the picture is drawn in more than {MOST_SCANS} scans", field="picture")


def _read_webp_size(content: bytes) -> tuple[int, int]:
    """https://developers.google.com/speed/webp/docs/riff_container"""
    match content[12:16]:
        case b"VP8X":
            width, height = content[24:27], content[27:30]
            return int.from_bytes(width, "little") + 1, int.from_bytes(height, "little") + 1
        case b"VP8L":
            (bits,) = unpack_from("<I", content, 21)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case _:
            width, height = unpack_from("<HH", content, 26)
            return width & 0x3FFF, height & 0x3FFF


def check_pixels(size: tuple[int, int]) -> None:
    pixels = size[0] * size[1]
    if pixels > MOST_PIXELS:
        counted = f"{-(-pixels // _MEGA):,} megapixels; at most {MOST_PIXELS // _MEGA}"
        raise InputError(f"the picture has {counted}", field="picture")


def _find_reader(content: bytes) -> type[ImageFile] | None:
    if content.startswith(b"\xff\xd8\xff"):
        return JpegImageFile
    if content.startswith(_PNG):
        return PngImageFile
    if content.startswith((b"GIF87a", b"GIF89a")):
        return GifImageFile
    if content.startswith(_RIFF) and content[8:12] == b"WEBP":
        return WebPImageFile
    if content[4:8] == b"ftyp" and content[8:12] in _BRANDS:
        return HeifImageFile
    return None


_BEGINNINGS = {
    b"PK\x03\x04": "a ZIP archive",
    b"PK\x05\x06": "a ZIP archive",
    b"%PDF": "a PDF document",
    b"MZ": "a Windows program",
    b"\x7fELF": "a program",
    b"II*\x00": "a TIFF picture",
    b"MM\x00*": "a TIFF picture",
    b"BM": "a BMP picture",
    b"8BPS": "a Photoshop file",
    b"%!PS": "a PostScript file",
    b"\xc5\xd0\xd3\xc6": "a PostScript file",
    b"\x1f\x8b": "a gzip archive",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"Rar!": "a RAR archive",
    b"\xd0\xcf\x11\xe0": "an old Office document",
    b"\x1aE\xdf\xa3": "a video",
    b"ID3": "a sound file",
    b"\x00\x00\x01\x00": "an icon",
    b"\x00\x00\x00\x0cjP  ": "a JPEG 2000 picture",
    b"\xff\x0a": "a JPEG XL picture",
    b"\x00\x00\x00\x0cJXL ": "a JPEG XL picture",
}
_MARKUP = {
    re.compile(rb"<svg[\s>]", re.IGNORECASE): "an SVG drawing",
    re.compile(rb"<(!doctype html|html|head|body)\b", re.IGNORECASE): "a web page",
    re.compile(rb"\s*<\?xml", re.IGNORECASE): "an XML file",
}
_LOOKED_AT = 1024


def guess_kind(content: bytes) -> str:
    """By its beginning alone: only to be told to a person, never to be relied on."""
    if not content:
        return "empty"
    head = content[:_LOOKED_AT]
    is_text = _is_text(head)
    for beginning, kind in _BEGINNINGS.items():
        # Two letters may also begin a word.
        if head.startswith(beginning) and not (is_text and len(beginning) == 2):
            return kind
    if head[4:8] == b"ftyp":
        return "an AVIF picture" if head[8:11] == b"avi" else "a video"
    for pattern, kind in _MARKUP.items():
        if pattern.search(head):
            return kind
    return "text" if is_text else "something unknown"


def _is_text(head: bytes) -> bool:
    try:
        text = head.decode()
    except UnicodeDecodeError as error:
        # The last letter may have been cut in two.
        return error.start > len(head) - 4 and _is_text(head[: error.start])
    return all(letter.isprintable() or letter.isspace() for letter in text)
