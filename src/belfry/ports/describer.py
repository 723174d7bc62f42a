"""Who says what can be seen in a file, and what can come back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from datetime import timedelta

# What stands beside the file; everything that matters is in the instructions.
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
    - it is never Unknown: whoever asks again harms nobody;
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
