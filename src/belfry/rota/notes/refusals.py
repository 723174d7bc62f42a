"""Words that make a note one for a person: parts of days, withdrawals, choices, conditions.

Where a word may be harmless and may not, it is not: a wrong reading costs more than a look.
"""

from __future__ import annotations

import re

from belfry.rota.notes.readings import Kind, Unread

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
    said = _HARMLESS.sub(" ", text)
    for pattern, why, kind in _RULES:
        if pattern.search(said):
            return Unread(why, kind)
    if _IF.search(_MAY_IF.sub(" ", said)):
        return Unread("it depends on something", Kind.NOT_OFF)
    return None
