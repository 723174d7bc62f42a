"""The words people ask for days off with; a sentence with any other may say something else.

"Anna needs Friday off", "enjoy your day off", "holiday party on Friday": no list of such sentences
ends. So what stands around the days and the word for being off must be known, word for word. What
follows behind both is a reason, and may be anything.
"""

from __future__ import annotations

import re

from belfry.rota.notes.calendar_words import NUMBERS

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
# "Take Friday off!" is said by somebody who may; "give Tom Friday off" is about Tom.
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
