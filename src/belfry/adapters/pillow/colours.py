"""How a picture's colours become those that every screen shows alike."""

from __future__ import annotations

from contextlib import suppress
from io import BytesIO

from PIL import Image, ImageCms

from belfry.adapters.pillow.faults import FAULTS

_SHARES = {"L", "RGB", "RGBA", "CMYK"}
_ALPHA = {"LA", "La", "PA", "RGBa"}
_TO_8_BITS = 1 / 256


def spread(image: Image.Image) -> Image.Image:
    """The same picture with a full number for each share of a colour, so that it can be resized."""
    if image.mode.startswith("I"):
        # convert() alone would cut every value at 255 and leave a white picture.
        return image.point(lambda value: value * _TO_8_BITS).convert("L")
    if image.mode in _ALPHA or "transparency" in image.info:
        return image.convert("RGBA")
    if image.mode == "1":
        return image.convert("L")
    return image if image.mode in _SHARES else image.convert("RGB")


def flatten(image: Image.Image) -> Image.Image:
    """What shines through is white: a JPEG has nothing to shine through."""
    if image.mode != "RGBA":
        return image
    paper = Image.new("RGB", image.size, "white")
    paper.paste(image, mask=image.getchannel("A"))
    return paper


def make_srgb(image: Image.Image, profile: object) -> Image.Image:
    """By the picture's own profile; one that makes no sense is as good as none."""
    if isinstance(profile, bytes):
        with suppress(*FAULTS):
            return _translate(image, ImageCms.ImageCmsProfile(BytesIO(profile)))
    return image.convert("RGB")


def _translate(image: Image.Image, profile: ImageCms.ImageCmsProfile) -> Image.Image:
    srgb = ImageCms.createProfile("sRGB")
    translated = ImageCms.profileToProfile(image, profile, srgb, outputMode="RGB")
    assert translated is not None
    return translated
