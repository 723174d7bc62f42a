"""What a message says once letters that only look like letters are what they look like.

Hidden marks are taken out, look-alikes of other alphabets and digits inside words become the
letters they stand for, and letters set apart (r e a d y) are put together.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

EMOJI = "\ue007"
# Each pair: the letter that only looks so, and the one it looks like.
_PAIRS = """
аa вb гr еe ёe зe іi їi јj кk мm нh оo пn рp ѕs сc тt уy хx һh ԁd ԛq ԝw ҽe ӏl ѵv ьb
АA ВB ЕE ЁE ІI ЇI ЈJ КK МM НH ОO РP ЅS СC ТT УY ХX ѴV ҮY ԌG ԚQ ԜW ҺH ӀI
αa βb γy εe ηn ιi κk νv οo ρp τt υu χx ωw ϲc σo ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX
ıi łl øo đd ðd ɡg ɑa ᴀa ʙb ᴄc ᴅd ᴇe ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ѐe ѝu
"""
_LOOKALIKES = {pair[0]: pair[1] for pair in _PAIRS.split()}
_PUNCTUATION = str.maketrans(
    {
        **dict.fromkeys("\u2019\u2018\u02bc\u0060\u00b4\u2032\u201b", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb\u2033", '"'),
        **dict.fromkeys("\u2013\u2014\u2012\u2015\u2212", " - "),
        **dict.fromkeys("\u2010\u2011", "-"),
        **dict.fromkeys("\u2026", ". "),
        **dict.fromkeys("\u2028\u2029\r\x0b\x0c\x85", "\n"),
    }
)
# Pictures that say something about time, money or how far the work is.
_TELLING = {
    **dict.fromkeys("\U0001f51c\u23f0\u231a\u23f3\u231b\u23f1\U0001f4c5\U0001f4c6", " soon "),
    **dict.fromkeys("\U0001f3c1\U0001f51a\U0001f4af", " finished "),
    **dict.fromkeys(
        "\U0001f4b0\U0001f4b5\U0001f4b7\U0001f4b6\U0001f3f7\U0001f193\U0001f381", " free "
    ),
    **dict.fromkeys((chr(code) for code in range(0x1F550, 0x1F568)), " o'clock "),
}
_SPACED = re.compile(r"(?<![A-Za-z])(?:[A-Za-z]([ ._\-*+]))(?:[A-Za-z]\1){2,}[A-Za-z](?![A-Za-z'])")
_LEET = str.maketrans("0134578@$!|", "oieastbasil")
_LEETED = re.compile(r"[0134578@$|]|![a-z]", re.I)
_MIXED = re.compile(r"(?<![\w@$])(?=[\w@$!|]*[a-z])(?=[\w@$!|]*[0134578@$!|][a-z])[\w@$!|]+", re.I)


def undo_disguises(text: str) -> str:
    """The text in plain letters; only what no letter stands for is left as it is."""
    if text.isascii():
        return _join_spaced(text.translate(_PUNCTUATION))
    plain = "".join(map(_plain_letter, unicodedata.normalize("NFKC", _mark_emoji(text))))
    return _join_spaced(plain.translate(_PUNCTUATION))


def undo_leet(word: str, known: frozenset[str]) -> str:
    """The known word that a word with digits or signs among its letters stands for, if any."""
    lower = word.lower()
    for one in (lower.translate(_LEET), lower.replace("1", "l").translate(_LEET)):
        if one in known:
            return one
    return word


def find_leet(text: str, known: frozenset[str]) -> str:
    if not _LEETED.search(text):
        return text
    return _MIXED.sub(lambda found: undo_leet(found[0], known), text)


def _mark_emoji(text: str) -> str:
    """Emoji before anything else: some of them would fall apart into letters."""
    return "".join(_TELLING.get(one) or (EMOJI if _is_picture(one) else one) for one in text)


def _is_picture(letter: str) -> bool:
    code = ord(letter)
    return 0x1F000 <= code <= 0x1FAFF or 0x2600 <= code <= 0x27BF or 0x2B00 <= code <= 0x2BFF


@lru_cache(maxsize=4096)
def _plain_letter(letter: str) -> str:
    if letter in _LOOKALIKES:
        return _LOOKALIKES[letter]
    if letter == EMOJI or letter.isascii():
        return letter
    parts = unicodedata.normalize("NFKD", letter)
    kept = "".join(part for part in parts if not unicodedata.category(part).startswith(("M", "C")))
    return "".join(_LOOKALIKES.get(part, part) for part in kept)


def _join_spaced(text: str) -> str:
    return _SPACED.sub(lambda run: run[0].replace(run[1], ""), text)
