"""Where a note tells of being off, away, on leave, ill or unable to work."""

from __future__ import annotations

import re

OFF = "~"
_ABLE = (
    r"(?:can ?not|can't|cant|couldn't|could not|won't be able to|wont be able to"
    r"|will not be able to|(?:i'm |i am |im )?(?:not able|unable) to"
    r"|(?:i'm |i am |im )?not (?:going to|gonna) be able to)"
)
_CANNOT_WORK = (
    rf"\b{_ABLE} (?:work|come(?: in)?(?: to work)?|be (?:in|there|at work|here)"
    r"|make (?:it(?: in| to work)?|my shifts?|@)|make(?= @)"
    r"|do (?:my shifts?|any shifts?|shifts)|do(?= (?:on )?@)|attend(?: work)?)"
    # Not being able to work with Sam, the till or past six is another matter.
    r"\b(?! (?:with|the|alone|out|past|after|before|without|under|like|to|as"
    r"|on (?!@|the @)|for (?!#|@))\b)"
)
_FOR_WORK = r"(?! (?:for (?!work|shifts?|my shift|any|@|#)|to (?!work)))"
_NOT_AVAILABLE = rf"\b(?:not(?: be)? |n't be |un)available\b{_FOR_WORK}"
_NOT_BEING = (
    r"(?:(?:i|we) (?:won't|wont|will not) be|(?:i'll|we'll) not be|won't be"
    r"|(?:i'm|i am|im|we're|we are) not(?: going to be| gonna be)?|not going to be|^not)"
)
_NOT_IN = (
    rf"{_NOT_BEING} (?:in(?= (?:on )?@|\s*[.,!]|$| work| from @| for #)|at work"
    r"|coming in(?: to work)?|coming to work|working)\b(?! (?:with|out|the))"
)
_NO_SHIFTS = (
    r"\b(?:don't|do not|dont) (?:schedule|rota|roster|put|book) me\b(?![^.]{0,12} off)"
    r"|\b(?:can|could|may) i (?:please )?not work\b"
    r"|\b(?:remove me from|(?:take|keep|leave) me off) (?:the )?(?:rota|roster|schedule)"
    r"|\b(?:have to|need to|must|going to|gonna|will|'ll) (?:skip|miss)(?: work| my shift|(?= @))"
)
_ILL = (
    r"\b(?:out|off|call(?:ing)? in|phoning in|on the) sick\b|\bsick leave\b"
    r"|\b(?:sick|personal|duvet) #"
    r"|\b(?:i'm|im|i am|feel(?:ing)?) (?:really |very |so |quite |still |too )?"
    r"(?:sick|ill|unwell|poorly)\b|^\s*(?:sick|ill|unwell|poorly)\b"
)
_AWAY = (
    r"\boff(?: work)?\b|\baway\b|\btime-?off\b|\bdays?off\b|\babsent\b|\babsence\b"
    r"|\bout of (?:the )?(?:office|town|country)\b|\booo\b|\bin lieu\b|\btoil\b"
    r"|\b(?:i'll be|i will be|i'm|i am|be) out\b(?= (?:on )?@| from @| all| #|\s*[.,]|$)"
)
_LEAVE = (
    r"\b(?:annual|sick|unpaid|paid|parental|maternity|paternity|compassionate|bereavement|personal"
    r"|emergency|study|medical|carers?|carer's|family|special|my|some|of|on|take|taking|for|need"
    r"|book|booking|have|having|get|request|requesting|want|any|put in)"
    r" leave\b(?! (?:early|at|it|me|you|us|them|him|her|that|work|home))"
    r"|(?<=#'s )leave\b|(?<=# )leave\b|(?<=\bme )leave\b|(?<=: )leave\b(?! (?:early|at|the|it))"
    r"|\bleave request\b|^\s*leave(?=\s*(?:[:@-]|$))"
    r"|^\s*leave (?:request|needed|required|on|for|from|please)\b"
    r"|\b(?:holidays?|hols?|vacations?|vacay|pto|annual leave|a/l)\b"
)
_OFF = re.compile(
    "|".join((_CANNOT_WORK, _NOT_AVAILABLE, _NOT_IN, _NO_SHIFTS, _ILL, _AWAY, _LEAVE))
)
# What sounds alike: a drop-off, ten percent off, a bank holiday, somebody who passed away.
_SOUNDS_ALIKE = re.compile(
    r"\b(?:drop\w*|call\w*|put\w*|set\w*|head\w*|kick\w*|cut\w*|turn\w*|switch\w*|sign\w*"
    r"|finish\w*|knock\w*|clock\w*|log|show\w*|send\w*|sell\w*|wear\w*|pays?|paying|better|well"
    r"|one|play|takes|took|money|discount|ring\w*|round\w*|writ\w*)[ -]off\b|\d+ ?% off\b"
    r"|\b(?:i'm|im|i am|we're|we are|be|just|now) off (?:to|home|now|out)\b"
    r"|\boff[ -](?:school|nursery|nights?|peak|licen[cs]e|site|season)\w*"
    r"|\boff[ -]the (?!rota|roster|schedule|whole|day)\w*"
    r"|\b(?:right|straight|throw\w*|put\w*|give|run\w*|far|pass\w*|walk\w*|tak\w*) away\b"
    r"|\b(?:bank|public|national|school|happy|federal) holidays?\b|\bsick of\b"
)


def mark_off(text: str) -> str:
    """The words with a sign in place of each that tells of being off."""
    return "\n".join(_OFF.sub(OFF, line) for line in _SOUNDS_ALIKE.sub(" ... ", text).split("\n"))
