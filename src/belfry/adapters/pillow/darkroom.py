"""Whether some bytes are a picture, and what is left of it once it is tidied."""

from __future__ import annotations

import warnings
from contextlib import contextmanager, suppress
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING

from PIL.Image import DecompressionBombError, Resampling, Transpose
from PIL.JpegImagePlugin import JpegImageFile

from belfry.adapters.pillow.colours import flatten, make_srgb, spread
from belfry.adapters.pillow.faults import FAULTS
from belfry.adapters.pillow.openers import CUT_OFF, check_pixels, is_cut_short, open_picture
from belfry.kernel.errors import InputError
from belfry.ports.darkroom import LONGEST_SIDE, MOST_BYTES, MOST_PIXELS, Print

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Image
    from PIL.ImageFile import ImageFile

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
_one_at_a_time = Lock()


class PillowDarkroom:
    def develop(self, content: bytes, *, longest: int = LONGEST_SIDE) -> Print:
        if len(content) > MOST_BYTES:
            size = f"{-(-len(content) // _MB):,} MB; at most {MOST_BYTES // _MB}"
            raise InputError(f"the picture has {size}", field="picture")
        with _one_at_a_time, _speaking_plainly(content):
            return _encode(_tidy(open_picture(content), longest))


@contextmanager
def _speaking_plainly(content: bytes) -> Iterator[None]:
    """Whatever a decoder raises is the picture's fault; what it only warns of is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except FAULTS as error:
        raise InputError(_say_why(content, error), field="picture") from error


def _say_why(content: bytes, error: Exception) -> str:
    if isinstance(error, DecompressionBombError):
        return f"the picture has too many pixels; at most {MOST_PIXELS // 1_000_000} megapixels"
    if isinstance(error, MemoryError):
        return "the picture needs more memory than there is; expected a smaller one"
    said = str(error).lower()
    if any(words in said for words in _CUT) or is_cut_short(content):
        return CUT_OFF
    return "the picture is damaged; expected one that other programs can show"


def _tidy(image: ImageFile, most: int) -> Image:
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
    """How the camera was held; none if what it says of that makes no sense."""
    with suppress(*FAULTS):
        return _TURNS.get(image.getexif().get(_ORIENTATION, 1))
    return None


def _encode(image: Image) -> Print:
    # Pillow would write the old picture's comment into the new one.
    image.info = {}
    file = BytesIO()
    image.save(file, "JPEG", quality=QUALITY, progressive=True)
    return Print(file.getvalue(), *image.size)
