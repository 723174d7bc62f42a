"""Ask the model for a text with slots, judge its draft, and store it until the text is sent."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import NamedTuple

from belfry.kernel.errors import NotFound, PortError
from belfry.kernel.fence.slotted import LONGEST, SlottedText
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore
from belfry.ports.models import Phraser

log = logging.getLogger(__name__)

PLAIN = "in plain words"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDraft:
    """`values` is the digest of the slots' values; `error` says why there is no `reply`.

    The reply holds slots and no values; `reasons` are those of the day it was written.
    """

    model: str
    made_at: str
    values: str
    reply: str = ""
    error: str = ""
    reasons: tuple[str, ...] = ()


class Phrased(NamedTuple):
    """`text` is empty where plain words are to be used; `worded` says how the words came about."""

    text: str
    worded: str


@dataclass(frozen=True, slots=True)
class PhraseText:
    """`within` is how long an answer may take."""

    blobs: BlobStore
    clock: Clock
    phraser: Phraser
    within: timedelta

    def __call__(self, text: SlottedText, *, voice: str = "") -> None:
        """Store a draft; the model is asked once for the same values, and again if it failed."""
        stored = find_draft(self.blobs, text.name)
        if stored and stored.values == text.digest and not stored.error:
            return
        draft = self._ask(text, voice)
        self.blobs.put(text.name, json.dumps(asdict(draft), ensure_ascii=False).encode())

    def _ask(self, text: SlottedText, voice: str) -> TextDraft:
        made_at = self.clock.now().isoformat()
        draft = TextDraft(model=self.phraser.name, made_at=made_at, values=text.digest)
        prompt = text.write_prompt(voice)
        try:
            reply = self.phraser.phrase(*prompt, within=self.within, longest=LONGEST)
        except PortError as error:
            log.warning("text.model_failed", extra={"text": text.name, "error": str(error)})
            return replace(draft, error=str(error))
        reasons = tuple(reason.says for reason in text.judge(reply).reasons)
        event = "text.draft_refused" if reasons else "text.draft_accepted"
        extra = {"text": text.name, "draft": reply, "reasons": list(reasons)}
        log.log(logging.WARNING if reasons else logging.INFO, event, extra=extra)
        return replace(draft, reply=reply, reasons=reasons)


def find_phrased(blobs: BlobStore, text: SlottedText) -> Phrased:
    """The stored draft filled with the values of now, if it passes with them."""
    draft = find_draft(blobs, text.name)
    if draft is None:
        return Phrased("", PLAIN)
    reasons = [draft.error] if draft.error else [r.says for r in text.judge(draft.reply).reasons]
    if reasons:
        return Phrased("", f"{PLAIN}; not by {draft.model}: {' '.join(reasons)}")
    return Phrased(text.fill(draft.reply), f"by {draft.model}, checked by the fence")


def find_draft(blobs: BlobStore, name: str) -> TextDraft | None:
    try:
        fields = json.loads(blobs.get(name))
    except NotFound:
        return None
    return TextDraft(**{**fields, "reasons": tuple(fields["reasons"])})
