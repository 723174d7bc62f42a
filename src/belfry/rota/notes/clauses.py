"""Whether a clause is the writer's own wish for days to come, or speaks of others or the past."""

from __future__ import annotations

import re

from belfry.rota.notes.off_words import OFF

_CLAUSE = re.compile(
    r"[,;:()\n]|\s-+\s|\bso\b|\bbecause\b|\bcos\b|\bbut\b"
    r"|\bas\b(?! (?:a |my )?[~#])|\bsince\b|\bwhile\b"
    r"|\band (?=~|(?:can i|could i|may i|need|would like)\b)"
)
# Is it ok, I was hoping, if I took: neither others nor the past.
_FINE = re.compile(
    r"\b(?:is|was|would|will|are|does) (?:it|that|this|there)\b"
    r"|\b(?:it|that|this|there) (?:is|was|will)\b|\bif (?:i|we) (?:took|had)\b"
    r"|\bwe (?:are|were)\b|\bis (?:ok|okay|fine|good|possible|needed)\b"
    r"|\b(?:was|were|been) (?:wondering|hoping|thinking|planning|going|asking|looking|wanting)\b"
    r"|\b(?:i've|i have|been) (?:been )?(?:asked|told|called|invited|given|offered)\b"
)
_OTHERS = re.compile(
    r"\b(?:he|she|they|he's|she's|they're|he'll|she'll|they'll|who|who's|anyone|anybody|everyone"
    r"|everybody|someone|somebody|nobody|is|are|has|wants|needs|isn't|aren't|you're|you'll"
    r"|are you|you (?:are|have|take|want|need|get|off|can|could have|could take))\b"
)
_BEFORE_NOW = re.compile(r"\b(?:was|were|been|had|took|missed|did|used to|enjoyed|wasn't|didn't)\b")
_HARMLESS_NOT = re.compile(
    r"\bno (?:problem|worries|rush|pressure|probs?|bother|need to (?:reply|worry))\b"
    r"|\b(?:don't|do not|dont) (?:worry|forget|mind)\b|\bcan't wait\b|\bor not\b|\bnot urgent\b"
    r"|\bno pay\b|\bnot paid\b|\bhope (?:that's|this is|it's|thats) not\b|\bwhy not\b"
    r"|\bnot a problem\b|\b(?:not|don't) feel(?:ing)?\b"
)
_NOT = re.compile(
    r"\b(?:not|no|never|none|neither|nor|without|cannot|cant|dont|wont|nobody|isnt|doesnt|didnt)\b"
    r"|n't\b"
)
_QUESTION = re.compile(
    r"^\s*(?:is|are|do|does|did|am|has|have|was|were|will|would|should|shall|isn't|aren't|don't)\b"
)
_POLITE = re.compile(
    r"\b(?:ok|okay|possible|poss|alright|all right|fine|chance|mind|can i|could i|may i|i could"
    r"|i can|please|pls|plz|grant|let me|give me|any way|like to)\b"
)
_ASKS = re.compile(
    r"\b(?:need|can|could|may|would|want|like|take|taking|have|get|request\w*|book\w*|please|pls"
    r"|plz|will|must|i'd|i'll|appl\w+|due|hoping|grateful|give|let|possible)\b"
)


def split_clauses(sentence: str) -> list[str]:
    return [clause.strip() for clause in _CLAUSE.split(sentence) if clause.strip()]


def is_about_others(clause: str) -> bool:
    """Sam is off, are you away: somebody else's days, or a question about them."""
    before = _FINE.sub(" ", clause).rpartition(OFF)[0] + OFF
    return bool(_OTHERS.search(before))


def is_past(clause: str) -> bool:
    return bool(_BEFORE_NOW.search(_FINE.sub(" ", clause)))


def is_denied(clause: str) -> bool:
    """A no beside the days or the word for being off, or one left hanging at the end."""
    said = _HARMLESS_NOT.sub(" ", clause)
    denied = list(_NOT.finditer(said))
    if not denied:
        return False
    return OFF in said or "@" in said or not said[denied[-1].end() :].strip(" .!")


def is_wondering(sentence: str) -> bool:
    """Do we get it off: a question about the days, and not for them."""
    asks = sentence.rstrip().endswith("?") and _QUESTION.search(sentence)
    return bool(asks) and not _POLITE.search(sentence)


def is_asking(clause: str) -> bool:
    return bool(_ASKS.search(clause))
