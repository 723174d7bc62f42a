"""Models that word facts or describe a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from belfry.kernel.errors import Permanent

if TYPE_CHECKING:
    from datetime import timedelta


class Phraser(Protocol):
    """A model that words what it is given; it decides nothing.

    Every implementation promises:
    - `phrase` gives text of 1 to `longest` characters without white space around it;
    - a longer answer is Permanent and never held whole, and so are an empty one, one that was cut
      off or cannot be read, and every refusal: of the key, the model, the question;
    - it is Temporary where the model is busy, broken, out of reach, or gave no whole answer
      `within` the time, which counts from the call and not from the last byte;
    - it is never Unknown: asking again does no harm;
    - each call asks once; any number of threads may call;
    - no error repeats the instructions, the facts or a key;
    - with a `schema` the model is held to answer with JSON of that shape, and the text is that
      JSON as it came: the caller reads and checks it;
    - `name` says which model it is, for the record.
    """

    @property
    def name(self) -> str: ...

    def phrase(
        self,
        instructions: str,
        facts: str,
        *,
        within: timedelta,
        longest: int,
        schema: Mapping[str, Any] | None = None,
    ) -> str: ...


def check_text(text: object, longest: int) -> str:
    """The text of an answer as it may be passed on; Permanent if there is none."""
    if not isinstance(text, str):
        raise Permanent("the model's answer holds no text")
    stripped = text.strip()
    if not stripped:
        raise Permanent("the model's answer is empty")
    if len(stripped) > longest:
        raise Permanent(f"the model's answer is longer than {longest} characters")
    if any("\ud800" <= letter <= "\udfff" for letter in stripped):
        raise Permanent("the model's answer holds half characters")
    return stripped


def count_bytes(longest: int) -> int:
    """The most bytes read of an answer: any text that fits, and the JSON around it."""
    return _WRAPPING + _MOST_BYTES_EACH * longest


# JSON may write one character as two escapes of six bytes; models add counts, ids and thoughts.
_MOST_BYTES_EACH = 12
_WRAPPING = 64 * 1024


# The text beside the file; everything that matters is in the instructions.
HERE_IT_IS = "Here is the file."


class Describer(Protocol):
    """A model that looks at a file and says what it sees; it decides nothing.

    Every implementation promises:
    - `describe` gives text of 1 to `longest` characters without white space around it;
    - a kind of file that it cannot read, or one that is too large for it, is Permanent, and the
      model was not asked; JPEG pictures are read by all;
    - a longer answer is Permanent and never held whole, and so are an empty one, one that was cut
      off or cannot be read, and every refusal: of the key, the model, the file;
    - it is Temporary where the model is busy, broken, out of reach, or gave no whole answer
      `within` the time, which counts from the call and not from the last byte;
    - it is never Unknown: asking again does no harm;
    - each call asks once; any number of threads may call;
    - no error repeats the instructions, the file or a key;
    - `name` says which model it is, for the record.
    """

    @property
    def name(self) -> str: ...

    def describe(
        self,
        content: bytes,
        media_type: str,
        instructions: str,
        *,
        within: timedelta,
        longest: int,
    ) -> str: ...
