"""Pictures of what lies on the bench of the sample shop: drawn here, the same for the same thing.

They carry a place and a camera's name, as those of a phone do, so that it can be seen to go.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from belfry.entrypoints.demo.shapes import SHAPES

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw as Pencil

WIDTH, HEIGHT = 480, 360
# Drawn larger and made smaller, so that no edge is ragged.
FINE = 1.5
BENCH_AT = 250
WALLS = ("#dfe7e3", "#e9e2d6", "#dde3ec", "#ece3e3", "#e5e9da")
INKS = ("#2f6f73", "#b1553a", "#3f5f8f", "#7a5a93", "#a8762a")
WOOD, EDGE, SHADE = "#b98d5e", "#8f6a43", "#9c7549"
QUALITY = 82
GPS, MAKE, MODEL = 0x8825, 0x010F, 0x0110
# The middle of the Thames: nobody lives there.
PLACE = {1: "N", 2: (51.0, 30.0, 20.0), 3: "W", 4: (0.0, 7.0, 10.0)}


class Sketch:
    """A pencil that measures in the picture's own size, with one ink for the thing."""

    def __init__(self, pencil: Pencil, ink: str) -> None:
        self._pencil = pencil
        self.ink = ink

    def box(self, *corners: float, fill: str, round_by: float = 0) -> None:
        self._pencil.rounded_rectangle(_grow(corners), round_by * FINE, fill=fill)

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        self.oval(x - radius, y - radius, x + radius, y + radius, fill=fill)

    def oval(self, *corners: float, fill: str) -> None:
        self._pencil.ellipse(_grow(corners), fill=fill)

    def ring(self, x: float, y: float, radius: float, fill: str, width: float) -> None:
        corners = _grow((x - radius, y - radius, x + radius, y + radius))
        self._pencil.ellipse(corners, outline=fill, width=round(width * FINE))

    def line(self, *points: float, fill: str, width: float) -> None:
        self._pencil.line(_grow(points), fill=fill, width=round(width * FINE), joint="curve")

    def patch(self, *points: float, fill: str) -> None:
        self._pencil.polygon(_grow(points), fill=fill)


@lru_cache(maxsize=32)
def draw(shape: str, seed: int) -> bytes:
    """A small photograph of the thing, as JPEG."""
    image = Image.new("RGB", (round(WIDTH * FINE), round(HEIGHT * FINE)), WALLS[seed % len(WALLS)])
    sketch = Sketch(ImageDraw.Draw(image), INKS[seed % len(INKS)])
    _draw_bench(sketch)
    SHAPES[shape](sketch)
    small = image.resize((WIDTH, HEIGHT), Image.Resampling.BOX)
    file = BytesIO()
    small.save(file, "JPEG", quality=QUALITY, exif=_describe())
    return file.getvalue()


def _draw_bench(sketch: Sketch) -> None:
    sketch.box(0, BENCH_AT, WIDTH, HEIGHT, fill=WOOD)
    sketch.box(0, BENCH_AT, WIDTH, BENCH_AT + 7, fill=EDGE)
    for y in (285, 322):
        sketch.line(0, y, WIDTH, y, fill=SHADE, width=1.5)
    sketch.oval(105, 270, 375, 305, fill=SHADE)


def _describe() -> Image.Exif:
    exif = Image.Exif()
    exif[MAKE], exif[MODEL] = "Bench Camera", "Demo 1"
    exif[GPS] = PLACE
    return exif


def _grow(points: tuple[float, ...]) -> list[float]:
    return [point * FINE for point in points]
