"""Whether a document that somebody hands over can be kept as evidence, and under what name.

A PDF is kept as it came. It is looked at from outside alone, so that nothing in it can do harm or
take long: whoever serves it must do so as a download, and never as a page of ours.
"""

from __future__ import annotations

import re
from itertools import islice

from belfry.kernel.errors import InputError
from belfry.kernel.texts import make_harmless

MOST_BYTES = 25 * 1024 * 1024
MOST_PAGES = 2000
PDF = "application/pdf"
LONGEST_NAME = 100

_MB = 1024 * 1024
_BLANK = b"\xef\xbb\xbf\0\t\n\f\r "
_LOOKED_AT = 1024
_VERSION = re.compile(rb"%PDF-[12]\.[0-9]")
_LOCK = re.compile(rb"/Encrypt\s{0,20}(?:<<|[0-9]{1,10}\s{1,20}[0-9]{1,5}\s{1,20}R)")
_PAGE = re.compile(rb"/Type\s{0,20}/Page(?![A-Za-z])")
_ENDING = re.compile(r"\.[^.\s]{1,8}$")
_FORBIDDEN = re.compile(r'[\\/:*?"<>|]')


def check_size(content: bytes) -> None:
    """Refuse nothing at all, and more than anybody would want to keep."""
    if not content:
        raise InputError("the file is empty; expected a picture or a PDF", field="file")
    if len(content) > MOST_BYTES:
        size = f"{-(-len(content) // _MB):,} MB; at most {MOST_BYTES // _MB}"
        raise InputError(f"the file has {size}", field="file")


def is_pdf(content: bytes) -> bool:
    """Whether it begins as one; marks and blanks before it are passed over."""
    return content[:_LOOKED_AT].lstrip(_BLANK).startswith(b"%PDF")


def check_pdf(content: bytes) -> None:
    """Refuse a document that nobody could open, or of which nobody would look at every page."""
    if not _VERSION.match(content[: 2 * _LOOKED_AT].lstrip(_BLANK)):
        raise InputError("this begins like a PDF and is none; expected a whole one", field="file")
    if b"%%EOF" not in content[-_LOOKED_AT:]:
        raise InputError("the PDF is cut off; expected a whole one", field="file")
    if _LOCK.search(content):
        raise InputError("the PDF is locked; expected one without a password", field="file")
    if next(islice(_PAGE.finditer(content), MOST_PAGES, None), None):
        raise InputError(f"the PDF has more than {MOST_PAGES:,} pages", field="file")


def tidy_name(said: str, ending: str) -> str:
    """What the file is called when somebody saves it: no folders, and an ending that is true."""
    last = re.split(r"[\\/]", said)[-1]
    bare = _FORBIDDEN.sub("", _ENDING.sub("", make_harmless(last, most=LONGEST_NAME * 2)))
    return f"{bare.strip(' .')[:LONGEST_NAME].rstrip() or 'evidence'}{ending}"
