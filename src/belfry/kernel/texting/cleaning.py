"""How a text is written so that few text messages carry it and none of its meaning is lost.

All or nothing: if every sign can be said plainly the plain text is taken. If one cannot (another
script, say) the whole text costs more anyway, and is kept as it was written.
"""

from __future__ import annotations

import re
import unicodedata

from belfry.kernel.texting.alphabet import is_plain
from belfry.kernel.texting.pictures import drop_pictures
from belfry.kernel.texting.substitutes import find_substitute

_LINE_END = re.compile(r"\r\n?|[\x0b\x85\u2028\u2029]")
# What no text message can carry: control signs, and halves of a sign.
_UNSPEAKABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_HALF = re.compile(r"[\ud800-\udfff]")


def clean_sms(text: str) -> str:
    """The text in plain signs if it can be said in them, else as it is.

    A picture more than halves the room that the words have: it goes where it is an ornament, at
    the edge of a sentence. Where it may stand for a word it stays.
    """
    if is_plain(text) and "\r" not in text:
        return text
    sound = _make_sound(text)
    plain = "".join(map(find_substitute, drop_pictures(sound)))
    return plain if is_plain(plain) else sound


def _make_sound(text: str) -> str:
    text = _LINE_END.sub("\n", text).replace("\t", " ")
    text = _HALF.sub("?", _UNSPEAKABLE.sub("", text))
    return unicodedata.normalize("NFC", text)
