"""What a file is that is no picture we can use, as a person would call it."""

from __future__ import annotations

import re

_BEGINNINGS = {
    b"PK\x03\x04": "a ZIP archive",
    b"PK\x05\x06": "a ZIP archive",
    b"%PDF": "a PDF document",
    b"MZ": "a Windows program",
    b"\x7fELF": "a program",
    b"II*\x00": "a TIFF picture",
    b"MM\x00*": "a TIFF picture",
    b"BM": "a BMP picture",
    b"8BPS": "a Photoshop file",
    b"%!PS": "a PostScript file",
    b"\xc5\xd0\xd3\xc6": "a PostScript file",
    b"\x1f\x8b": "a gzip archive",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"Rar!": "a RAR archive",
    b"\xd0\xcf\x11\xe0": "an old Office document",
    b"\x1aE\xdf\xa3": "a video",
    b"ID3": "a sound file",
    b"\x00\x00\x01\x00": "an icon",
    b"\x00\x00\x00\x0cjP  ": "a JPEG 2000 picture",
    b"\xff\x0a": "a JPEG XL picture",
    b"\x00\x00\x00\x0cJXL ": "a JPEG XL picture",
}
_MARKUP = {
    re.compile(rb"<svg[\s>]", re.IGNORECASE): "an SVG drawing",
    re.compile(rb"<(!doctype html|html|head|body)\b", re.IGNORECASE): "a web page",
    re.compile(rb"\s*<\?xml", re.IGNORECASE): "an XML file",
}
_LOOKED_AT = 1024


def guess_kind(content: bytes) -> str:
    """By its beginning alone: only to be told to a person, never to be relied on."""
    if not content:
        return "empty"
    head = content[:_LOOKED_AT]
    is_text = _is_text(head)
    for beginning, kind in _BEGINNINGS.items():
        # Two letters may also begin a word.
        if head.startswith(beginning) and not (is_text and len(beginning) == 2):
            return kind
    if head[4:8] == b"ftyp":
        return "an AVIF picture" if head[8:11] == b"avi" else "a video"
    for pattern, kind in _MARKUP.items():
        if pattern.search(head):
            return kind
    return "text" if is_text else "something unknown"


def _is_text(head: bytes) -> bool:
    try:
        text = head.decode()
    except UnicodeDecodeError as error:
        # The last letter may have been cut in two.
        return error.start > len(head) - 4 and _is_text(head[: error.start])
    return all(letter.isprintable() or letter.isspace() for letter in text)
