"""Whether a draft looks like one message to a customer, with nothing in it that code left behind.

Looks at signs and fixed turns of phrase; what the sentences say is judged elsewhere.
"""

from __future__ import annotations

import re

from belfry.jobs.fence.verdicts import Reason, object_to

_SLOT = re.compile(r"\{[^{}\n]*\}?|\}|\[[^\]\n]*\]?|\]|<[^>\n]*>?|>|\$\w+|%[sd(]|_{2,}|\?\?\?")
_GAP = re.compile(r"xxxx|TBC|TBD|TBA|INSERT|PLACEHOLDER|LOREM")
_DOTTED = re.compile(r"\.\w|:/|\bdot\b", re.I)
_LINK = re.compile(
    r"https?:|www\.|\b[\w-]+(?:\.[\w-]+)*\.(?:com|co|uk|net|org|io|ly|me|app|shop|store|info|biz|"
    r"dev|link|page|site|online|eu|de|fr|us|ca|au|nz|ie|to|gg|tv|xyz|gl)\b|\w\s?\(?dot\)?\s?com\b",
    re.I,
)
_ADDRESS = re.compile(r"\w@\w|(?<!\w)@\w+|#\w+")
_PHONE = re.compile(r"\+?\(?\d[\d\s().-]{5,}\d")
_MONEY = re.compile(r"[£$€¥₹¢]|\b\d+(?:\.\d+)?\s?(?:gbp|usd|eur|quid|bucks|p)\b|\b\d+\s?%|%", re.I)
_ITEM = r"^\s*(?:[-\u2022]|\d+[.)])\s"
_ANSWER = re.compile(r"\b[Rr]eply (?:with )?[\"']?(?:YES|NO|Y|N|OK|\d+)\b")
_MARKUP = re.compile(rf"[*`~^\\=]|^\s*#|{_ITEM}.*\n{_ITEM[1:]}|\b_\w|\w_\b", re.M)
_OPENING = re.compile(
    r"\W*(?:sure|certainly|of course|absolutely|okay|ok|no problem|understood)\b|"
    r"\W*(?:draft|message|sms|text|subject|output|response|reply|answer|body|to|from)\s*:",
    re.I,
)
_HINTS = re.compile(
    r"here|below|this is|is this|\bai\b|language|i've|i have|let me|helps|count|note to|name", re.I
)
_PREAMBLE = re.compile(
    r"\bthis is\s+(?:\w+\s+){0,4}?(?:draft|drafts|version|suggestion|template|rewrite)\b|"
    r"\b(?:here(?:'s| is| are)|below is)\s+(?!the (?:short|long) version:)(?:\w+\s+){0,4}?"
    r"(?:draft|drafts|message|messages|text|sms|version|versions|reply|response|suggestion|option|"
    r"options|wording|template|copy|rewrite)\b|"
    r"\bis this (?:message|text|draft|wording|version)\b|"
    r"\bas an ai\b|\blanguage model\b|"
    r"\bi(?:'ve| have) (?:written|drafted|avoided)\b|"
    r"\blet me know if you(?:'d| would) like (?:me|any|to|changes)|\bhope this helps\b|"
    r"\b(?:word|character) count\b|\bnote to (?:self|shop|owner)\b|\bcustomer_?name\b",
    re.I,
)
_SEVERAL = re.compile(
    r"\b(?:option|version|alternative|variant|message|draft|text)\s*(?:\d|[ab]\b|one\b|two\b)|"
    r"^\s*(?:-{3,}|={3,}|_{3,}|or:?|alternatively:?)\s*$|^\s*(?:\d[.)]|[ab][.)])\s",
    re.I | re.M,
)
_GREETING = re.compile(r"(?:^|[.!?\n]\s*)(?:hi|hello|hey|dear|hiya)\b", re.I)
_QUOTED = re.compile(r'^\s*".*"\s*$', re.S)

# Each check with the signs without which it finds nothing: most drafts have none of them.
_CHECKS = (
    ("slot", _SLOT, "{}[]<>$%_?"),
    ("slot", _GAP, ""),
    ("preamble", _QUOTED, '"'),
    ("several", _SEVERAL, ""),
    ("offer", _ANSWER, "YNO0123456789"),
    ("contact", _ADDRESS, "@#"),
    ("contact", _PHONE, "0123456789"),
    ("offer", _MONEY, "0123456789%\u00a3$\u20ac\u00a5\u20b9\u00a2"),
    ("markup", _MARKUP, "*`~^\\=#_\n"),
)


def find_clutter(text: str) -> list[Reason]:
    """What is wrong with the look of a draft; masked facts are not looked at."""
    signs = frozenset(text)
    reasons = [
        object_to(rule, found[0][:60])
        for rule, check, needed in _CHECKS
        if (not needed or not signs.isdisjoint(needed)) and (found := check.search(text))
    ]
    if _DOTTED.search(text) and (found := _LINK.search(text)):
        reasons.append(object_to("contact", found[0][:60]))
    opening = _OPENING.match(text) or (_PREAMBLE.search(text) if _HINTS.search(text) else None)
    if opening:
        reasons.append(object_to("preamble", opening[0][:60]))
    if len(_GREETING.findall(text)) > 1:
        reasons.append(object_to("several", "two greetings"))
    return reasons
