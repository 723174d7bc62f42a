"""How a stage is said in a sentence, for whatever trade and whatever it is called.

The shop's own clauses come first (`say:`, `still:`, `by:` in the line of the stages), then the
patterns of the language.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.kernel.rulebook import fold_name

if TYPE_CHECKING:
    from belfry.jobs.settings.stages import Stage, Stages
    from belfry.jobs.updates.language import Language


@dataclass(frozen=True, slots=True)
class Clauses:
    """Clauses with slots, without a full stop.

    `now` it has just come there; `back` it has come there out of a side stage; `still` it is there
    for a while; `told` is what a customer was
    told; `expected` looks ahead to it; `awaited` is what customers wait for, where that can be
    said; `title` is the subject of an e-mail.
    """

    now: str
    back: str
    still: str
    told: str
    expected: str
    awaited: str
    title: str


def find_clauses(name: str, stages: Stages, language: Language) -> Clauses:
    """The clauses of a stage; one that the settings do not know is said by its name."""
    stage = stages.find(name)
    shown = _tidy(stage.name if stage else name)
    if stage == stages.ready and is_collected(stages, language):
        is_plain = fold_name(shown) in {fold_name(w) for w in language.split("stages", "ready")}
        shown = language.get("stages", "ready to collect") if is_plain else shown
    return _find(shown, stage, language, stage == stages.ready)


def is_collected(stages: Stages, language: Language) -> bool:
    """Whether customers fetch their things themselves: some shops deliver."""
    names = {fold_name(name) for name in language.split("stages", "collected")}
    return fold_name(stages.last.name) in names


def show_stage(name: str, case: str = "") -> str:
    """A stage's name in the middle of a sentence: Road test is a road test, an MOT stays one.

    `case` is what the language says of its first letter: it is small, capital, or kept.
    """
    words = _tidy(name).split()
    if case:
        first = words[0] if words else ""
        made = {"small": _lower(first), "capital": f"{first[:1].upper()}{first[1:]}"}
        return " ".join([made.get(case, first), *words[1:]])
    is_title = all(word[:1].isupper() for word in words)
    lowered = [_lower(word) if is_title or not at else word for at, word in enumerate(words)]
    return " ".join(lowered)


def _tidy(name: str) -> str:
    return " ".join(name.replace("{", "(").replace("}", ")").split())


def _lower(word: str) -> str:
    return word.lower() if word[1:] == word[1:].lower() else word


def _find(shown: str, stage: Stage | None, language: Language, is_ready: bool) -> Clauses:
    texts = language.find_patterns(shown, is_ready=is_ready)
    shown = show_stage(shown, texts.get("case", ""))

    def say(key: str) -> str:
        return texts.get(key, "").replace("{stage}", shown)

    clauses = {key: say(key) for key in Clauses.__slots__}
    clauses["back"] = clauses["back"] or clauses["now"]
    if stage and stage.say:
        clauses["now"] = stage.say
    if stage and stage.still:
        clauses["still"] = stage.still
    if stage and stage.by:
        own = {key: text.replace("{by}", stage.by) for key, text in language.words["by"].items()}
        clauses |= own
    return Clauses(**clauses)
