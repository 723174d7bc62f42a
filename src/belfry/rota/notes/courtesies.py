"""What a note says by the way: sorry to ask so late, booking early, the kids are on half term.

Late, early and half are parts of a day anywhere else. So each of these must be a saying of its own,
with nothing behind it that it could belong to: "sorry it's so late" is one, and "sorry, it's late
on Friday" is none.
"""

from __future__ import annotations

import re

_ENDS = r"(?=\s*(?:[.,!?;:)\n]|-\s|$|(?:but|though|so (?:i|can|could|please)|because|i know)\b))"
_VERY = r"(?:(?:a|bit|little|so|very|really|rather|quite|pretty|too|this|super|kind of|nice and) )*"
_SORRY = r"(?:sorry|sry|soz|apologies|apologise|apologize|forgive me)(?: again| that| if| but|,)*"
_THIS = r"(?:it's|its|it is|this is|this is all|this comes|it comes|that's|that is)"
_TELLING = (
    r"(?:ask|book|tell|write|text|message|email|mail|reply|request|send|let you know"
    r"|(?:put|get) (?:this|it) in)"
)
_TOLD = (
    r"(?:asking|booking|telling|writing|texting|messaging|emailing|mailing|replying|requesting"
    r"|sending|letting you know|(?:putting|getting) (?:this|it) in)"
)
_IT = r"(?:(?:this|it|you|my request|my dates|for this|back) )*"
_NEWS = r"(?:noti[cs]e?|notce|request|message|msg|reply|e?-?mail|text|txt|ask|asking|booking)"
_HOW_LATE = r"(?:late|early|last[- ]minute|short(?: noti[cs]e)?)(?: in the day| at night| on)?"
_LATE = (
    rf"\b{_SORRY} (?:{_THIS} |so ){_VERY}{_HOW_LATE}{_ENDS}",
    rf"\b{_SORRY} (?:to {_TELLING}|for {_TOLD}) {_IT}{_VERY}{_HOW_LATE}{_ENDS}",
    rf"\b{_SORRY} (?:i'm|im|i am|to be|for being) {_VERY}late (?:with|in|to) "
    rf"(?:this|{_TOLD}|{_TELLING})(?: this| it| you)?{_ENDS}",
    rf"\b{_SORRY} (?:for|about) (?:the |this |my |such |it being )?{_VERY}late {_NEWS}{_ENDS}",
    rf"\b{_SORRY} (?:for not|not to have|i didn't|i did not|i haven't|i couldn't) "
    rf"(?:{_TELLING}|{_TOLD}|asked|booked|told|said|say|saying) {_IT}(?:earlier|sooner){_ENDS}",
    rf"\bi (?:know|realise|realize|appreciate|understand) (?:that )?{_THIS} {_VERY}{_HOW_LATE}"
    rf"{_ENDS}",
)
_EARLY = (
    r"\b(?:asking|booking|requesting|planning|sending|(?:getting|putting) (?:this|it|my dates) in)"
    rf" {_IT}{_VERY}early"
    rf"(?: this (?:year|time)| for once)?{_ENDS}"
)
# "It's half term, 23 November, can I have it off" may want the whole of it.
_TERM = (
    r"half[- ]?terms?(?: weeks?| hols?| holidays?| break)?"
    r"(?!\s*[,:(-]+\s*(?:(?:from|on|the) )*@(?! off))"
)
_CHILDREN = r"(?:kids|children|girls|boys|twins|schools?|son|daughter|they|little one)"
_WHOSE = r"(?:(?:the|their|our|his|her|my|school|kids'?|kid's|children's|son's|daughter's) )*"
# "Half term off, 26 October" wants all of it as well, and is none of these.
_HALF_TERM = (
    rf"\b(?:it's|its|it is|that's|because of|due to|cos of) {_WHOSE}{_TERM}{_ENDS}",
    rf"\b{_CHILDREN} (?:are |is |have |has |have got |has got |will be )?(?:off )?(?:on |for )?"
    rf"{_TERM}{_ENDS}",
    rf"(?:(?<=@ )|(?<=@ off ))for {_WHOSE}{_TERM}(?:{_ENDS}|(?= (?:please|pls|if)\b))",
    rf"(?:(?<=off, )|(?<=off please, )|(?<=off pls, )){_WHOSE}{_TERM}(?=\s*(?:[.!)\n]|$))",
)
_ASIDES = re.compile("|".join((*_LATE, _EARLY, *_HALF_TERM)))
_AHEAD = re.compile(_EARLY)


def strip_courtesies(text: str) -> str:
    """The words, in small letters and with @ for each of the days, without what says nothing."""
    return _ASIDES.sub(" ", text)


def is_booked_early(text: str) -> bool:
    """Whether the days must be some way off: nobody books tomorrow early."""
    return bool(_AHEAD.search(text))
