"""The words of a note between its greeting and its sign-off."""

from __future__ import annotations

import re

from belfry.rota.notes.tokens import TOMORROW, WEEKDAYS

_WHOM = r"(?:\s+(?:all|there|everyone|everybody|team|boss|mate|guys|folks|again|[A-Z][\w'-]*)\b)"
_HELLO = r"(?:hi|hello|hey|hiya|heya|dear|yo|greetings|good\s+(?:morning|afternoon|evening|day))"
_TIME = r"(?:morning|afternoon|evening)"
_GREETING = re.compile(
    rf"\A\s*(?:(?i:{_HELLO})\b{_WHOM}{{0,3}}\s*[,!.:\n-]+"
    rf"|(?i:{_TIME}){_WHOM}{{0,2}}\s*[,!.:\n]+"
    rf"|(?i:{_HELLO})\b|(?i:{_TIME})(?={_WHOM}))\s*"
)
_BYE = (
    r"(?:(?:many|kind|best|warm)\s+)?(?:thanks|thank\s+you|thank\s+u|thx|tks|ta|ty|cheers|regards"
    r"|best\s+wishes|best|love|sincerely|yours(?:\s+\w+)?|respectfully)"
)
_MUCH = r"(?:\s+(?:so much|a lot|a million|again|in advance|very much|and regards|xx?))*"
_CLOSING = re.compile(
    rf"(?:\A|\n|[.!?,;)-]\s*|(?<=\s))(?i:{_BYE}{_MUCH})[,.!:)\s-]*(?P<name>(?:[^\W\d_][\w'.-]*\s*){{0,3}})"
    r"[^\w@]*\Z"
)
_SAYS_MORE = re.compile(
    rf"\b(?:{'|'.join((*WEEKDAYS, *TOMORROW))}|today|tonight|week|and|also|plus|not|no|actually|but"
    r"|off|except|only|for|if|or|until|till|please|yesterday|instead)\b",
    re.IGNORECASE,
)


def strip_greeting(text: str) -> str:
    """Hello Sam, good morning: two of them at most."""
    return _GREETING.sub("", _GREETING.sub("", text, count=1), count=1)


def strip_manners(text: str) -> str:
    """The note between its greeting and its sign-off."""
    body = strip_greeting(text)
    closing = _CLOSING.search(body)
    if closing and not _SAYS_MORE.search(closing["name"]):
        return body[: closing.start()].rstrip() + "."
    return body
