"""Which verbs a message may use, by what kind of doing they tell of, in all their forms.

A verb that works on a thing with hands or tools is not here: in the past tense it would tell of
work that no fact stands behind, and the work of a stage has its own phrases.
"""

from __future__ import annotations

from collections.abc import Iterator

from belfry.jobs.fence.phrasebook import list_words

# Telling, asking and answering.
_TELL = """
tell suggest propose text message email ring call phone write contact update inform notify alert
ping buzz shout holler whistle answer reply respond explain share confirm mention say speak talk
chat ask discuss send reassure note remind ignore disregard apologise apologize thank greet
announce describe clarify advise consult mail nudge signal beep toot yell pipe report pass relay
flag sing wave holla squeak communicate chirp outline spell check invite introduce acknowledge
honk sign
"""
# What goes on in a heart or a head.
_FEEL = """
hope await discover know think believe feel love like enjoy appreciate value understand trust want
wish care mind wonder worry remember forget imagine bet realise realize recognise recognize
respect admire treasure adore delight mean suppose guess reckon prefer expect anticipate fret
panic fear regret miss sympathise sympathize marvel smile grin laugh dream ponder consider agree
learn listen hear intend long aim plan seem matter deserve fancy dare bother empathise relate
plead itch yearn ache crave giggle chuckle grin groan sigh blush
"""
# Looking after somebody's things, without saying what is done to them.
_CARE = """
treat handle guard protect watch cherish pamper mind tend nurture attend focus concentrate devote
dedicate labour labor toil beaver graft help assist support serve strive endeavour endeavor try
persevere rush hurry keep continue proceed carry stick stay hold persist respect welcome host
spoil fuss baby coddle
"""
# What a customer does, or is told they need not do.
_CUSTOMER = """
ignore disregard wait relax rest decide lift stop worry enjoy travel pop manage cope savour ponder
breathe chill need choose lend entrust sit hang bear stand queue chase fret hesitate sleep picture
know ask reply mind trust
"""
# Verbs that say anything or nothing, and so are fine in known phrases only.
_LOOSE = """
be have do go get come make take give put see find look run turn move set show use add allow let
change start begin follow happen cross hand bring leave meet stay remain tackle read grow play
ride wear walk drive cook sew hum live need count arrive land reach wrap
"""
# What an honest shop says that it does not do.
_FEIGN = """
invent speculate exaggerate pretend fib lie bluff sugarcoat mislead overpromise fudge gamble hide
dodge waffle skimp dawdle embellish gloss fob string kid flatter
"""
_IRREGULAR = {
    "tell": "told told", "ring": "rang rung", "write": "wrote written", "say": "said said",
    "speak": "spoke spoken", "send": "sent sent", "sing": "sang sung", "know": "knew known",
    "think": "thought thought", "feel": "felt felt", "understand": "understood understood",
    "forget": "forgot forgotten", "mean": "meant meant", "hear": "heard heard",
    "bet": "bet bet", "keep": "kept kept", "stick": "stuck stuck", "hold": "held held",
    "choose": "chose chosen", "bring": "brought brought", "leave": "left left",
    "lend": "lent lent", "sit": "sat sat", "hang": "hung hung", "bear": "bore borne",
    "stand": "stood stood", "be": "was been", "have": "had had", "do": "did done",
    "go": "went gone", "get": "got gotten", "come": "came come", "make": "made made",
    "take": "took taken", "give": "gave given", "put": "put put", "see": "saw seen",
    "find": "found found", "run": "ran run", "set": "set set", "show": "showed shown",
    "let": "let let", "begin": "began begun", "meet": "met met", "read": "read read",
    "grow": "grew grown", "ride": "rode ridden", "wear": "wore worn", "drive": "drove driven",
    "sew": "sewed sewn", "sleep": "slept slept", "learn": "learnt learned",
    "dream": "dreamt dreamed", "spell": "spelt spelled",
}  # fmt: skip
_DOUBLING = list_words("chat flag plan let run get put set cut sit stop drop bet pop")
_VOWELS = "aeiou"
TELL, FEEL, CARE, CUSTOMER, LOOSE, FEIGN = "tell", "feel", "care", "customer", "loose", "feign"
_CLASSES = {
    TELL: _TELL,
    FEEL: _FEEL,
    CARE: _CARE,
    CUSTOMER: _CUSTOMER,
    LOOSE: _LOOSE,
    FEIGN: _FEIGN,
}


def list_forms(verb: str) -> Iterator[tuple[str, str]]:
    """Each word of a verb with its form: base, s, ing, past."""
    yield verb, "base"
    yield _add_s(verb), "s"
    yield _add_ing(verb), "ing"
    for past in _IRREGULAR.get(verb, _add_ed(verb)).split():
        yield past, "past"


def _add_s(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return f"{verb[:-1]}ies"
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{verb}es"
    return f"{verb}s"


def _add_ing(verb: str) -> str:
    if verb in _DOUBLING:
        return f"{verb}{verb[-1]}ing"
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")) and verb != "be":
        return f"{verb[:-1]}ing"
    return f"{verb}ing"


def _add_ed(verb: str) -> str:
    if verb in _DOUBLING:
        return f"{verb}{verb[-1]}ed"
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return f"{verb[:-1]}ied"
    return f"{verb}ed"


def _make_verbs() -> dict[str, frozenset[tuple[str, str]]]:
    found: dict[str, set[tuple[str, str]]] = {}
    for kind, text in _CLASSES.items():
        for verb in text.split():
            for word, form in list_forms(verb):
                found.setdefault(word, set()).add((kind, form))
    return {word: frozenset(kinds) for word, kinds in found.items()}


VERBS = _make_verbs()
