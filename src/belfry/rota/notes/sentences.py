"""Cut a note into sentences, with signs in place of days, lengths and words for being off.

Asides are removed first ("sorry to ask so late", "booking early", "the kids are on half term"),
because late, early and half mean parts of a day elsewhere. An aside must stand alone: "sorry it's
so late" is one, and "sorry, it's late on Friday" is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from belfry.rota.notes.mentions import Mention
from belfry.rota.notes.tokens import NUMBERS, lower_letters

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
# Similar words of another meaning: a drop-off, ten percent off, a bank holiday, "passed away".
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


_NUMBER = "|".join((*NUMBERS, r"\d{1,2}"))
_LENGTH = re.compile(
    rf"\b(?:(?P<count>{_NUMBER}|an?|a couple of|couple of|couple|both|a few|few|several|some)\s+)?"
    r"(?P<kind>(?:working|business|week)\s+|(?:whole|full|calendar|more|consecutive|entire)\s+)?"
    r"(?<!this )(?<!last )(?P<unit>days?|weeks?|wks?|fortnight)\b(?:'s?)?"
    r"(?!\s+(?:of the week|trip|care|centre))"
)
_DAYS = {"day": 1, "week": 7, "wk": 7, "fortnight": 14}
_ARTICLES = ("the ", "that ", "one ", "my ", "single ")
_VAGUE = frozenset({"a few", "few", "several", "some"})


@dataclass(frozen=True, slots=True)
class Length:
    """`days` is nothing where only more than one is said."""

    days: int | None
    unit: str
    is_workdays: bool = False
    is_counted: bool = True

    def fits(self, days: int) -> bool:
        if not self.is_counted and self.unit == "day":
            return days <= 2  # "day off Friday and Saturday", but never all of next week
        if self.days is None:
            return days > 1
        # A week off may be counted without its weekend.
        return days == self.days or (self.unit != "day" and days == self.days - 2)


def mark_lengths(text: str) -> tuple[str, list[Length]]:
    """The words with a sign in place of each length, and the lengths in order."""
    return _LENGTH.sub("#", text), [_read(match) for match in _LENGTH.finditer(text)]


def _read(match: re.Match[str]) -> Length:
    unit = match["unit"].rstrip("s")
    is_workdays = (match["kind"] or "").strip() in ("working", "business", "week")
    is_counted = bool(match["count"]) or match.string[: match.start("unit")].endswith(_ARTICLES)
    count = match["count"] or ("" if match["unit"].endswith("s") else "a")
    if not count or count in _VAGUE:
        return Length(None, unit, is_workdays)
    if count in ("both", "couple", "couple of", "a couple of"):
        number = 2
    else:
        number = 1 if count in ("a", "an") else NUMBERS.get(count) or int(count)
    return Length(number * _DAYS[unit], unit, is_workdays, is_counted)


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
    """Whether the days must be some way off: "book early" is not about tomorrow."""
    return bool(_AHEAD.search(text))


_END = re.compile(r"(?<=[.!?])\s+|\n\s*\n\s*")


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text` has @ for each of the mentions, # for each of the lengths and ~ for being off."""

    text: str
    mentions: tuple[Mention, ...]
    lengths: tuple[Length, ...]

    @property
    def says_off(self) -> bool:
        return OFF in self.text


def cut_sentences(text: str, mentions: Sequence[Mention]) -> list[Sentence]:
    masked = mask_mentions(lower_letters(text), mentions, "@#~")
    waiting = list(mentions)
    sentences = []
    for part in _END.split(masked):
        own = [waiting.pop(0) for _ in range(part.count("@"))]
        marked, lengths = mark_lengths(strip_courtesies(part))
        sentences.append(Sentence(mark_off(marked).strip(), tuple(own), tuple(lengths)))
    return [sentence for sentence in sentences if sentence.text]


def mask_mentions(text: str, mentions: Sequence[Mention], marks: str) -> str:
    """The text with @ in place of each mention, and blanks in place of the writer's own marks."""
    blank = str.maketrans(dict.fromkeys(marks, " "))
    parts, done = [], 0
    for mention in mentions:
        parts += [text[done : mention.start].translate(blank), "@"]
        done = mention.end
    return "".join([*parts, text[done:].translate(blank)])
