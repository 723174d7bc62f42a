"""Whether a text is made of listed acts and slots, and where it stops being so."""

from __future__ import annotations

import pytest

from belfry.kernel.fence import matcher as matcher_module
from belfry.kernel.fence.acts import read_acts
from belfry.kernel.fence.matcher import Matcher

LISTS = """
[function]
a; the; for
[same]
*n't = not; thx = thanks
[patterns]
much = [so|very] much
[greeting]
hi; hello
+ {name}; there
[thanks]
thanks [<much>] [again]; (many|warm) thanks
+ for your (patience|trust); waiting @waits
[invitation]
any questions*; please; do not
+ ask; be shy; just
[sign-off]
cheers; {shop}
[opener update]
just; a (quick|short)
+ note*; look* @look
[opener good news]
good news* @moves @news
"""
ACTS = read_acts(LISTS)


def judge(text: str, *here: str) -> tuple[str, str] | None:
    """The words that stop a text, and the sentence for people."""
    matcher = Matcher(ACTS, slots=("news", "look"))
    reasons = list(matcher.check(matcher.split(text), here, rule="courtesy"))
    return (reasons[0].words, reasons[0].says) if reasons else None


@pytest.mark.parametrize(
    "text",
    [
        "{news}",
        "Hi {name}, {news}",
        "Hi {name} {news} Thanks!",
        "Hello there! {news} Thanks very much for your trust.",
        "{news}. Thx so much again, many thanks for your patience and for your trust.",
        "{news} Any questions? Please ask, don't be shy!",
        "A quick note: {news}",
        "Just a short note, {news} Cheers, {shop}",
        "{news} A quick look: {look}",
        "{news} - {shop}",
        "Thanks for your patience.\n\n{news}\n\nCheers\n{shop}",
    ],
)
def test_texts_of_listed_acts_pass(text: str) -> None:
    assert judge(text) is None


@pytest.mark.parametrize(
    "text, words, matched",
    [
        ("Hi {name}, it is done. {news}", "it", '"it" is not on the list.'),
        ("{news} Thanks for your beer.", "beer", '"beer" is not on the list.'),
        ("Thanks, {news}", "{news}", '"thanks , {news}": listed words'),
        ("{news} Hi {name}", "hi", '"{news} hi": listed words'),
        ("{news} Cheers. Thanks!", "thanks", '"thanks": listed words'),
        ("{news} Please ask.", ".", '"{news} please ask .": listed words'),
        ("{news} A quick note.", "{news} a quick note .", "the sentence ends before"),
        ("A quick {news}", "{news}", '"a quick {news}": listed words'),
        ("A quick look: {news}", "{news}", '"a quick look : {news}": listed words'),
        ("Good news: {news}", "news", '"good news": listed words'),
        ("{news}, thanks", ",", '"{news} ,": listed words'),
        ("{news}? Thanks", "?", '"{news} ?": listed words'),
    ],
)
def test_a_text_stops_where_no_list_goes_on(text: str, words: str, matched: str) -> None:
    reason = judge(text)
    assert reason is not None
    assert reason[0] == words
    assert matched in reason[1]


def test_phrases_bound_to_a_condition_stand_only_where_it_holds() -> None:
    assert judge("Good news: {news}", "moves") is None
    assert judge("{news} Thanks waiting.") is not None
    assert judge("{news} Thanks waiting.", "waits") is None


def test_a_bracket_that_is_left_open_is_an_error() -> None:
    with pytest.raises(ValueError, match="bracket"):
        read_acts("[thanks]\nthanks [so (much]\n")
    with pytest.raises(ValueError, match="bracket"):
        read_acts("[thanks]\nthanks so] much\n")


def test_an_endless_text_costs_no_more_than_its_length() -> None:
    matcher = Matcher(ACTS, slots=("news",))
    text = "{news} Thanks" + " for your patience and for your trust" * 5000
    assert list(matcher.check(matcher.split(text), (), rule="courtesy")) == []
    assert len(matcher._sets) < 100


def test_what_was_learned_of_texts_is_forgotten_before_it_fills_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(matcher_module, "MOST_SETS", 5)
    matcher = Matcher(ACTS, slots=("news",))
    for text in ("Hi {name}, {news} Thanks again.", "{news} Any questions? Please ask.") * 3:
        assert list(matcher.check(matcher.split(text), (), rule="courtesy")) == []
        assert len(matcher._sets) <= 5
