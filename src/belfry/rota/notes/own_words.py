"""The writer's own words: without quotes, forwarded text, signature and greetings."""

from __future__ import annotations

import re

from belfry.rota.notes.tokens import TOMORROW, WEEKDAYS

_END = re.compile(
    r"--\s*$"
    r"|_{5,}\s*$"
    r"|-{2,}\s*(?:original|forwarded)\b.*"
    r"|begin forwarded message\b.*"
    r"|(?:sent|posted) (?:from|via) (?:my|the|outlook|yahoo|gmail)\b.*"
    r"|get outlook for\b.*"
    r"|(?:on|le|am|el|il|op)\b.{1,300}\b(?:wrote|écrit|schrieb|escribió|scritto|schreef)\b.{0,80}:\s*$",
    re.IGNORECASE,
)
_HEADER = re.compile(r"\*?(?:from|von|de)\*?:\s*\S", re.IGNORECASE)
_HEADERS = re.compile(r"\*?(?:sent|date|to|subject|cc|gesendet|an|betreff)\*?:", re.IGNORECASE)
_WROTE_BEGINS = re.compile(r"on\b.{1,200}$", re.IGNORECASE)


def find_own_words(text: str) -> str:
    """The lines up to the first that opens a quotation or a signature, quoted ones left out."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    own: list[str] = []
    for place, line in enumerate(lines):
        if _ends_here(lines, place):
            break
        if not line.lstrip().startswith(">"):
            own.append(line)
    return "\n".join(own).strip()


def _ends_here(lines: list[str], place: int) -> bool:
    line = lines[place].strip()
    after = lines[place + 1].strip() if place + 1 < len(lines) else ""
    if _END.match(line):
        return True
    if _HEADER.match(line) and _HEADERS.match(after):
        return True
    # Mail programs break a long "On … wrote:" in two.
    return bool(_WROTE_BEGINS.match(line) and _END.match(f"{line} {after}"))


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
