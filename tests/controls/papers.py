"""Documents to add as evidence, made in memory; some of them broken."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile


def make_pdf(
    text: str = "all fine", *, pages: int = 1, more: bytes = b"", end: bytes = b""
) -> bytes:
    """A small PDF; `more` stands among its objects, `end` after its last line."""
    kids = b" ".join(b"%d 0 R" % (10 + n) for n in range(pages))
    objects = [
        b"1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n",
        b"2 0 obj\n<< /Type /Pages /Kids [%s] /Count %d >>\nendobj\n" % (kids, pages),
        *(
            b"%d 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>\nendobj\n" % (10 + n)
            for n in range(pages)
        ),
        b"9 0 obj\n(%s)\nendobj\n" % text.encode(),
        more,
    ]
    trailer = b"trailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n"
    return b"%PDF-1.7\n" + b"".join(objects) + trailer + end


def make_zip() -> bytes:
    held = BytesIO()
    with ZipFile(held, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
    return held.getvalue()
