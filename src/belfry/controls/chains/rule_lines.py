"""What an owner can write into the rules of the controls, line by line.

Any name may be that of a control or an area, so a slip in the name of a setting could pass for
one: a name that is very near to a setting's is refused, unless something is really called so.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from belfry.controls.chains.chains import parse_chain, render_chain
from belfry.controls.chains.rule_words import (
    parse_person,
    parse_section_name,
    parse_working_days,
    say_working_days,
)
from belfry.kernel.hours.holidays import parse_holidays
from belfry.kernel.hours.said import make_quiet_line, say_holidays
from belfry.kernel.rulebook import (
    Setting,
    Vocabulary,
    find_nearest,
    refuse,
)
from belfry.kernel.rulebook.readers import make_switch
from belfry.kernel.rulebook.vocabulary import VERY_NEAR, fold_words

ANY_NAME = "<control or area>"
EXPECTED_NAME = "the name of a setting, a control or an area"


def make_vocabulary(known: Container[str] = frozenset()) -> Vocabulary:
    """All the lines of the rules; `known` holds the folded names of controls and areas."""
    named = (*_list_chains(), *_list_people(), *_list_days(), *_list_manners())
    section = Setting(
        name=ANY_NAME,
        field="chains",
        read=parse_chain,
        read_hole=_section_name(named, known),
        does="When reminders of a control, or of all controls of an area, go out.",
        example="remind 5 days before, on the day, and 2 days after",
        default="the default",
        show=render_chain,
    )
    return Vocabulary((*named, section))


def _list_chains() -> list[Setting]:
    return [
        Setting(
            name="Default",
            field="default",
            read=parse_chain,
            does="When reminders go out where neither the control nor its area says.",
            example="remind 3 days before and on the day",
            default="3 days before and on the day",
            show=render_chain,
        )
    ]


def _list_people() -> list[Setting]:
    return [
        Setting(
            name="Owner of <area>",
            field="owners",
            read=parse_person,
            read_hole=parse_section_name,
            does="Who sees to the controls of an area whose rows name nobody.",
            example="Maria",
            default="the admin",
            keeps_words=True,
        ),
        Setting(
            name="Escalate to",
            field="escalate_to",
            read=parse_person,
            does="Who is told, too, when the last reminder of a control was of no use.",
            example="Tom",
            default="the owner's manager",
            keeps_words=True,
        ),
        Setting(
            name="Escalate <area> to",
            field="targets",
            read=parse_person,
            read_hole=parse_section_name,
            does="The same for the controls of one area.",
            example="Tom",
            default="whoever all the others are escalated to",
            keeps_words=True,
        ),
    ]


def _list_days() -> list[Setting]:
    return [
        make_quiet_line(
            "When nobody is disturbed; reminders wait until they end.", example="6pm to 8am"
        ),
        Setting(
            name="Holidays",
            field="holidays",
            read=parse_holidays,
            does="Whose public holidays, and which days besides, reminders wait out.",
            example="GB, 2026-12-24",
            default="the public holidays of the team's country",
            show=say_holidays,
        ),
        Setting(
            name="Working days",
            field="working_days",
            read=parse_working_days,
            does="On which days of the week reminders arrive; on the others they wait.",
            example="Mon-Fri",
            default="Mon-Fri",
            show=say_working_days,
        ),
    ]


def _list_manners() -> list[Setting]:
    return [
        make_switch("Ask me first", "ask_first", "Whether every reminder waits for your approval."),
        make_switch(
            "Test mode", "test_mode", "Whether reminders are made and shown, but not sent."
        ),
    ]


def _section_name(named: tuple[Setting, ...], known: Container[str]) -> Callable[[str], str]:
    """The reader of the control or area that a line is about."""

    def read(text: str) -> str:
        name = parse_section_name(text)
        nearest = None if name in known else _find_setting(text, named)
        if nearest:
            raise refuse(text, 0, len(text), EXPECTED_NAME, nearest)
        return name

    return read


def _find_setting(text: str, named: tuple[Setting, ...]) -> str | None:
    """The setting that a name is very near to: by its fixed words, if it has a hole."""
    words = fold_words(text)
    for setting in named:
        before = setting.frame[0]
        said = " ".join(words[: len(before)]) if setting.read_hole else " ".join(words)
        if find_nearest(said, [" ".join(before)], cutoff=VERY_NEAR):
            return setting.name
    return None
