"""Decide which of the days that a note names are wanted off."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from belfry.rota.notes.mentions import Mention
from belfry.rota.notes.readings import Kind, Unread
from belfry.rota.notes.sentences import OFF, Sentence
from belfry.rota.notes.spans import Span, join_spans
from belfry.rota.notes.tokens import NUMBERS

_FRAGMENT = re.compile(
    r"(?:[@#~&+.,!?\s-]|\b(?:and|also|plus|too|as|well|on|the|for|from|please|pls|plz|thanks|thank|you"
    r"|both|inclusive|incl|is|are|it|it's|would|be|i|i'm|was|were|thinking|dates?|that's|this|which|then"
    r"|if|possible|poss|ok|okay|total|in|all|only|just|namely|specifically|exactly|hopefully|being"
    r"|day|work|of|to|my|me|great|good|best|request|requested|requesting|asking|like|i'd|need"
    r"|absolutely|definitely|starting|when|off)\b)*"
)
_BETWEEN = re.compile(
    r"[\s,&+~()-]*(?:(?:and|also|plus|on|off|the|then|as well as|too|for)[\s,&+~()-]*)*"
)
_ADDS = re.compile(r"[&+]|\b(?:and|also|plus|too|then|as well)\b")
_TOO = re.compile(r"[\s,]*(?:too|also|as well)\b")
_RETURN = re.compile(
    r"\b(?:back|return|returning|resume|resuming)\b(?: (?:in|at|to|work|the|shop|here|again|home"
    r"|from|leave|on|for|as|normal|@work))*\s*$"
)
_DEADLINE = re.compile(r"\b(?:know|reply|answer|confirm|confirmation|tell me|hear)\b.*\bby\s*$")
_THAT_DAY = re.compile(
    r"\b(?:that|the|those|this) # ~|\b(?:it|them|this) ~|~ (?:for )?(?:that|then|it|those)\b"
    r"|\bthat ~"
)


@dataclass(frozen=True, slots=True)
class Named:
    """A mention with what stands before it in its sentence, and in which clause it stands."""

    mention: Mention
    before: str
    clause: str
    sentence: Sentence

    @property
    def behind(self) -> str:
        return self.sentence.text[len(self.before) + 1 :]

    @property
    def is_return(self) -> bool:
        return bool(_RETURN.search(self.before))

    @property
    def is_deadline(self) -> bool:
        return OFF not in self.clause and bool(_DEADLINE.search(self.before))

    @property
    def span(self) -> Span:
        assert isinstance(self.mention.span, Span)
        return self.mention.span


@dataclass(frozen=True, slots=True)
class Weighed:
    """`wanted` are the mentions that name the days; `back` is the one that ends them, if any."""

    span: Span
    wanted: tuple[Named, ...]
    back: Named | None


def weigh_mentions(sentences: Sequence[Sentence]) -> Weighed | Unread:
    all_named = [named for sentence in sentences for named in _list_named(sentence)]
    backs = [named for named in all_named if named.is_return]
    stays = [named for named in all_named if not named.is_return and not named.is_deadline]
    wanted = [
        named for named in stays if _is_own(named.clause) or _FRAGMENT.fullmatch(named.clause)
    ] or _find_spoken_of(stays, sentences)
    if not wanted or len(backs) > 1:
        return Unread("it is not clear which days are to be off", Kind.UNCLEAR)
    if _are_apart(wanted):
        return Unread("it is not clear which of the days are to be off", Kind.SEVERAL)
    span = join_spans([named.span for named in wanted])
    if isinstance(span, Unread):
        return span
    if not all(span.holds(named.span) for named in stays):
        return Unread("it speaks of other days too", Kind.SEVERAL)
    return Weighed(span, tuple(wanted), backs[0] if backs else None)


def find_denial(sentences: Sequence[Sentence]) -> Unread | None:
    """Whether the words about being off are a denial, past, or about another person."""
    if any(sentence.says_off and is_wondering(sentence.text) for sentence in sentences):
        return Unread("it seems to ask about time off rather than for it", Kind.NOT_OFF)
    clauses = [clause for sentence in sentences for clause in split_clauses(sentence.text)]
    if any(is_denied(clause) for clause in clauses):
        return Unread("it seems to say that something is not so", Kind.NOT_OFF)
    offs = [clause for clause in clauses if OFF in clause]
    others = [clause for clause in offs if not _is_ours(clause)]
    if any("@" in clause for clause in others) or (offs and len(others) == len(offs)):
        return Unread("it seems to be about the past, or another person", Kind.NOT_OFF)
    return None


def _is_own(clause: str) -> bool:
    """Off, in the writer's own name, and in words that say nothing else."""
    return _is_ours(clause) and is_plain_asking(clause)


def _is_ours(clause: str) -> bool:
    return OFF in clause and not is_about_others(clause) and not is_past(clause)


def _list_named(sentence: Sentence) -> list[Named]:
    all_named: list[Named] = []
    end = 0
    clauses = [clause for clause in split_clauses(sentence.text) for _ in range(clause.count("@"))]
    for mention, clause in zip(sentence.mentions, clauses, strict=True):
        place = sentence.text.index("@", end)
        all_named.append(Named(mention, sentence.text[:place], clause, sentence))
        end = place + 1
    return all_named


