"""Why somebody wants to be off, if the note says so plainly, in its own words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from belfry.kernel.texts import list_links, make_harmless
from belfry.rota.notes.mentions import Mention

LONGEST_REASON = 120
_END = r"(?=\s*(?:[.!?;\n(]|,\s|\s-\s|$|\bplease\b|\bpls\b|\bthanks\b|\bif\b|\bso\b|@))"
_GIVEN = (
    re.compile(rf"\breason\s*(?:is|:|-)\s*(?P<why>[^.!?\n@]{{3,}}?){_END}", re.I),
    re.compile(
        rf"\b(?:because|cos|due to|owing to|since)\s+(?:of\s+)?(?P<why>[^.!?\n@]{{3,}}?){_END}",
        re.I,
    ),
    re.compile(
        r"\bfor\s+(?!me\b|us\b|you\b|that\b|this\b|it\b|the\s+(?:day|week|dates?|whole|notice|short|late|rota)"
        r"|\d|now\b|approval|leave\b|annual|holidays?\b|some\b|#|next\b|short|which\b|all\b|one\b|two\b|three\b"
        r"|four\b|five\b|a\s+(?:day|week|few|couple|fortnight|while|bit|month)\b|an?\s+(?:off)|days?\b"
        rf"|personal\s+leave|time\b|your\b|any\b|asking|letting|considering"
        r"|(?:not|being|such|late|booking|telling|texting|messaging|writing|e?mailing|sending|replying|putting"
        rf"|getting\s+(?:this|it))\b)(?P<why>[^.!?\n@,]{{3,}}?){_END}",
        re.I,
    ),
    re.compile(
        r"\boff\s+(?P<why>(?:to\s+(?:go|visit|see|attend|help|take|look|move|travel|be|celebrate|study|meet|collect"
        rf"|pick|drive|fly|care|prepare)\b)[^.!?\n@]{{2,}}?){_END}",
        re.I,
    ),
    re.compile(
        r"(?:,|\bas)\s+(?P<why>(?:i have|i've got|it's|its|i'm|we're|my|we have)\b"
        rf"[^.!?\n@,]{{3,}}?){_END}",
        re.I,
    ),
)
_NOUN = re.compile(
    r"\b(?:dentist|doctor\w*|gp|hospital|appointments?|appt|wedding|funeral|trip|holiday|vacation|family"
    r"|school|birthday|bday|exams?|moving|travel\w*|flight|childcare|surgery|interview|graduation"
    r"|concert|festival|party|baby|vet|visa|embassy|court|jury|passport|stag|hen|conference|course"
    r"|college|uni|university|operation|check-?up|sick|ill|unwell|flu|cold|migraine|medical"
    r"|emergency|personal|religious|eid|diwali|christmas|anniversary|bereavement|driving|optician"
    r"|physio|scan|house|kids?|daughter|son|mum|dad|mom|parents?|honeymoon|reunion|marathon)\b",
    re.I,
)
_MORE = re.compile(
    r"(?:[,;:(\n]|\s-\s|[.!?]\s)\s*(?P<why>[^,;:()\n.!?@]{3,60})(?=[,;:)\n.!?]|\s-\s|$)"
)
_NO_REASON = re.compile(
    r"@|\b(?:off|please|thanks|can|could|would|will|know|ok|okay|back|cover\w*|approve|hope|sorry|you"
    r"|ignore|system|rules?|instructions?|away|leave|request\w*)\b",
    re.I,
)
_ARTICLE = re.compile(r"^(?:an?|the)\s+", re.I)
_TAIL = re.compile(r"[\s,]+(?:and|but|so|then|on|at|to|from|the)$", re.I)


def find_reason(text: str, mentions: Sequence[Mention]) -> str:
    masked = _mask(text, mentions)
    for pattern in _GIVEN:
        if found := pattern.search(masked):
            return _tidy(found["why"])
    for found in _MORE.finditer(masked):
        why = found["why"].strip()
        if _NOUN.search(why) and not _NO_REASON.search(why):
            return _tidy(why)
    return ""


def _mask(text: str, mentions: Sequence[Mention]) -> str:
    parts, done = [], 0
    for mention in mentions:
        parts += [text[done : mention.start].replace("@", " "), "@"]
        done = mention.end
    return "".join([*parts, text[done:].replace("@", " ")])


def _tidy(why: str) -> str:
    plain = _ARTICLE.sub("", make_harmless(why, most=LONGEST_REASON).strip(" -:'\""))
    plain = _TAIL.sub("", plain)
    return "" if next(list_links(plain), None) else plain
