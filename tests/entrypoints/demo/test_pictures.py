"""Whether the pictures of the sample shop are small, its own, and carry traces to be removed."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from belfry.adapters.pillow.image_processor import PillowImageProcessor
from belfry.entrypoints.demo.team import GPS, HEIGHT, MAKE, SHOP, WIDTH, draw

SHAPES = sorted({"gauge", *(shape for _, shape in SHOP["items"])})


@pytest.mark.parametrize("shape", SHAPES)
def test_picture_is_small_and_shows_something(shape: str) -> None:
    content = draw(shape, 3)
    image = Image.open(BytesIO(content))
    assert (image.format, image.size) == ("JPEG", (WIDTH, HEIGHT))
    assert len(content) < 20_000
    assert len(image.quantize(16).getcolors() or []) > 5


def test_same_item_is_drawn_the_same_and_another_differently() -> None:
    first = draw("kettle", 1)
    draw.cache_clear()
    assert draw("kettle", 1) == first
    assert draw("kettle", 2) != first
    assert len({draw(shape, 1) for shape in SHAPES}) == len(SHAPES)


def test_place_and_camera_are_removed_by_the_image_processor() -> None:
    taken = draw("bike", 0)
    before, after = (
        Image.open(BytesIO(content)).getexif()
        for content in (taken, PillowImageProcessor().process(taken).content)
    )
    assert (bool(before.get_ifd(GPS)), before[MAKE]) == (True, "Bench Camera")
    assert dict(after) == {}
