"""Which picture some bytes claim to be, and how large, before any of it is decoded.

Each format's reader is called by name. `Image.open` would try others, too, and has a limit of its
own for pixels, which is set for the whole process.
"""

from __future__ import annotations

import re
from io import BytesIO
from struct import unpack, unpack_from
from typing import TYPE_CHECKING

from PIL.GifImagePlugin import GifImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile
from pillow_heif import HeifImageFile

from belfry.adapters.pillow.guesses import guess_kind
from belfry.kernel.errors import InputError
from belfry.ports.darkroom import MOST_PIXELS

if TYPE_CHECKING:
    from PIL.ImageFile import ImageFile

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
