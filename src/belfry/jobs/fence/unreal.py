"""Whether a stage is only wished for, imagined or nearly said, and so not told as true."""

from __future__ import annotations

import re
from collections.abc import Sequence

from belfry.jobs.fence.moods import Piece
from belfry.jobs.fence.phrasebook import THING

_SAID = "(?:say|saying|said|tell|telling|report|announce|write|writing|claim|declare|hear|read)"
_BETTER = "(?:love|adore|prefer|give|pay|kill|be|have|so|dearly|really|gladly|dreamt|hoped)"
_WISHED = "(?:wish|wished|want|wants|wanted|hope|hoped|hoping|like|love|long|longing|dying)"
_HELD = "(?:trust|believe|reckon|gather|presume|assume|guess|suspect|fancy)"
# What follows is not so, or nobody is sure of it.
_OPENERS = re.compile(
    rf"(?:^|(?<= ))(?:wish(?:es|ed|ing)?(?! you\b)|if only|"
    rf"as though|as if(?! by| it were our)|make believe|"
    rf"pretend\w*|suppos(?:e|ing|edly)|assum(?:e|ing)|allegedly|theoretically|hypothetically|"
    rf"dreamt|dreamed|dreaming|in \S+ (?:wildest )?dreams?|(?<!can )(?<!you )imagin(?:e|ed|ing)|"
    rf"(?:would|'d) (?:\S+ )?{_BETTER}\b.* {_SAID}|(?:would|'d) (?:\S+ )?like to (?:say|hear|read)|"
    rf"(?:would|'d) (?:have )?(?:think|thought|swear|sworn|guess|guessed|say|said)|"
    rf"(?:could|might|should|ought to) (?:\S+ )?{_SAID}|let us say|"
    rf"for all we know|as far as any\w+|"
    rf"(?:so|how|oh|always|really|badly) (?:we )?{_WISHED}\b.* {_SAID}|oh , to|"
    rf"you (?:\S+ ){{0,3}}{_WISHED} to (?:hear|read|see)|"
    rf"(?:we|i) (?:do )?{_HELD}(?= (?:that )?(?:it |they |\ue001))|"
    rf"(?:nearly|almost|(?:about|going|tempted|close|supposed|meant) to) {_SAID})(?= |\b)"
)
_FIRST = re.compile(
    "(?:^|[,:;] |and |so )(?:were (?!busy|glad|happy|pleased|delighted|sorry)|"
    "had (?:we|i|it|they|you|\ue001) )"
)
_ORDERED = re.compile(
    "^(?:just |now |so )?(?:imagine|suppose|dream|say (?:it|that|\ue001)|call \ue001)(?= )"
)
_LAST = re.compile(rf"(?:{_SAID}|that|this)(?: you)? (?:[:;,\"'] )*$")
# "It is …": most mentions open like this, and nothing more need be read.
_TOLD = frozenset({"it", "they", "we", "yours", THING})
_IS = frozenset({"is", "'s", "are", "'re", "'ve"})
_BREAK = re.compile("[:;] ")


def is_unreal(pieces: Sequence[Piece], at: int) -> bool:
    """ "We wish we could say it is ready", "were it ready", "imagine: it is ready"."""
    if at == 0 or (at == 2 and pieces[0].words in _TOLD and pieces[1].words in _IS):
        return False
    before = "".join([f"{piece.words} " for piece in pieces[:at]])
    if _ORDERED.search(before):
        return " but " not in before
    found = _OPENERS.search(before) or _FIRST.search(before)
    if found is None or " but " in before[found.end() - 1 :]:
        return False
    # "We wish you were here: it is ready" has ended the wish; "we wish we could say: …" has not.
    ended = _BREAK.search(before, found.end())
    return ended is None or bool(_LAST.search(before[: ended.end()]))
