"""How a version is packed into one small file that any unzip program opens.

A gzip file may carry a comment before its content (RFC 1952). Number, moment, digest and size
stand there, so a version and what is known of it can never part, and a list of versions reads
only the beginnings of files.
"""

from __future__ import annotations

import gzip
import json
import struct
import zlib
from datetime import datetime
from functools import lru_cache

from belfry.ports.folder import digest_content
from belfry.ports.versions import Version

_MAGIC = b"\x1f\x8b\x08\x10"
_FIXED = 10
HEAD = 1024


def pack_version(version: Version, content: bytes) -> bytes:
    said = {
        "number": version.number,
        "at": version.at.isoformat(timespec="microseconds"),
        "digest": version.digest,
        "size": version.size,
    }
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    head = _MAGIC + struct.pack("<IBB", 0, 0, 255) + json.dumps(said).encode() + b"\x00"
    tail = struct.pack("<II", zlib.crc32(content), len(content) & 0xFFFFFFFF)
    return head + packer.compress(content) + packer.flush() + tail


@lru_cache(maxsize=512)
def read_version(head: bytes) -> Version | None:
    """What the beginning of a packed file says of it; None if it is no such file."""
    comment, end, _ = head[_FIXED:].partition(b"\x00")
    if not head.startswith(_MAGIC) or not end:
        return None
    try:
        said = json.loads(comment)
        at = datetime.fromisoformat(said["at"])
        return Version(int(said["number"]), at, str(said["digest"]), int(said["size"]))
    except (ValueError, KeyError, TypeError):
        return None


def unpack_version(packed: bytes) -> bytes | None:
    """The content that was packed; None if it is not whole any more."""
    version = read_version(packed[:HEAD])
    try:
        content = gzip.decompress(packed)
    except (OSError, EOFError, zlib.error):
        return None
    return content if version and digest_content(content) == version.digest else None
