"""Which sentences of a team's own are understood; its style is not judged."""

from __future__ import annotations

import pytest

from belfry.rota.rules.voice import Topic, Voice, read_voice

DOC = """\
# How we talk
Warm and brief. Never use "resources" for people.
Say when week published: Hi {name}, here is your week from {week}.
  See you there!
say-when Time-Off approved: "Enjoy {days}, { Name }!"

We say shift, never slot: it is work.
"""


def test_sentences_and_prose_are_told_apart() -> None:
    voice, problems = read_voice(DOC)
    assert problems == ()
    assert voice == Voice(
        'Warm and brief. Never use "resources" for people.\nWe say shift, never slot: it is work.',
        {
            Topic.WEEK_PUBLISHED: "Hi {name}, here is your week from {week}. See you there!",
            Topic.TIME_OFF_APPROVED: "Enjoy {days}, {name}!",
        },
    )


def test_empty_doc_has_plain_words() -> None:
    assert read_voice("") == (Voice(), ())


@pytest.mark.parametrize(
    "line, problem",
    [
        pytest.param(
            "Say when week publishd: Hi",
            'rota/voice.txt line 2, column 10: found "week publishd", expected one of '
            f"{', '.join(Topic)}; did you mean week published?",
            id="an unknown thing",
        ),
        pytest.param(
            "Say when reminder: Hi {nam}",
            'rota/voice.txt line 2, column 23: found "{nam}", expected one of {name}, {team}, '
            "{week}, {shifts}, {hours}, {shift}, {person}, {days}, {news}; did you mean {name}?",
            id="an unknown slot",
        ),
        pytest.param(
            "Say when reminder: Hi {name",
            'rota/voice.txt line 2, column 23: found "{", expected a slot such as {name}, or no '
            "brace",
            id="an open brace",
        ),
    ],
)
def test_sentence_that_cannot_be_read_is_told_with_its_place(line: str, problem: str) -> None:
    voice, problems = read_voice(f"Be kind.\n{line}\n")
    assert voice is None
    assert list(map(str, problems)) == [problem]
