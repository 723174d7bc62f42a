"""Pictures of six coloured fields, and how to see whether they are still the right way up."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from io import BytesIO
from typing import Any

import pillow_heif
from PIL import Image, ImageCms, ImageDraw

COLOURS = {
    "red": (220, 20, 20),
    "green": (20, 160, 20),
    "blue": (20, 20, 220),
    "white": (255, 255, 255),
    "black": (0, 0, 0),
    "yellow": (240, 240, 20),
}
UPRIGHT = (("red", "green", "blue"), ("white", "black", "yellow"))
FORMATS = ("JPEG", "PNG", "HEIC", "WEBP", "GIF")
Fields = Sequence[Sequence[str]]


def draw(fields: Fields = UPRIGHT, *, field: int = 16, mode: str = "RGB") -> Image.Image:
    """Each field is a square of so many pixels."""
    image = Image.new("RGB", (len(fields[0]) * field, len(fields) * field))
    composer = ImageDraw.Draw(image)
    for y, row in enumerate(fields):
        for x, colour in enumerate(row):
            corner = (x * field, y * field)
            composer.rectangle((corner, (corner[0] + field, corner[1] + field)), COLOURS[colour])
    return image.convert(mode)


def encode(image: Image.Image, kind: str = "JPEG", **options: Any) -> bytes:
    file = BytesIO()
    if kind == "HEIC":
        pillow_heif.from_pillow(image).save(file, quality=90, **options)
    else:
        image.save(file, kind, **({"quality": 95} if kind in ("JPEG", "WEBP") else {}), **options)
    return file.getvalue()


def make_picture(kind: str = "JPEG", *, field: int = 16) -> bytes:
    return encode(draw(field=field), kind)


def see(content: bytes, columns: int = 3, rows: int = 2) -> Fields:
    """The colour in the middle of each field, by the name that is nearest to it."""
    with Image.open(BytesIO(content)) as image:
        shown = image.convert("RGB")
    wide, high = shown.width / columns, shown.height / rows
    return tuple(
        tuple(_name(shown, int((x + 0.5) * wide), int((y + 0.5) * high)) for x in range(columns))
        for y in range(rows)
    )


def _name(image: Image.Image, x: int, y: int) -> str:
    pixel = image.getpixel((x, y))
    assert isinstance(pixel, tuple)

    def distance(name: str) -> int:
        return sum(
            abs(channel - other) for channel, other in zip(pixel, COLOURS[name], strict=True)
        )

    return min(COLOURS, key=distance)


def list_markers(jpeg: bytes) -> list[int]:
    """The second byte of each marker before the first line of the picture."""
    markers, at = [], 2
    while True:
        _, marker, length = struct.unpack_from(">BBH", jpeg, at)
        markers.append(marker)
        if marker == 0xDA:
            return markers
        at += 2 + length


def make_exif(orientation: int = 1) -> bytes:
    """What a telephone writes: where it was, and what it is called."""
    exif = Image.Exif()
    exif[0x010F] = "SecretCamera"
    exif[0x0112] = orientation
    exif.get_ifd(0x8825).update({1: "N", 2: (51.0, 30.0, 26.46), 3: "W", 4: (0.0, 7.0, 39.9)})
    return exif.tobytes()


def make_profile() -> bytes:
    """A profile by which what is stored as red is blue, and the other way round."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    swapped = profile.replace(b"rXYZ", b"----").replace(b"bXYZ", b"rXYZ")
    return swapped.replace(b"----", b"bXYZ")


def make_png(width: int, height: int, *, data: bytes = b"") -> bytes:
    """A grey PNG that says it is this large, whatever is in it."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(data)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, body) for name, body in chunks)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def enlarge(kind: str, width: int, height: int) -> bytes:
    """A small file that claims to be a picture of this size."""
    if kind == "PNG":
        return make_png(width, height)
    content = bytearray(make_picture(kind, field=64 if kind == "HEIC" else 16))
    match kind:
        case "JPEG":
            struct.pack_into(">HH", content, content.index(b"\xff\xc0") + 5, height, width)
        case "GIF":
            struct.pack_into("<HH", content, 6, width, height)
        case "HEIC":
            struct.pack_into(">II", content, content.index(b"ispe") + 8, width, height)
        case _:
            canvas = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
            chunk = b"VP8X" + struct.pack("<II", 10, 0) + canvas
            content[12:12] = chunk
            struct.pack_into("<I", content, 4, len(content) - 8)
    return bytes(content)
