"""Whether what a model wrote makes a message that may be sent.

It is asked twice: when the draft comes in, and again when the message leaves, because the facts may
have changed in between.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from belfry.jobs.facts import Facts
from belfry.jobs.fence import judge_draft
from belfry.jobs.fence.fit import find_misfit
from belfry.jobs.fillings import Filled, Unfit, fill_reply
from belfry.jobs.looks import add_look
from belfry.jobs.prompts import Kind
from belfry.jobs.slot_values import SMS
from belfry.jobs.stages import Stages


@dataclass(frozen=True, slots=True)
class Objection:
    """The rule that a draft breaks, and what to tell a person of it."""

    rule: str
    says: str


@dataclass(frozen=True, slots=True)
class Proof:
    """The message that the reply makes, and everything that speaks against it."""

    text: str
    objections: tuple[Objection, ...] = ()


def prove(
    reply: str, facts: Facts, *, kind: Kind, stages: Stages, channel: str, may_reply: bool
) -> Proof:
    """What is made of a reply; the way to the customer's page is added if it left that out."""
    match fill_reply(reply, facts, kind=kind, channel=channel, stages=stages):
        case Unfit(reasons):
            return Proof("", tuple(Objection("form", f"It {reason}.") for reason in reasons))
        case Filled(text):
            verdict = judge_draft(
                text,
                facts,
                stages=stages,
                channel="sms" if channel == SMS else "email",
                may_reply=may_reply,
            )
            if not verdict.passes:
                said = [Objection(reason.rule, reason.says) for reason in verdict.reasons]
                return Proof(text, tuple(said))
        case never:
            assert_never(never)
    whole = fill_reply(
        add_look(reply, facts, channel), facts, kind=kind, channel=channel, stages=stages
    )
    may_add = isinstance(whole, Filled) and not find_misfit(whole.text, channel)
    return Proof(whole.text if isinstance(whole, Filled) and may_add else text)
