"""Turn uploaded pictures into plain JPEGs that are safe to show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

MOST_BYTES = 25 * 1024 * 1024
MOST_PIXELS = 50_000_000
LONGEST_SIDE = 1600
MEDIA_TYPE = "image/jpeg"


@dataclass(frozen=True, slots=True)
class ProcessedImage:
    """A tidied picture: a JPEG, so many pixels wide and high, of which only the look is left."""

    content: bytes
    width: int
    height: int


class ImageProcessor(Protocol):
    """Makes plain JPEGs of pictures.

    Every implementation promises:
    - a JPEG, PNG, HEIC, WEBP or GIF that can be decoded to its end gives an image; of several
      frames the first is taken;
    - anything else raises InputError, which says what came and what was expected; no bytes raise
      another error;
    - more than MOST_BYTES are refused unread, more than MOST_PIXELS before they are decoded;
    - an image stands upright, is at most `longest` long and never larger than the picture; what was
      transparent is white, and the colours are those of sRGB;
    - nothing else of the file is left: no place, no time, no camera, no comment, no colour profile;
    - the same bytes give the same image.
    """

    def process(self, content: bytes, *, longest: int = LONGEST_SIDE) -> ProcessedImage: ...
