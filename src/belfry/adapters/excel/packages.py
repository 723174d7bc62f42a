"""The zip file that an XLSX is: checked before anything is unpacked, and its parts replaced.

A part that is not replaced keeps its bytes: charts, pictures and macros are never touched.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from belfry.kernel.errors import InputError

MOST_BYTES = 20_000_000
MOST_PARTS = 5_000
MOST_UNPACKED = 200_000_000
# Real workbooks shrink to a tenth or a thirtieth. Below the floor no ratio does harm.
MOST_RATIO = 250
RATIO_FLOOR = 5_000_000

_ZIP = b"PK\x03\x04"
# The container of an old XLS, and of a new workbook that is encrypted.
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_FLAG_ENCRYPTED = 0x1
_BEGINNING = 1000
# What openpyxl and zipfile raise over a part that is not what it should be.
FAULTS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    BadZipFile,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RecursionError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    zlib.error,
)


@contextmanager
def workbook_errors(name: str) -> Iterator[None]:
    """Raise whatever goes wrong in a workbook's inside as InputError."""
    try:
        yield
    except InputError:
        raise
    except FAULTS as error:
        detail = " ".join(str(error).split())[:120] or type(error).__name__
        problem = f"{name} is damaged or no workbook ({detail}): open it in Excel and save it again"
        raise InputError(problem) from error


class Package:
    """A workbook's parts by name; InputError for a file that is no workbook or a zip bomb."""

    def __init__(self, content: bytes, *, name: str) -> None:
        self.name = name
        _check_kind(content, name)
        with workbook_errors(name):
            self._archive = ZipFile(BytesIO(content))
            self._infos = self._archive.infolist()
        _check_claims(self._infos, len(content), name)
        self.names = frozenset(info.filename for info in self._infos)
        self._check_entities()

    def read(self, part: str) -> bytes:
        """No more is unpacked than the part's entry claims, which was checked."""
        with workbook_errors(self.name):
            return self._archive.read(part)

    def _check_entities(self) -> None:
        """Refuse XML with a document type, whose entities could grow without end."""
        for part in self.names:
            if not part.endswith((".xml", ".rels")):
                continue
            with workbook_errors(self.name), self._archive.open(part) as file:
                if b"<!DOCTYPE" in file.read(_BEGINNING):
                    raise InputError(f"{self.name} has a document type in {part}: it is not opened")

    def rewrite(self, parts: Mapping[str, bytes | None]) -> bytes:
        """The workbook with some parts replaced, added, or removed (None)."""
        buffer = BytesIO()
        with workbook_errors(self.name), ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
            for info in self._infos:
                if info.filename not in parts:
                    archive.writestr(_copy_info(info), self._archive.read(info))
                elif (content := parts[info.filename]) is not None:
                    archive.writestr(_copy_info(info), content)
            for part, content in parts.items():
                if part not in self.names and content is not None:
                    archive.writestr(_copy_info(ZipInfo(part)), content)
        return buffer.getvalue()


def _check_kind(content: bytes, name: str) -> None:
    if content.startswith(_ZIP):
        return
    if content.startswith(_COMPOUND) and _ENCRYPTED in content:
        raise InputError(f"{name} is protected by a password: save it without one")
    if content.startswith(_COMPOUND):
        raise InputError(f"{name} is an old workbook (.xls): save it as an Excel Workbook (.xlsx)")
    raise InputError(f"{name} is no Excel workbook: save it as an Excel Workbook (.xlsx)")


def _check_claims(infos: list[ZipInfo], packed: int, name: str) -> None:
    """Before anything is unpacked: zipfile never gives more than an entry claims."""
    unpacked = sum(info.file_size for info in infos)
    if len(infos) > MOST_PARTS:
        raise InputError(f"{name} has {len(infos):,} parts; at most {MOST_PARTS:,} are taken")
    if unpacked > MOST_UNPACKED or unpacked > max(RATIO_FLOOR, packed * MOST_RATIO):
        raise InputError(
            f"{name} would unpack to {unpacked:,} bytes from {packed:,}: "
            "that is too large, and it is not opened"
        )
    if len({info.filename for info in infos}) < len(infos):
        raise InputError(f"{name} has two parts of the same name: it is not opened")
    if any(info.flag_bits & _FLAG_ENCRYPTED for info in infos):
        raise InputError(f"{name} is protected by a password: save it without one")


def _copy_info(info: ZipInfo) -> ZipInfo:
    copied = ZipInfo(info.filename, info.date_time)
    copied.compress_type = ZIP_STORED if info.is_dir() else ZIP_DEFLATED
    copied.external_attr = info.external_attr
    return copied
