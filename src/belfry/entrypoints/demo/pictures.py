"""Photographs of what lies on the bench of the sample shop, put together from drawn images.

They carry a place and a camera's name, as those of a phone do, so that it can be seen to go.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from io import BytesIO

from PIL import Image

WIDTH, HEIGHT = 480, 360
WALLS = ("#dfe7e3", "#e9e2d6", "#dde3ec", "#ece3e3", "#e5e9da")
GPS, MAKE, MODEL = 0x8825, 0x010F, 0x0110
# The middle of the Thames: nobody lives there.
PLACE = {1: "N", 2: (51.0, 30.0, 20.0), 3: "W", 4: (0.0, 7.0, 10.0)}


@lru_cache(maxsize=32)
def draw(shape: str, seed: int) -> bytes:
    """A small photograph of the thing, as JPEG; the seed chooses the colour of the wall."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), WALLS[seed % len(WALLS)])
    for name in ("bench", shape):
        content = (files("belfry.entrypoints.demo") / "images" / f"{name}.png").read_bytes()
        image = Image.open(BytesIO(content)).convert("RGBA")
        picture.paste(image, mask=image)
    exif = Image.Exif()
    exif[MAKE], exif[MODEL], exif[GPS] = "Bench Camera", "Demo 1", PLACE
    file = BytesIO()
    picture.save(file, "JPEG", quality=82, exif=exif)
    return file.getvalue()
