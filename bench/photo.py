"""What tidying a telephone's photo costs, beside Pillow making it smaller and nothing else.

Twelve megapixels, with all that a telephone writes into the file, and held upright. The other side
decodes it, resizes it to the same size by the same filter, and encodes it at the same quality; what
it gives still lies on its side and says where it was taken.
"""

from __future__ import annotations

from io import BytesIO

from bench.rounds import find_best, timed
from bench.targets import TARGETS, Figure
from PIL import Image, ImageCms

from belfry.adapters.pillow.image_processor import QUALITY, PillowImageProcessor

SIZE, QUICK_SIZE = (4000, 3000), (2000, 1500)
PRINTED = (1600, 1200)
ROUNDS = 7
HELD_UPRIGHT = 6


def measure(*, is_quick: bool) -> list[Figure]:
    photo = take_photo(QUICK_SIZE if is_quick else SIZE)
    sides = [lambda: _time_belfry(photo), lambda: _time_pillow(photo)]
    ours, theirs = find_best(sides, 1 if is_quick else ROUNDS)
    (target,) = TARGETS["photo"]
    return [Figure(target, _render(ours), _render(theirs), theirs / ours)]


def take_photo(size: tuple[int, int]) -> bytes:
    """Soft light, coarse shapes and the grain of a small lens, always a few megabytes of them."""
    shapes = Image.effect_noise((size[0] // 8, size[1] // 8), 90).resize(
        size, Image.Resampling.BICUBIC
    )
    slope, glow = (
        make("L").resize(size) for make in (Image.linear_gradient, Image.radial_gradient)
    )
    shares = (Image.blend(shapes, slope, 0.5), Image.blend(shapes, glow, 0.5), slope)
    grain = Image.effect_noise(size, 12)
    photo = Image.blend(Image.merge("RGB", shares), Image.merge("RGB", (grain,) * 3), 0.15)
    exif = Image.Exif()
    exif[0x0112] = HELD_UPRIGHT
    exif.get_ifd(0x8825).update({1: "N", 2: (51.0, 30.0, 26.46)})
    file = BytesIO()
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    photo.save(file, "JPEG", quality=92, exif=exif, icc_profile=profile)
    return file.getvalue()


def _time_belfry(photo: bytes) -> float:
    with timed() as watch:
        made = PillowImageProcessor().process(photo)
    if (made.height, made.width) != PRINTED:
        raise AssertionError(f"the print is {made.width} by {made.height}")
    return 1 / watch.seconds


def _time_pillow(photo: bytes) -> float:
    with timed() as watch, Image.open(BytesIO(photo)) as image:
        image.load()
        smaller = image.resize(PRINTED, Image.Resampling.LANCZOS)
        smaller.save(BytesIO(), "JPEG", quality=QUALITY)
    return 1 / watch.seconds


def _render(rate: float) -> str:
    return f"{1000 / rate:.0f} ms"
