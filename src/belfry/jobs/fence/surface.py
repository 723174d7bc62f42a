"""Whether a draft looks like one message to a customer, with nothing in it that code left behind.

Looks at signs and fixed turns of phrase; what the sentences say is judged elsewhere.
"""

from __future__ import annotations

import re

from belfry.jobs.fence.verdicts import Reason, object_to

_SLOT = re.compile(
    r"\{[^{}\n]*\}?|\}|\[[^\]\n]*\]?|\]|<[^>\n]*>?|>|\$\w+|%[sd(]|_{2,}|\bx{3,}\b(?<!\bxxx)|\?\?\?|"
    r"\b(?:TBC|TBD|TBA|INSERT|PLACEHOLDER|LOREM)\b"
)
_LINK = re.compile(
    r"https?:|www\.|\b[\w-]+(?:\.[\w-]+)*\.(?:com|co|uk|net|org|io|ly|me|app|shop|store|info|biz|"
    r"dev|link|page|site|online|eu|de|fr|us|ca|au|nz|ie|to|gg|tv|xyz|gl)\b|\w\s?\(?dot\)?\s?com\b",
    re.I,
)
_ADDRESS = re.compile(r"\w@\w|(?<!\w)@\w+|#\w+")
_PHONE = re.compile(r"\+?\(?\d[\d\s().-]{5,}\d")
_MONEY = re.compile(r"[£$€¥₹¢]|\b\d+(?:\.\d+)?\s?(?:gbp|usd|eur|quid|bucks|p)\b|\b\d+\s?%|%", re.I)
_ITEM = r"^\s*(?:[-\u2022]|\d+[.)])\s"
_MARKUP = re.compile(rf"[*`~^\\=]|^\s*#|{_ITEM}.*\n{_ITEM[1:]}|\b_\w|\w_\b", re.M)
_PREAMBLE = re.compile(
    r"^\W*(?:sure|certainly|of course|absolutely|okay|ok|no problem|understood)\b|"
    r"\b(?:here(?:'s| is| are)|below is|this is)\s+(?:\w+\s+){0,4}?"
    r"(?:draft|drafts|message|messages|text|sms|version|versions|reply|response|suggestion|option|"
    r"options|wording|template|copy|rewrite)\b|"
    r"^\W*(?:draft|message|sms|text|subject|output|response|reply|answer|body|to|from)\s*:|"
    r"\bas an ai\b|\blanguage model\b|"
    r"\bi(?:'ve| have) (?:written|drafted|kept|made|used|avoided)\b|"
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

_CHECKS = (
    ("slot", _SLOT),
    ("preamble", _PREAMBLE),
    ("preamble", _QUOTED),
    ("several", _SEVERAL),
    ("contact", _LINK),
    ("contact", _ADDRESS),
    ("contact", _PHONE),
    ("offer", _MONEY),
    ("markup", _MARKUP),
)


def find_clutter(text: str) -> list[Reason]:
    """What is wrong with the look of a draft; masked facts are not looked at."""
    reasons = [
        object_to(rule, found[0][:60]) for rule, check in _CHECKS if (found := check.search(text))
    ]
    if len(_GREETING.findall(text)) > 1:
        reasons.append(object_to("several", "two greetings"))
    return reasons
