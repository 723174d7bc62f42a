"""What customers read who wrote STOP, START or HELP."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jobs.shops import SHOP

from belfry.jobs.customers.reply_meanings import ANSWERS, HELP, RESTARTED, STOPPED, word_answer
from belfry.jobs.settings.shop import Shop, read_shop
from belfry.kernel.sms import Encoding, clean_sms, count_parts

CONTACT = "020 7946 0123 or bench.example"
WIDEST = "W" * 60


def a_shop(name: str = "The Repair Bench", *lines: str) -> Shop:
    text = SHOP.replace("The Repair Bench", name) + "\n".join(lines)
    shop = read_shop(text).shop
    assert shop is not None
    return shop


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (
            STOPPED,
            "The Repair Bench: you will get no more messages from us. "
            "Reply START to get them again.",
        ),
        (
            RESTARTED,
            "The Repair Bench: you will hear from us about your job again. "
            "Reply STOP to end messages.",
        ),
        (
            HELP,
            "The Repair Bench: messages about your job. "
            "Contact: 020 7946 0123 or bench.example. Reply STOP to end messages.",
        ),
    ],
)
def test_answer_says_who_writes_and_what_is_so_now(kind: str, text: str) -> None:
    assert word_answer(kind, a_shop("The Repair Bench", f"Contact: {CONTACT}")).text == text


def test_help_without_a_contact_line_tells_the_opening_hours() -> None:
    assert word_answer(HELP, a_shop()).text == (
        "The Repair Bench: messages about your job. "
        "We are open Mon-Fri 09:00-18:00; Sat 10:00-16:00. Reply STOP to end messages."
    )


def test_help_still_gives_the_contact_line_where_the_name_leaves_little_room() -> None:
    text = word_answer(HELP, a_shop(WIDEST, f"Contact: {'9' * 60}")).text

    assert text == f"{WIDEST}. Contact: {'9' * 60}. Reply STOP to end messages."


@pytest.mark.parametrize("kind", sorted(ANSWERS))
@pytest.mark.parametrize(
    ("name", "contact"),
    [
        pytest.param(WIDEST, "9" * 60, id="everything as long as it may be"),
        pytest.param("€" * 60, "€" * 60, id="every sign counting twice"),
        pytest.param("Café “Größe” — Søren’s", "Ring “Søren” — any time", id="typographic signs"),
    ],
)
def test_answer_is_one_plain_text_message(kind: str, name: str, contact: str) -> None:
    text = word_answer(kind, a_shop(name, f"Contact: {contact}")).text

    parts = count_parts(text)
    assert (parts.encoding, parts.parts) == (Encoding.GSM7, 1)
    assert text == clean_sms(text)
    assert text.startswith(clean_sms(name)[:20])


@pytest.mark.parametrize("kind", sorted(ANSWERS))
def test_answer_in_another_script_is_one_message_and_names_the_shop(kind: str) -> None:
    text = word_answer(kind, a_shop("修理屋さん", "Contact: 東京都千代田区")).text

    assert count_parts(text).parts == 1
    assert text.startswith("修理屋さん")


lines = st.text(
    st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="#:\\"),
    min_size=1,
    max_size=60,
).map(lambda text: " ".join(f"x{text}".split())[:60].strip())


@settings(deadline=None, derandomize=True, max_examples=150)
@given(lines, lines, st.sampled_from(sorted(ANSWERS)))
def test_answer_is_one_part_whatever_the_shop_is_called(name: str, contact: str, kind: str) -> None:
    shop = read_shop(f"{SHOP.replace('The Repair Bench', name)}\nContact: {contact}\n").shop
    if shop is not None:
        assert count_parts(word_answer(kind, shop).text).parts == 1


def test_contact_line_that_would_not_fit_is_refused_with_its_place() -> None:
    reading = read_shop(f"{SHOP}Contact: {'9' * 61}\n")

    assert [str(problem).partition(": ")[0] for problem in reading.problems] == [
        "jobs/settings.txt line 7, column 10"
    ]
    assert "at most 60 characters" in str(reading.problems[0])
