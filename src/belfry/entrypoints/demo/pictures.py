"""Pictures of what lies on the bench of the sample shop: drawn here, the same for the same thing.

They carry a place and a camera's name, as those of a phone do, so that it can be seen to go.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Protocol

from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from collections.abc import Callable

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


class Brush(Protocol):
    """What can be drawn with, in a picture of 480 by 360 whose bench begins at 250."""

    ink: str

    def box(self, *corners: float, fill: str, round_by: float = 0) -> None: ...

    def disc(self, x: float, y: float, radius: float, fill: str) -> None: ...

    def oval(self, *corners: float, fill: str) -> None: ...

    def ring(self, x: float, y: float, radius: float, fill: str, width: float) -> None: ...

    def line(self, *points: float, fill: str, width: float) -> None: ...

    def patch(self, *points: float, fill: str) -> None: ...


DARK, STEEL, PALE, LIGHT = "#2b2f33", "#8d979e", "#eef1f2", "#ffe9a8"


def draw_phone(pen: Brush) -> None:
    pen.box(180, 70, 300, 285, fill=DARK, round_by=18)
    pen.box(188, 88, 292, 267, fill=pen.ink, round_by=6)
    pen.patch(188, 88, 240, 88, 188, 180, fill=PALE)
    pen.line(292, 120, 262, 168, 276, 182, 240, 240, fill=PALE, width=2)
    pen.disc(240, 277, 5, STEEL)


def draw_bike(pen: Brush) -> None:
    for x in (150, 330):
        pen.ring(x, 220, 62, DARK, 7)
        pen.ring(x, 220, 54, STEEL, 2)
        pen.disc(x, 220, 6, STEEL)
    pen.line(150, 220, 225, 220, 300, 130, 200, 130, 150, 220, fill=pen.ink, width=8)
    pen.line(225, 220, 192, 110, fill=pen.ink, width=8)
    pen.line(330, 220, 294, 100, 325, 92, fill=pen.ink, width=8)
    pen.box(170, 102, 215, 112, fill=DARK, round_by=5)
    pen.disc(225, 220, 14, STEEL)


def draw_watch(pen: Brush) -> None:
    pen.box(212, 60, 268, 290, fill=pen.ink, round_by=12)
    pen.disc(240, 175, 72, STEEL)
    pen.disc(240, 175, 62, PALE)
    for x, y in ((240, 121), (294, 175), (240, 229), (186, 175)):
        pen.disc(x, y, 4, DARK)
    pen.line(240, 175, 240, 132, fill=DARK, width=6)
    pen.line(240, 175, 275, 190, fill=DARK, width=5)
    pen.box(310, 167, 322, 183, fill=STEEL, round_by=3)


def draw_amp(pen: Brush) -> None:
    pen.box(120, 85, 360, 290, fill=DARK, round_by=14)
    pen.box(134, 99, 346, 132, fill=pen.ink, round_by=4)
    for x in (155, 190, 225, 260, 295):
        pen.disc(x, 115, 9, PALE)
    pen.disc(330, 115, 4, "#e0533d")
    pen.box(134, 142, 346, 276, fill="#555b5f", round_by=6)
    pen.disc(240, 209, 60, DARK)
    pen.disc(240, 209, 46, STEEL)
    pen.disc(240, 209, 16, DARK)


def draw_lamp(pen: Brush) -> None:
    pen.patch(250, 150, 330, 118, 370, 285, 190, 285, fill=LIGHT)
    pen.oval(120, 268, 230, 295, fill=DARK)
    pen.line(175, 278, 150, 180, 250, 100, fill=STEEL, width=9)
    pen.disc(150, 180, 9, DARK)
    pen.patch(236, 84, 282, 70, 338, 122, 246, 158, fill=pen.ink)


def draw_kettle(pen: Brush) -> None:
    pen.patch(170, 130, 310, 130, 335, 288, 145, 288, fill=pen.ink)
    pen.oval(170, 112, 310, 148, fill=STEEL)
    pen.disc(240, 108, 11, DARK)
    pen.patch(165, 165, 158, 205, 100, 148, 112, 138, fill=pen.ink)
    pen.line(312, 140, 372, 150, 372, 240, 330, 262, fill=DARK, width=14)
    pen.box(226, 170, 254, 262, fill=PALE, round_by=6)


def draw_laptop(pen: Brush) -> None:
    pen.box(130, 85, 350, 240, fill=DARK, round_by=10)
    pen.box(142, 97, 338, 230, fill=pen.ink, round_by=4)
    pen.patch(142, 97, 230, 97, 142, 190, fill=PALE)
    pen.patch(125, 240, 355, 240, 395, 290, 85, 290, fill=STEEL)
    pen.patch(148, 247, 332, 247, 350, 270, 130, 270, fill=DARK)


def draw_record(pen: Brush) -> None:
    pen.box(100, 165, 380, 290, fill=pen.ink, round_by=10)
    pen.oval(120, 120, 310, 260, fill=DARK)
    for edge in (20, 45):
        pen.oval(120 + edge, 120 + edge * 0.74, 310 - edge, 260 - edge * 0.74, fill="#3c4246")
    pen.oval(190, 172, 240, 208, fill="#d9a441")
    pen.line(345, 150, 350, 215, 290, 225, fill=PALE, width=6)
    pen.disc(345, 150, 12, STEEL)


def draw_radio(pen: Brush) -> None:
    pen.line(330, 120, 372, 40, fill=STEEL, width=4)
    pen.box(110, 115, 370, 288, fill=pen.ink, round_by=20)
    pen.disc(190, 202, 58, DARK)
    for x in (160, 180, 200, 220):
        pen.line(x, 165, x, 240, fill=STEEL, width=3)
    pen.box(265, 150, 350, 185, fill=LIGHT, round_by=5)
    pen.line(300, 153, 300, 182, fill="#e0533d", width=2)
    for x in (285, 330):
        pen.disc(x, 235, 16, PALE)


def draw_camera(pen: Brush) -> None:
    pen.box(190, 105, 290, 150, fill=STEEL, round_by=8)
    pen.box(115, 135, 365, 285, fill=DARK, round_by=16)
    pen.box(115, 165, 365, 250, fill=pen.ink)
    pen.disc(240, 210, 62, STEEL)
    pen.disc(240, 210, 50, DARK)
    pen.disc(240, 210, 30, "#41586a")
    pen.disc(228, 198, 9, PALE)
    pen.box(320, 122, 348, 136, fill="#e0533d", round_by=4)


def draw_gauge(pen: Brush) -> None:
    pen.box(190, 120, 290, 292, fill="#c23b2e", round_by=30)
    pen.box(222, 70, 258, 125, fill=DARK, round_by=6)
    pen.line(240, 84, 320, 70, fill=DARK, width=10)
    pen.disc(240, 185, 42, PALE)
    pen.patch(240, 185, 222, 150, 258, 150, fill="#3f8f5a")
    pen.line(240, 185, 246, 154, fill=DARK, width=4)


SHAPES: dict[str, Callable[[Brush], None]] = {
    "phone": draw_phone,
    "bike": draw_bike,
    "watch": draw_watch,
    "amp": draw_amp,
    "lamp": draw_lamp,
    "kettle": draw_kettle,
    "laptop": draw_laptop,
    "record": draw_record,
    "radio": draw_radio,
    "camera": draw_camera,
    "gauge": draw_gauge,
}
