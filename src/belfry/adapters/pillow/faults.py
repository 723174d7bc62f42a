"""What may come out of a decoder that is given bytes nobody has checked.

Decoders do not say which errors they raise. So these are all that Python has for a thing gone
wrong, by their families, and the vendors' own.
"""

from __future__ import annotations

import struct
import zlib

from PIL import Image, ImageCms

FAULTS: tuple[type[Exception], ...] = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    BufferError,
    EOFError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    Warning,
    struct.error,
    zlib.error,
    Image.DecompressionBombError,
    ImageCms.PyCMSError,
)
