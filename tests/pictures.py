"""Pictures to test with, made on the spot: a few kilobytes, each of its own colour."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

RED, GREEN, BLUE = (200, 30, 30), (30, 160, 60), (30, 60, 200)


def make_picture(
    colour: tuple[int, int, int] = RED, *, size: tuple[int, int] = (64, 48), kind: str = "JPEG"
) -> bytes:
    """The bytes of a picture, as a camera might have saved it."""
    held = BytesIO()
    Image.new("RGB", size, colour).save(held, kind)
    return held.getvalue()


def find_colour(content: bytes) -> str:
    """Which of the colours a picture is."""
    pixel = Image.open(BytesIO(content)).convert("RGB").resize((1, 1)).getpixel((0, 0))
    assert isinstance(pixel, tuple)
    return ("red", "green", "blue")[pixel.index(max(pixel))]
