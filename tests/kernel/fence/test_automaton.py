"""Whether a text is made of listed acts and slots, and where it stops being so."""

from __future__ import annotations

import pytest

from belfry.kernel.fence import Automaton, read_acts

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
    machine = Automaton(ACTS, here=here, slots=("news", "look"))
    stop = machine.find_stop(machine.split(text))
    return (stop.before, stop.word) if stop else None


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
    "text, before, word",
    [
        ("Hi {name}, it is done. {news}", "hi {name} ,", "it"),
        ("{news} Thanks for the beer.", "{news} thanks for", "the"),
        ("Thanks, {news}", "thanks ,", "{news}"),
        ("{news} Hi {name}", "{news}", "hi"),
        ("{news} Cheers. Thanks!", "", "thanks"),
        ("{news} Please ask.", "{news} please ask", "."),
        ("{news} A quick note.", "{news} a quick note .", ""),
        ("A quick {news}", "a quick", "{news}"),
        ("A quick look: {news}", "a quick look :", "{news}"),
        ("Good news: {news}", "", "good"),
        ("{news}, thanks", "{news}", ","),
        ("{news}? Thanks", "{news}", "?"),
    ],
)
def test_a_text_stops_where_no_list_goes_on(text: str, before: str, word: str) -> None:
    assert judge(text) == (before, word)


def test_phrases_bound_to_a_condition_stand_only_where_it_holds() -> None:
    assert judge("Good news: {news}", "moves") is None
    assert judge("{news} Thanks waiting.") == ("{news} thanks", "waiting")
    assert judge("{news} Thanks waiting.", "waits") is None


def test_a_word_that_no_list_has_is_named_as_such() -> None:
    machine = Automaton(ACTS, here=(), slots=("news",))
    strange = machine.find_stop(machine.split("{news} Thanks for your beer."))
    listed = machine.find_stop(machine.split("{news} Patience thanks."))
    assert strange is not None
    assert listed is not None
    assert (strange.is_listed, listed.is_listed) == (False, True)


def test_a_bracket_that_is_left_open_is_an_error() -> None:
    with pytest.raises(ValueError, match="bracket"):
        read_acts("[thanks]\nthanks [so (much]\n")
    with pytest.raises(ValueError, match="bracket"):
        read_acts("[thanks]\nthanks so] much\n")


def test_an_endless_text_costs_no_more_than_its_length() -> None:
    machine = Automaton(ACTS, here=(), slots=("news",))
    text = "{news} Thanks" + " for your patience and for your trust" * 5000
    assert machine.find_stop(machine.split(text)) is None
    assert len(machine._sets) < 100
