"""A text is said in plain signs where that says the same, and left alone where it does not."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernel.texting.slow_counter import BASIC, EXTENSION, write_septets
from tests.loops import for_each

from belfry.kernel.sms import Encoding, clean_sms, count_parts

PLAIN = "".join(sorted({*BASIC, *EXTENSION} - {"\x1b", "\r"}))
WRITTEN = st.text(
    st.sampled_from(PLAIN + "’“”—…\u00a0•éëçáłж漢\U0001f389\U0001f6b2\ufe0f\u200d\u200b\r\t\x00")
    | st.characters(),
    max_size=60,
)


@pytest.mark.parametrize(
    "text, clean",
    [
        pytest.param("it’s ‘fine’", "it's 'fine'", id="curly quotes"),
        pytest.param("“Betty” «Anna» „Eva“", '"Betty" "Anna" "Eva"', id="quotes of all countries"),
        pytest.param("Mon–Fri — or not", "Mon-Fri - or not", id="dashes"),
        pytest.param("so…", "so...", id="dots in one"),
        pytest.param("a\u00a0b\u202fc\u2003d", "a b c d", id="spaces of all widths"),
        pytest.param("• one\n· two", "- one\n- two", id="bullets"),
        pytest.param("rea\u200bdy\ufeff\u00ad", "ready", id="hidden signs"),
        pytest.param("Zoë, François, Łukasz", "Zoe, Francois, Lukasz", id="marks on names"),
        pytest.param("Erdős Pál", "Erdös Pal", id="the nearest letter there is"),
        pytest.param("e\u0301 n\u0303", "é ñ", id="marks written apart"),
        pytest.param("𝗥𝗲𝗮𝗱𝘆 ＮＯＷ", "Ready NOW", id="letters in costume"),
        pytest.param("ﬁve × 3 ± 1 → №4™", "five x 3 +/- 1 -> No.4(TM)", id="signs with a name"),
        pytest.param("a\r\nb\rc\u2028d\te", "a\nb\nc\nd e", id="ends of lines and tabs"),
        pytest.param("a\x00b\x1bc\x7f", "abc", id="what no phone can show"),
        pytest.param("half \ud83d sign", "half ? sign", id="half a sign"),
    ],
)
def test_text_is_said_in_plain_signs(text: str, clean: str) -> None:
    assert clean_sms(text) == clean


@for_each("sign", PLAIN)
def test_sign_of_the_alphabet_is_kept(sign: str) -> None:
    assert clean_sms(f"a{sign}b’") == f"a{sign}b'"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Ваш велосипед — «готов»…", id="another script, with its own quotes"),
        pytest.param("您的自行车好了。", id="a script without letters"),
        pytest.param("Nguyễn Thị Ánh", id="marks that make another word"),
        pytest.param("Işık", id="an i without its dot"),
        pytest.param("İzmir", id="a capital i with one"),
        pytest.param("10² m", id="a power"),
        pytest.param("1½ hours", id="a fraction"),
        pytest.param("می\u200cخواهم", id="a joint that is part of the spelling"),
        pytest.param("готово \U0001f389", id="a picture in a text that is dear anyway"),
    ],
)
def test_text_that_would_lose_its_meaning_is_kept(text: str) -> None:
    assert clean_sms(text) == text


@pytest.mark.parametrize(
    "text, clean",
    [
        pytest.param("Ready! \U0001f389", "Ready!", id="after the last word"),
        pytest.param("\u2705 Ready", "Ready", id="before the first"),
        pytest.param("Hi \U0001f44b, come by", "Hi, come by", id="before a comma"),
        pytest.param("Done! \U0001f389 Come by", "Done! Come by", id="between two sentences"),
        pytest.param("Thanks \u2764\ufe0f — Bench", "Thanks - Bench", id="before a dash"),
        pytest.param("Hi Maya \U0001f44b your bike", "Hi Maya, your bike", id="after a greeting"),
        pytest.param(
            "Ready \U0001f389 \U0001f6b2\nBye \U0001f44b", "Ready\nBye", id="on each line"
        ),
        pytest.param("\U0001f468\u200d\U0001f469\u200d\U0001f467 Hi", "Hi", id="made of several"),
        pytest.param("Thanks \U0001f64f\U0001f3fd.", "Thanks.", id="in a colour"),
        pytest.param("\U0001f1ec\U0001f1e7 Hi", "Hi", id="a flag"),
        pytest.param("1\ufe0f\u20e3 of 2", "1 of 2", id="a frame around a digit"),
    ],
)
def test_picture_that_is_an_ornament_goes(text: str, clean: str) -> None:
    assert clean_sms(text) == clean


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Your \U0001f6b2 is ready", id="between two words"),
        pytest.param("We love your \U0001f6b2!", id="after a word that wants another"),
        pytest.param("Status: \u2705", id="after a colon"),
        pytest.param("\U0001f44d\U0001f44d", id="all there is"),
        pytest.param("Ready! \U0001f389 Your \U0001f6b2 waits", id="one that stays keeps the rest"),
    ],
)
def test_picture_that_may_be_a_word_stays(text: str) -> None:
    assert clean_sms(text) == text


@settings(derandomize=True, max_examples=500)
@given(WRITTEN)
def test_clean_text_is_clean(text: str) -> None:
    clean = clean_sms(text)

    assert clean_sms(clean) == clean


@settings(derandomize=True, max_examples=500)
@given(WRITTEN)
def test_clean_text_is_plain_or_has_every_word_it_had(text: str) -> None:
    clean = clean_sms(text)
    is_plain = write_septets(clean) is not None

    assert (count_parts(clean).encoding is Encoding.GSM7) == is_plain
    if not is_plain:
        assert _letters(clean) == _letters(text)


@settings(derandomize=True)
@given(st.text(st.sampled_from(PLAIN), max_size=200))
def test_plain_text_is_left_alone(text: str) -> None:
    assert clean_sms(text) == text


@settings(derandomize=True)
@given(WRITTEN)
def test_clean_text_can_be_written_down(text: str) -> None:
    assert clean_sms(text).encode().decode() == clean_sms(text)


def _letters(text: str) -> str:
    return "".join(
        character for character in unicodedata.normalize("NFC", text) if character.isalnum()
    )
