"""Whether a draft may go out, and if not, why: by the rule, the words, and a plain sentence."""

from __future__ import annotations

from dataclasses import dataclass

RULES = {
    "empty": "The message is empty.",
    "slot": "It has a gap that was never filled in.",
    "preamble": "It talks about the message instead of being one.",
    "several": "It holds more than one message.",
    "markup": "It has marks that a customer would see as clutter.",
    "letters": "It has letters that Belfry cannot read.",
    "length": "It is too long to send.",
    "contact": "It gives a link, a number or an address that is not in the facts.",
    "offer": "It speaks of money or makes an offer, and the facts have none.",
    "promise": "It promises more than the facts do.",
    "progress": "It says how far the work has come, which the facts do not.",
    "status": "It tells of trouble or findings that are not in the facts.",
    "time": "It names a time that is not the one in the facts.",
    "eta-tie": "It ties the expected time to something it is not for.",
    "eta-denied": "It speaks against the expected time in the facts.",
    "closing": "It speaks of coming in at a time that the facts do not give.",
    "photo": "It speaks of a picture, and there is none.",
    "reply": "It asks for a reply, and nobody would receive it.",
    "item": "It speaks of another thing than the customer's.",
    "shop": "It is signed by somebody other than this shop.",
    "number": "It has a number that is not in the facts.",
    "unknown": "It has words that Belfry does not understand, so they cannot be checked.",
    "stage": "It says that the job is at a stage where it is not.",
    "stage-denied": "It says that the job is not, or not yet, at its own stage.",
    "stage-missing": "It does not say where the job is now.",
}


# The marks that stand for facts while a draft is read, as a person would name them.
_SHOWN = str.maketrans(
    {
        "\ue000": "(name)",
        "\ue001": "(thing)",
        "\ue002": "(shop)",
        "\ue003": "(link)",
        "\ue004": "(job)",
        "\ue005": "(expected time)",
        "\ue006": "(closing)",
        "\ue007": "",
    }
)


@dataclass(frozen=True, slots=True)
class Reason:
    """The rule that fired, the words it fired on, and what is wrong in a sentence."""

    rule: str
    words: str
    says: str


@dataclass(frozen=True, slots=True)
class Verdict:
    passes: bool
    reasons: tuple[Reason, ...]


def object_to(rule: str, words: str = "") -> Reason:
    shown = " ".join(words.translate(_SHOWN).split())
    return Reason(rule, shown, f'{RULES[rule]} ("{shown}")' if shown else RULES[rule])


def reach_verdict(reasons: list[Reason]) -> Verdict:
    """Every reason once, in the order in which they were found; none means that it passes."""
    return Verdict(not reasons, tuple(dict.fromkeys(reasons)))