def _find_spoken_of(stays: Sequence[Named], sentences: Sequence[Sentence]) -> list[Named]:
    """My sister marries on 5 June, can I have the day off: the one day there is."""
    if len(stays) != 1:
        return []
    for sentence in sentences:
        for clause in split_clauses(sentence.text):
            is_same = sentence is stays[0].sentence and is_asking(clause)
            if _is_own(clause) and (is_same or _THAT_DAY.search(clause)):
                return list(stays)
    return []


def _are_apart(wanted: Sequence[Named]) -> bool:
    """Whether two of them stand in one sentence with more than an "and" between, or disagree."""
    for named, other in pairwise(wanted):
        if named.span == other.span:
            continue
        is_same = named.sentence is other.sentence
        between = other.before[len(named.before) + 1 :] if is_same else other.before
        if is_same and not _BETWEEN.fullmatch(between):
            return True
        # "Friday off (14 November)" gives the date of another day.
        is_date_of = named.mention.is_loose and not other.mention.is_loose
        if is_date_of and not _ADDS.search(between) and not _TOO.match(other.behind):
            return True
    return False


_I = """
i im i'm i'd i'll i've id we we're we'd we'll we've me my us our myself mine am be been being will
would could can may must shall should have having had has do can't cannot cant won't wont couldn't
wouldn't not
"""
_ASKING = """
aware keen looking hav way single following take taking took get getting got need needing want
wanting wanted wish like love request requesting requested asking ask apply applying book booking
booked put putting mark marking schedule let give grant granted allow use using spend submit
submitting wondering wonder hoping hope thinking planning planned going gonna please pls plz
kindly possible poss possibly ok okay alright fine chance grateful appreciate appreciated mind
able unable inform informing note know tell telling letting reminder remind fyi writing
respectfully hereby formally officially definitely desperately really urgently unfortunately
afraid sadly sorry apologies due because since
"""
_SMALL = """
a an the this that these those it it's it'd its there and also plus too as well both all any some
more just only if whether to for on from in at of off out with into so then now is are was were
one n again still here up until till between inclusive incl total under by you hi hello hey dear
sir madam boss mate chef everyone team guys quick question favour favor short notice heads late
last minute don't
"""
_OFF = """
work working come coming make time day days date dates week weeks leave holiday holidays vacation
annual paid unpaid sick ill unwell poorly personal emergency full whole entire shift shifts
starting beginning commencing rota roster down requests application form subject absence absent
abroad away travelling traveling family trip wedding dentist doctor doctor's doctors hospital
appointment funeral birthday school exam exams medical feeling feel stay unavailable available
study parental maternity paternity compassionate bereavement carers reason required needed remove
keep home calling gp vet child childcare moving house
"""
_KNOWN = frozenset(f"{_I} {_ASKING} {_SMALL} {_OFF}".split()) | frozenset(NUMBERS)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_WHY_FIRST = re.compile(
    r"^(?:due to|because of|owing to|for|following|with)\b[^@~#]*?"
    r"\b(?=i\b|i'm|i'd|i'll|can i|could i|may i)"
)
# "Take Friday off!" is an order; "give Tom Friday off" is about Tom.
_TO_OTHERS = re.compile(
    r"^(?:please )?(?:take|have|get|use|remind|let|tell|allow|grant|give|remove|keep)\b"
    r"(?! (?:me|us|my leave|note)\b)"
    r"|\b(?:give|grant|allow|let|remind|tell|remove|keep|inform|telling)\b"
    r"(?! (?:me|us|you|that|of)\b)"
    r"|\byou (?:work|take|have|need|want|get|off|be|should|will|must|may|shall)\b"
)


def is_plain_asking(clause: str) -> bool:
    """Whether every word up to the last day and the last word for being off is known."""
    core = _WHY_FIRST.sub("", clause)
    core = core[: max(core.rfind("@"), core.rfind("~")) + 1]
    if _TO_OTHERS.search(core):
        return False
    return all(word in _KNOWN for word in _WORD.findall(core))


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
    """As in "Sam is off" or "are you away": another person's days, or a question about them."""
    before = _FINE.sub(" ", clause).rpartition(OFF)[0] + OFF
    return bool(_OTHERS.search(before))


def is_past(clause: str) -> bool:
    return bool(_BEFORE_NOW.search(_FINE.sub(" ", clause)))


def is_denied(clause: str) -> bool:
    """A no beside the days or the word for being off, or one left hanging at the end."""
    words = _HARMLESS_NOT.sub(" ", clause)
    denied = list(_NOT.finditer(words))
    if not denied:
        return False
    return OFF in words or "@" in words or not words[denied[-1].end() :].strip(" .!")


def is_wondering(sentence: str) -> bool:
    """Do we get it off: a question about the days, and not for them."""
    asks = sentence.rstrip().endswith("?") and _QUESTION.search(sentence)
    return bool(asks) and not _POLITE.search(sentence)


def is_asking(clause: str) -> bool:
    return bool(_ASKS.search(clause))
