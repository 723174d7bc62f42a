"""Read by plain rules which days a note asks to have off; what is not sure goes to a person.

Only the days are taken from a note. Whatever else it says, orders included, is only shown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from belfry.kernel.texts import list_links, make_harmless, read_letters
from belfry.messaging.mails import find_own_words
from belfry.rota.notes.greetings import strip_manners
from belfry.rota.notes.mentions import Mention, find_mentions
from belfry.rota.notes.readings import Kind, NoteReading, Unread, judge_days
from belfry.rota.notes.sentences import (
    Length,
    Sentence,
    cut_sentences,
    is_booked_early,
    mask_mentions,
)
from belfry.rota.notes.spans import DAY, WEEK, Span
from belfry.rota.notes.tokens import MONTHS, lower_letters, tidy_stops
from belfry.rota.notes.weighing import Named, Weighed, find_denial, weigh_mentions

LONGEST = 4000


def read_note(
    text: str, *, at: datetime, zone: ZoneInfo, country: str = ""
) -> NoteReading | Unread:
    """`country` says which of day and month comes first in 3/4/2026; blank if unknown."""
    own = find_own_words(text)
    if len(own) > LONGEST:
        return Unread("it is too long for a note about days off", Kind.TOO_MUCH)
    shown = show_plainly(own)
    if shown is None:
        return Unread("it is in another alphabet", Kind.FOREIGN)
    today = at.astimezone(zone).date()
    body = tidy_stops(spell_out(strip_manners(shown)))
    mentions = find_mentions(body, today, country)
    sentences = cut_sentences(body, mentions)
    span = _read_days(sentences)
    if isinstance(span, Unread):
        return span
    if wrong := judge_days(span.first_on, span.last_on, today):
        return wrong
    # "31 December off, booking early" on the 31st means the one after.
    if span.first_on < today + WEEK and is_booked_early(lower_letters(body)):
        return Unread("it speaks of booking early, and names a day close by", Kind.AMBIGUOUS)
    return NoteReading(span.first_on, span.last_on, find_reason(body, mentions))


_DAY_ON = r"(?: ?date| ?day| on| ?off)?"
_FORM = re.compile(
    rf"(?:(?<=^)|(?<=[\n.;,]))[ \t]*(?:start|starts|starting|from|first){_DAY_ON}\s*[:=]\s*"
    r"(?P<first>[^\n:=]{3,40}?)[\s,.;-]*"
    rf"\b(?:end|ends|ending|to|until|till|last|finish){_DAY_ON}\s*[:=]\s*",
    re.IGNORECASE,
)
_NAMED_DAY = r"(?=\d|the \d|from\b|(?:mon|tue|wed|thu|fri|sat|sun)|w/c|$)"
_LONG_WEEKEND = re.compile(
    rf"\b(?:(?:a|the|my|our) )?long (?:weekend|wkend)(?: (?:off|away|break|please|pls))*"
    rf"[\s,:(-]*{_NAMED_DAY}",
    re.IGNORECASE,
)
_WORKING = re.compile(r"\b(?:work|cover|open)\w*\b[^.\n]*\blong (?:weekend|wkend)", re.IGNORECASE)
# The whole note, so that nothing else can be meant.
_BARE_WEEK = re.compile(
    r"\s*(?:w/c|wc)[\s:]+(?:the )?(?:mon(?:day)? )?[\d/.-]+(?:st|nd|rd|th)?(?: of)?(?: [a-z]{3,9})?"
    r"(?: \d{4})?[\s,.!]*(?:please|pls|thanks|thank you|if possible)?[\s.!]*",
    re.IGNORECASE,
)


def spell_out(text: str) -> str:
    """A form's first and last day, a long weekend, and a bare week, as a sentence says them.

    Start: 4 Dec, End: 7 Dec is "off from 4 Dec to 7 Dec".
    """
    text = _FORM.sub(lambda match: f" off from {match['first'].strip()} to ", text)
    if not _WORKING.search(text):
        text = _LONG_WEEKEND.sub("time off ", text)
    return f"off {text.lstrip()}" if _BARE_WEEK.fullmatch(text) else text


def _read_days(sentences: Sequence[Sentence]) -> Span | Unread:
    words = "\n".join(sentence.text for sentence in sentences)
    if refusal := find_refusal(words) or _find_fault(sentences) or find_denial(sentences):
        return refusal
    if not any(sentence.says_off for sentence in sentences):
        return Unread("it does not ask for time off", Kind.NOTHING_ASKED)
    if not any(sentence.mentions for sentence in sentences):
        return Unread("it names no day", Kind.NO_DATE)
    for sentence in sentences:
        if (sentence.mentions or sentence.says_off) and (left := find_leftover(sentence.text)):
            return left
    weighed = weigh_mentions(sentences)
    return weighed if isinstance(weighed, Unread) else stretch_days(weighed)


def _find_fault(sentences: Sequence[Sentence]) -> Unread | None:
    """What is wrong with the days themselves, what was understood best first."""
    spans = [mention.span for sentence in sentences for mention in sentence.mentions]
    faults = [span for span in spans if isinstance(span, Unread)]
    return min(faults, key=lambda fault: fault.kind is Kind.UNCLEAR, default=None)


_NAMES = "|".join(
    sorted(set(MONTHS) - {"may", "march", "mar", "jan", "sep"}, key=len, reverse=True)
)
_PAST = re.compile(r"\byesterday\b|\bago\b|\blast (?:week|wk|month|year)\b")
_TIME = re.compile(
    rf"\d|\b(?:{_NAMES})\b|\b(?:in|of|for|during|all|this|next|over) (?:may|march)\b"
    r"|\b(?:weekends?|wkends?|months?|years?|fortnights|sometime|onwards?|soon|indefinitely)\b"
    r"|\brest of\b|\b(?:end|start|beginning|middle|half) of\b|\bfurther notice\b"
    r"|\bfollowing (?:#|week|day|month)|# (?:before|after)\b"
    r"|\bthis (?:week|wk)\b|\bthe after\b|\b(?:next|coming) #"
    r"|\b(?:easter|thanksgiving) (?:eve|day|week\w*)\b|\bin #|\bwithin\b|\b(?:over|around) @"
)
_BIRTHDAY = re.compile(
    r"\b(?:(?:my|his|her|our|their) \d+(?:st|nd|rd|th)"
    r"|\d+(?:st|nd|rd|th) (?:birthday|bday|b'day|anniversary|wedding))\b"
)


def find_leftover(text: str) -> Unread | None:
    text = _BIRTHDAY.sub(" ", text)
    if _PAST.search(text):
        return Unread("it is about days that have passed", Kind.PAST)
    if match := _TIME.search(text):
        return Unread(f"it is not clear what {match[0]!r} means in it", Kind.UNCLEAR)
    return None


_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u2018\u2019\u201b\u02bc\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e", '"'),
        "\u2044": "/",
        "\u2026": ".",
    }
)
_WORD = re.compile(r"[^\W\d_]+")


def show_plainly(text: str) -> str | None:
    """The note in plain letters, capitals kept; None if it is in another alphabet."""
    normal = unicodedata.normalize("NFKC", text).translate(_PLAIN)
    shown = "".join(_clean(sign) for sign in normal)
    plain = _WORD.sub(lambda word: _write_plainly(word[0]), shown)
    is_foreign = any(sign.isalpha() and not _is_latin(sign) for sign in plain)
    return None if is_foreign else plain


def _clean(sign: str) -> str:
    category = unicodedata.category(sign)
    if sign == "\n":
        return sign
    if category in ("Zs", "Zl", "Zp", "Cc"):
        return " "
    return "" if category in ("Cf", "Mn", "Me", "Cs", "Co", "Cn") else sign


def _write_plainly(word: str) -> str:
    if not word.isascii() and not all(_is_latin(sign) for sign in word):
        return read_letters(word)
    letters = unicodedata.normalize("NFKD", word)
    return "".join(sign for sign in letters if not unicodedata.combining(sign))


def _is_latin(sign: str) -> bool:
    return unicodedata.name(sign, "").startswith("LATIN")


_KIND_OF = r"(?:~ |off |of |leave |holiday |annual |vacation |my |a )*"
_OPENER = r"(?:from|starting|beginning|commencing|as of|as from)(?: on| from| the)*"
_LENGTH_FIRST = re.compile(rf"#\s*{_KIND_OF}(?:{_OPENER})\s*@")
_LENGTH_NEXT = re.compile(rf"#\s+{_OPENER}\s*@")
_LENGTH_LAST = re.compile(r"@\s*(?:~ )?for (?:the )?#")
_OPEN = re.compile(rf"\b{_OPENER}\s*$")
_UP_TO = re.compile(
    r"\b(?:until|till|til|through|thru|up to|by|before|after|since|past|around|about)(?: the)?\s*$"
)
_WEEKEND = (5, 6)


def stretch_days(weighed: Weighed) -> Span | Unread:
    """The days from first to last; Unread where one end is missing, or lengths disagree."""
    first = weighed.wanted[0]
    if any(_UP_TO.search(named.before) for named in weighed.wanted):
        return Unread("it does not say where its days begin or end", Kind.UNCLEAR)
    span = weighed.span
    sentences = {id(named.sentence): named.sentence for named in weighed.wanted}
    lengths = [length for sentence in sentences.values() for length in sentence.lengths]
    is_open = bool(_OPEN.search(first.before)) and (span.days == 1 or first.mention.is_week)
    if len(weighed.wanted) == 1 and span.days == 1 and (length := _find_length(first)):
        stretched = _stretch(first, length)
        if isinstance(stretched, Unread):
            return stretched
        span, is_open = stretched, False
    if weighed.back:
        return _end_before(span, weighed.back, is_open=is_open, lengths=lengths)
    if is_open:
        return Unread("it does not say where its days end", Kind.UNCLEAR)
    return _check_lengths(span, lengths)


def _find_length(named: Named) -> Length | None:
    text = named.sentence.text
    match = _LENGTH_FIRST.search(text) or _LENGTH_LAST.search(text)
    if match is None or text.find("@", match.start()) != len(named.before):
        return None
    return named.sentence.lengths[text[: match.end()].rstrip("@ ").count("#") - 1]


def _stretch(named: Named, length: Length) -> Span | Unread:
    # "A week from Friday" is one day to some, and seven to others.
    is_next = bool(_LENGTH_NEXT.search(named.sentence.text))
    is_far = length.unit != "day" and named.mention.is_loose
    is_point = is_next and (is_far or named.mention.is_today)
    if length.days is None or length.is_workdays or is_point:
        return Unread("it is not clear how many days it means", Kind.AMBIGUOUS)
    first = named.span.first_on
    return Span(first, first + (length.days - 1) * DAY)


def _end_before(span: Span, back: Named, *, is_open: bool, lengths: list[Length]) -> Span | Unread:
    day = back.span.first_on
    if back.span.days != 1:
        return Unread("it is not clear which day ends it", Kind.AMBIGUOUS)
    if day <= span.last_on and back.mention.is_weekday:
        ahead = (day.weekday() - span.last_on.weekday() - 1) % 7 + 1
        day = span.last_on + timedelta(days=ahead)
    if day <= span.last_on:
        return Unread("the day of return comes before the last day off", Kind.CONTRADICTION)
    if is_open:
        return _check_lengths(Span(span.first_on, day - DAY), lengths)
    gap = [span.last_on + step * DAY for step in range(1, (day - span.last_on).days)]
    if len(gap) > 2 or any(day_off.weekday() not in _WEEKEND for day_off in gap):
        return Unread("the day of return leaves days that it does not name", Kind.AMBIGUOUS)
    return _check_lengths(span, lengths)


def _check_lengths(span: Span, lengths: list[Length]) -> Span | Unread:
    if any(length.is_workdays for length in lengths):
        return Unread("it counts working days, which are not the same for all", Kind.AMBIGUOUS)
    if not all(length.fits(span.days) for length in lengths):
        return Unread("it names more or fewer days than it says", Kind.CONTRADICTION)
    return span


_HARMLESS = re.compile(
    r"\b(?:good (?:morning|afternoon|evening|night)"
    r"|(?:late|short|last[- ]minute|little|earlier?) (?:notice|request|message|reply|email|ask)"
    r"|last[- ]minute|(?:see|talk to|speak to) (?:you|u|ya) later|all day(?: long)?"
    r"|before i forget|don't forget|do not forget|as (?:early|soon) as (?:possible|you can)"
    r"|(?:said|mentioned|discussed|asked|told you|spoke|chatted|talked) earlier"
    r"|(?:can|could|may) i (?:possibly|maybe|perhaps)"
    r"|overnight trip|opening hours|no later than)\b"
)
_PART = re.compile(
    r"\b(?:mornings?|afternoons?|arvo|evenings?|nights?|tonight|overnight|noon|midday|mid-day"
    r"|midnight|lunch\w*|half|halfday|half-day|o'clock|hours?|hrs?|minutes?|mins?|early|earlier"
    r"|late|later|first thing|part of the|partial|end of (?:the )?day|eod)\b"
    r"|\d\s?(?:am|pm|a\.m|p\.m|h)\b|[@\d(]\s?am\b|\bpm\b|\b(?:in the|this|the) (?:am|pm)\b"
    r"|\b\d{1,2}[:.]\d{2}\b|\b1/2\b|\bbefore lunch|\bish\b"
    r"|\b(?:at|until|till|til|by|before|after|from|past|around) (?:about )?"
    r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
    r"(?!\s*(?:days?|weeks?|months?|people|of|kids|#))"
)
_WITHDRAWN = re.compile(
    r"\bafter all\b|\bcancel\w*|\bwithdraw\w*|\bdisregard\b|\bretract\w*|\brevoke\b|\bundo\b"
    r"|\bno longer\b|\bnever ?mind\b|\bnvm\b|\bscrap\b|\bscratch (?:that|my|the)\b"
    r"|\bchang(?:e|ed|ing) (?:of plans?|my mind|my (?:day|time|leave|request|holiday|off)|the date)"
    r"|\bplans (?:have |have been |were |got )?changed\b|\bmake (?:that|it)\b|\bcorrection\b"
    r"|\bforget (?:about |my |the |that |it\b|what )|\bcall(?:ed|ing)? off\b|\bi meant\b"
    r"|\bignore (?:my|the|this|that|it|last)\b|\btake (?:it|that|my \w+) back\b|\binstead\b"
    r"|\b(?:swap|switch|trade|exchange|move|moved|shift|reschedule|postpone|push|bring)\w*"
    r" (?:my|the|our|it|that|@|shifts?|days?)\b|\brather than\b|\bswap\w*|\bnot needed\b"
    r"|\b(?:isn't|not) happening\b|\bfell through\b|\bchange\w* (?:@|from @|to @)|\bmistake\b"
)
_CHOICE = re.compile(
    r"\beither\b|\bor\b(?! (?:not|what|so i|no)\b)[^.!?]{0,25}@"
    r"|@[^.!?]{0,25}\bor\b(?! (?:not|no)\b)"
    r"|\bwhichever\b|\bone of (?:the|these|those)\b|\bbackup\b|\balternative\w*\b|\bprefer\w*\b"
    r"|\bideally\b|\bflexible\b|\bany (?:day|of)\b|\bfailing that\b|\bif not\b"
)
_LEFT_OUT = re.compile(
    r"\bexcept\w*|\bapart from\b|\bbut not\b|\bexclud\w*|\bother than\b|\bminus\b|\bonly (?:not)\b"
    r"|\bevery\b|\beach\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bweekly\b|\bweekends\b"
    r"|\balternate\b|\brespectively\b|\ball (?:my )?@"
)
_UNSURE = re.compile(
    r"\bmight\b|\bmay (?:need|have|want|be|not)\b|\bmaybe\b|\bperhaps\b|\bpossibly\b|\bnot sure\b"
    r"|\bunsure\b|\bprobably\b|\bpotentially\b|\btentativ\w*|\bprovisional\w*|\bnot certain\b"
    r"|\bdepend\w*\b|\bunless\b|\bin case\b|\bsubject to\b|\btbc\b|\bguess\w*\b|\bthink i\b"
    r"|\bthinking (?:about|of)\b"
)
_IT_IS = (
    r"(?:(?:it|that|tht|this|its|thats)(?:'s|'d be|'ll be| is| was| would be| will be)? )?"
    r"(?:(?:at all|still|all|really) )*"
)
_NO_COVER = r"(?! (?:find|arrange|organi[sz]e|cover|swap|(?:get|sort)(?: out)? (?:cover|some|any)))"
_MAY_IF = re.compile(
    rf"\b(?:if {_IT_IS}"
    r"(?:p[os]{2,4}[ia]?b\w{1,4}|poss|ok|okay|okey|oki|alright|alrite|allright"
    r"|all right|fine|doable|cool|convenient|no problem|not a problem|not too much"
    rf"|you (?:can|could){_NO_COVER}|you don't mind|you do not mind|you dont mind"
    r"|you approve|you agree|you need|you have any|there(?:'s| is| are)? any|there'?s a problem"
    r"|i may|i might|(?:that|it|this) works(?! for (?!(?:you|u|everyone|all|the|us)\b))"
    r"|anything|any questions|any problems?|so|needed|allowed)"
    r"|(?:wonder\w*|asking|ask|see|check|know|checking|seeing|appreciate(?: it)?|great|grateful"
    r"|nice) (?:if|whether)"
    r"|(?:is it|would it be) (?:ok|okay|alright|possible|fine) if"
    r"|(?:ok|okay|alright|fine|mind|cool) if i)\b"
    # If it is ok with Ana, or possible for her to step in, it depends on her.
    r"(?:(?<=ble)|(?<=poss)"
    r"|(?! with (?!(?:you|u|ya|everyone|everybody|all|the|work|management)\b)))"
    r"(?! for (?:\w+ ){1,3}to (?:cover|work|swap|do|take|fill|step|come)\b)"
)
_IF = re.compile(r"\bif\b|\bwhether\b")
_STATUS = re.compile(
    r"\b(?:am|do|did|have|was|are) i\b"
    r"|(?:^|[.!?,\n]\s*)(?:is|has|was|did|are|have|were) (?:my|the) "
    r"|\bapproved\b|\bdeclined\b|\brejected\b|\bany (?:news|updates?|word)\b|\bhow (?:many|much)\b"
    r"|\b(?:thanks|thank you|thankyou) for (?:letting|giving|approving|granting|the|my|sorting)\b"
    r"|\bwho(?:'s| is)? (?:off|away|on|in|working|else)\b|(?:^|[.!?]\s*)who\b"
    r"|\bwhen (?:is|are|am|do|does|did|can|will)\b|(?:^|[.!?,\n]\s*)(?:is|are) @"
    r"|~ (?:is|are) @|\bwhich day"
    r"|\bwhat (?:about|day)\b"
    r"|\b(?:confirm|check|verify|remind \w+)(?: that)? (?:i'm|i am|my|you|whether)\b"
    r"|\balready (?:have|got|booked)(?: off)? [@~]"
    r"|\bis it (?:true|right|correct)\b"
)
_WORKING = re.compile(
    r"\b(?:i|we)(?:'m|'ll| am| will| can| could|'d)(?: also| still| definitely| only| be)*"
    r" (?:be )?(?:work|working|cover|covering|do|free|available|around|come in|coming in)\b"
    r"|\b(?:happy|able|want|willing|free|like|love|glad|hoping|need|planning|going) to"
    r" (?:work|cover|come in|do)\b|\b(?:i'm|i am|im|i'll be|i will be) in(?= @| on @|\s*[.,!]|$)"
    r"|\b(?:i can|can i|could i|may i) (?:work|cover|do|come in)\b|\bextra shifts?\b|\bovertime\b"
    r"|\bpick(?:ing)? up\b[^.]{0,20}\bshifts?\b|\bworking from\b|\bwork from home\b"
    r"|\bwfh\b|\bremote\w*\b"
    r"|\bput me (?:in|on|down)(?! (?:as |for |~))|\bi(?:'m| am| will be|'ll be)? on shift\b"
    r"|\bi work\b|\bi'm free\b|\bim free\b|\bmore (?:shifts|hours|work)\b"
)
# The order matters: what was understood and stands in the way comes before what is only unclear.
_RULES = (
    (_WITHDRAWN, "it seems to take something back, or to change it", Kind.WITHDRAWN),
    (_PART, "it seems to be about part of a day", Kind.PART_OF_DAY),
    (_CHOICE, "it leaves a choice of days", Kind.SEVERAL),
    (_LEFT_OUT, "it is about days that come again, or leaves some out", Kind.SEVERAL),
    (_WORKING, "it speaks of working, or of being there", Kind.NOT_OFF),
    (_STATUS, "it seems to ask about time off rather than for it", Kind.NOT_OFF),
    (_UNSURE, "it is not sure, or depends on something", Kind.NOT_OFF),
)


def find_refusal(text: str) -> Unread | None:
    """The first rule that the words break; dates are written as @ and lengths as #."""
    words = _HARMLESS.sub(" ", text)
    for pattern, why, kind in _RULES:
        if pattern.search(words):
            return Unread(why, kind)
    if _IF.search(_MAY_IF.sub(" ", words)):
        return Unread("it depends on something", Kind.NOT_OFF)
    return None


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
    masked = mask_mentions(text, mentions, "@")
    for pattern in _GIVEN:
        if match := pattern.search(masked):
            return _tidy(match["why"])
    for match in _MORE.finditer(masked):
        why = match["why"].strip()
        if _NOUN.search(why) and not _NO_REASON.search(why):
            return _tidy(why)
    return ""


def _tidy(why: str) -> str:
    plain = _ARTICLE.sub("", make_harmless(why, most=LONGEST_REASON).strip(" -:'\""))
    plain = _TAIL.sub("", plain)
    return "" if next(list_links(plain), None) else plain
