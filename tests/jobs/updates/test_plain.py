"""What customers are told, in plain words that are always true."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jobs.updates.saying import BENCH, gather, make_shop, word

from belfry.jobs.settings.shop import Shop
from belfry.jobs.updates.plain import Facts, Words
from belfry.jobs.updates.wordings import is_back
from belfry.kernel.sms import clean_sms, count_parts

SIGNED = " — The Repair Bench"
PHONE = "your iPhone 13 (cracked screen)"


def find_news(facts: Facts, shop: Shop = BENCH) -> str:
    return "back" if is_back([facts.previous or ""], facts.stage, shop.stages) else "moved"


FRAMER = make_shop("Shop: Frames\nStages: in, cut, at the gilder (side), glued, hung on wall, gone")
COURIER = make_shop("Shop: Quick\nStages: received, in progress, ready, delivered")


@pytest.mark.parametrize(
    "facts, expected",
    [
        pytest.param(
            gather("received"),
            f"We have received {PHONE}. We will let you know when it moves on.",
            id="received",
        ),
        pytest.param(
            gather(
                "diagnosing", previous="received", eta="Tuesday morning", eta_stage="in progress"
            ),
            f"We are now diagnosing {PHONE}. "
            "We expect work on it to be in progress by Tuesday morning.",
            id="diagnosing with an ETA that is not for ready",
        ),
        pytest.param(
            gather("in progress", previous="received", eta="Thursday afternoon", eta_stage="ready"),
            f"Work on {PHONE} is now in progress. "
            "We expect it to be ready to collect by Thursday afternoon.",
            id="in progress with an ETA for ready",
        ),
        pytest.param(
            gather("in progress", eta="Thursday 26 November, morning", eta_stage="ready"),
            f"Work on {PHONE} is now in progress. "
            "We expect it to be ready to collect by Thursday 26 November, morning.",
            id="in progress with a dated ETA",
        ),
        pytest.param(
            gather("in progress", previous="diagnosing"),
            f"Work on {PHONE} is now in progress. "
            "We will let you know when it is ready to collect.",
            id="in progress without an ETA",
        ),
        pytest.param(
            gather("awaiting parts", previous="in progress"),
            f"Your{PHONE[4:]} is now waiting for parts. We will let you know when it moves on.",
            id="into a side stage",
        ),
        pytest.param(
            gather("in progress", previous="awaiting parts"),
            f"Good news: work on {PHONE} is now in progress. "
            "We will let you know when it is ready to collect.",
            id="out of a side stage",
        ),
        pytest.param(
            gather("ready", previous="awaiting parts"),
            f"Good news: {PHONE} is ready to collect.",
            id="out of a side stage to ready",
        ),
        pytest.param(
            gather("ready", previous="in progress", closing="6pm"),
            f"Good news: {PHONE} is ready to collect. You are welcome any time before 6pm today.",
            id="ready on a day the shop is open",
        ),
        pytest.param(
            gather("ready", previous="received"),
            f"Good news: {PHONE} is ready to collect.",
            id="a jump to ready",
        ),
        pytest.param(
            gather("collected", previous="ready"),
            f"Your{PHONE[4:]} has been collected. Thank you!",
            id="the last stage",
        ),
    ],
)
def test_a_move_is_told_as_it_is(facts: Facts, expected: str) -> None:
    assert word(facts, news=find_news(facts)).text == expected + SIGNED


@pytest.mark.parametrize(
    "stage, more, expected",
    [
        ("cut", {}, "Your oil painting has been cut. We will let you know when it moves on."),
        (
            "cut",
            {"eta": "Friday morning", "eta_stage": "glued"},
            "Your oil painting has been cut. We expect it to be glued by Friday morning.",
        ),
        (
            "at the gilder",
            {"previous": "cut"},
            "Your oil painting is now at the gilder. We will let you know when it moves on.",
        ),
        (
            "glued",
            {"previous": "at the gilder"},
            "Good news: your oil painting has been glued. "
            "We will let you know when it is hung on wall.",
        ),
        (
            "hung on wall",
            {"closing": "noon"},
            "Good news: your oil painting has been hung on wall. We are open until noon today.",
        ),
        ("gone", {}, "Your oil painting has gone. Thank you!"),
    ],
)
def test_a_stage_of_any_name_is_said_in_a_sentence(
    stage: str, more: dict[str, str], expected: str
) -> None:
    facts = gather(stage, FRAMER, item="oil painting", **more)
    assert word(facts, FRAMER, news=find_news(facts, FRAMER)).text == f"{expected} — Frames"


@pytest.mark.parametrize(
    "stage, text",
    [
        ("in progress", "Good news: work on your skis is in progress again."),
        ("diagnosing", "Good news: we are diagnosing your skis again."),
        ("received", "Good news: your skis are back at the “received” stage."),
        ("ready", "Good news: your skis are ready to collect."),
    ],
)
def test_a_job_back_where_it_was_is_not_told_as_new(stage: str, text: str) -> None:
    facts = replace(gather(stage, item="skis", previous="awaiting parts"), is_return=True)
    assert word(facts, news="back").text.startswith(text)


@pytest.mark.parametrize(
    "stage, expected",
    [
        ("Done", "Your skis are now done."),
        ("all done", "Your skis are now all done."),
        ("finished", "Your skis are now finished."),
        ("complete", "Your skis are now complete."),
        ("being engraved", "Your skis are now being engraved."),
        ("waiting list", "Your skis are now at the waiting list stage."),
        ("waiting for wax", "Your skis are now waiting for wax."),
        ("back from lab", "Your skis are now back from lab."),
        ("varnished and drying", "Your skis are now varnished and drying."),
        ("washed and pressed", "Your skis have been washed and pressed."),
        ("taken apart and cleaned", "Your skis have been taken apart and cleaned."),
        ("pinned and ready", "Your skis are now pinned and ready."),
        ("cutting and sewing", "Your skis are now at the cutting and sewing stage."),
    ],
)
def test_a_stage_is_said_by_the_form_of_its_name(stage: str, expected: str) -> None:
    shop = make_shop(f"Shop: A\nStages: in, {stage}, with us (side), ready, gone")
    assert word(gather(stage, shop, item="skis"), shop).text.startswith(expected)
    back = replace(gather(stage, shop, item="skis"), is_return=True)
    returned = word(back, shop, news="back").text
    assert returned.startswith("Good news: your skis are ")
    assert "back back" not in returned
    assert " been " not in returned


@pytest.mark.parametrize(
    "stage, expected, reminder",
    [
        ("Complete", "your skis are complete.", "your skis are still here, complete."),
        ("all done", "your skis are all done.", "your skis are still here, all done."),
    ],
)
def test_a_ready_stage_may_be_called_complete(stage: str, expected: str, reminder: str) -> None:
    shop = make_shop(f"Shop: A\nStages: in, {stage}, gone")
    facts = gather(stage, shop, item="skis")
    assert word(facts, shop).text == f"Good news: {expected} \u2014 A"
    assert word(facts, shop, news="holding").text == f"A reminder: {reminder} \u2014 A"


@pytest.mark.parametrize(
    "item, expected",
    [
        ("some books", "Your books are"),
        ("several clocks", "Your clocks are"),
        ("a few old lamps", "Your old lamps are"),
        ("his & hers watches", "Your his & hers watches are"),
        ("his watch", "Your watch is"),
        ("2 x Samsung S21", "Your 2 x Samsung S21 are"),
        ("Toyota Yaris", "Your Toyota Yaris is"),
    ],
)
def test_an_item_reads_well_however_it_was_typed(item: str, expected: str) -> None:
    assert word(gather("awaiting parts", item=item)).text.startswith(f"{expected} now waiting")


@pytest.mark.parametrize(
    "stage, expected",
    [
        ("angenommen", "ist wieder in der Phase \u201eangenommen\u201c."),
        ("in Arbeit", "ist wieder in Arbeit."),
        ("abgesteckt", "ist wieder in der Phase \u201eabgesteckt\u201c."),
        ("abholbereit", "ist abholbereit."),
    ],
)
def test_a_return_is_not_told_as_new_in_german(stage: str, expected: str) -> None:
    stages = "angenommen, in Arbeit, abgesteckt, beim Lackierer (side), abholbereit, abgeholt"
    shop = make_shop(f"Shop: A\nLanguage: de\nStages: {stages}")
    facts = replace(gather(stage, shop, item="Rad"), is_return=True)
    assert f"Ihr Auftrag \u201eRad\u201c {expected}" in word(facts, shop, news="back").text


def test_a_shop_that_delivers_does_not_ask_its_customers_to_collect() -> None:
    texts = [
        word(gather("ready", COURIER, closing="6pm"), COURIER, "sms").text,
        word(
            gather("in progress", COURIER, eta="Friday morning", eta_stage="ready"), COURIER, "sms"
        ).text,
    ]
    assert texts == [
        f"Good news: {PHONE} is ready. We are open until 6pm today. — Quick",
        f"Work on {PHONE} is now in progress. We expect it to be ready by Friday morning. — Quick",
    ]


def test_a_stage_called_ready_that_is_not_the_ready_stage_is_only_named() -> None:
    shop = make_shop("Shop: A\nStages: received, ready, packed, shipped")
    facts = gather("ready", shop)
    expected = (
        f"Your{PHONE[4:]} is now at the “ready” stage. We will let you know when it is packed. — A"
    )
    assert word(facts, shop, "sms").text == expected


def test_an_e_mail_greets_names_the_job_and_signs() -> None:
    facts = gather("in progress", eta="Thursday afternoon", eta_stage="ready")
    assert word(facts, BENCH, "email") == Words(
        "Your iPhone 13 (cracked screen): in progress",
        "Hi Maya,\n\n"
        f"Work on {PHONE} is now in progress. "
        "We expect it to be ready to collect by Thursday afternoon.\n\n"
        "Your job number is J-2042.\n\n"
        "— The Repair Bench",
    )


def test_an_e_mail_reads_well_with_nothing_known() -> None:
    facts = gather("ready", name="", item="", job_id="")
    assert word(facts, BENCH, "email") == Words(
        "Your job is ready to collect",
        "Hello,\n\nGood news: your job is ready to collect.\n\n— The Repair Bench",
    )


@pytest.mark.parametrize(
    "stage, closing, expected",
    [
        (
            "received",
            None,
            f"Just to keep you posted: {PHONE} has been received and is still waiting for its "
            "turn. We have not forgotten it, and we will let you know when it moves on.",
        ),
        (
            "in progress",
            None,
            f"Just to keep you posted: work on {PHONE} is still in progress. "
            "We have not forgotten it, and we will let you know when it moves on.",
        ),
        (
            "awaiting parts",
            None,
            f"Just to keep you posted: {PHONE} is still waiting for parts. "
            "We have not forgotten it, and we will let you know when it moves on.",
        ),
        ("ready", None, f"A reminder: {PHONE} is still here, ready to collect."),
        (
            "ready",
            "6pm",
            f"A reminder: {PHONE} is still here, ready to collect. "
            "You are welcome any time before 6pm today.",
        ),
    ],
)
def test_a_holding_note_says_that_nothing_moved_and_nothing_is_forgotten(
    stage: str, closing: str | None, expected: str
) -> None:
    assert (
        word(gather(stage, closing=closing), BENCH, "sms", news="holding").text == expected + SIGNED
    )


def test_a_holding_note_promises_no_time_even_if_one_is_known() -> None:
    facts = gather("in progress", eta="Thursday afternoon", eta_stage="ready")
    assert word(facts, BENCH, "sms", news="holding") == word(
        gather("in progress"), BENCH, "sms", news="holding"
    )


@pytest.mark.parametrize(
    "stage, announced, expected",
    [
        (
            "in progress",
            "ready",
            f"By mistake we told you that {PHONE} was ready to collect. We are sorry. "
            f"Work on {PHONE} is still in progress. "
            "We will let you know when it is ready to collect.",
        ),
        (
            "received",
            "diagnosing",
            f"By mistake we told you that we were diagnosing {PHONE}. We are sorry. "
            f"Your{PHONE[4:]} has been received and is still waiting for its turn. "
            "We will let you know when it moves on.",
        ),
        (
            "ready",
            "collected",
            f"By mistake we told you that {PHONE} had been collected. We are sorry. "
            f"Your{PHONE[4:]} is still here, ready to collect.",
        ),
        (
            "awaiting parts",
            None,
            f"By mistake we told you something wrong about {PHONE}. We are sorry. "
            f"Your{PHONE[4:]} is still waiting for parts. We will let you know when it moves on.",
        ),
    ],
)
def test_a_correction_names_the_mistake_and_what_is_true(
    stage: str, announced: str | None, expected: str
) -> None:
    words = word(gather(stage, previous=announced), BENCH, "sms", news="correction")
    assert words == Words(f"A correction about {PHONE}", expected + SIGNED)


def test_a_correction_names_any_stage() -> None:
    facts = gather("cut", FRAMER, item="oil painting", previous="glued")
    assert word(facts, FRAMER, "sms", news="correction").text == (
        "By mistake we told you that your oil painting had been glued. "
        "We are sorry. Your oil painting is still marked as cut. "
        "We will let you know when it moves on. — Frames"
    )


def test_a_job_first_seen_is_told_with_its_number() -> None:
    assert word(gather("received"), BENCH, "sms", news="first-seen").text == (
        f"We have received {PHONE}. Your job number is J-2042. "
        f"We will let you know when it moves on.{SIGNED}"
    )
    assert word(gather("received"), BENCH, "email", news="first-seen").text == (
        f"Hi Maya,\n\nWe have received {PHONE}. Your job number is J-2042. "
        "We will let you know when it moves on.\n\n— The Repair Bench"
    )


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param(Facts(stage="in progress", eta_stage="ready"), id="a stage without a time"),
        pytest.param(Facts(stage="in progress", eta="Friday"), id="a time without its stage"),
    ],
)
def test_half_an_eta_is_not_told(facts: Facts) -> None:
    expected = (
        "Work on your job is now in progress. We will let you know when it is ready to collect."
    )
    assert word(facts, BENCH, "sms").text == expected


STAGES = st.sampled_from([stage.name for stage in BENCH.stages])
FACTS = st.builds(
    gather,
    STAGES,
    name=st.text(max_size=50),
    item=st.text(max_size=100),
    job_id=st.text(max_size=50),
    previous=st.none() | STAGES,
    eta=st.none() | st.just("Wednesday 30 September, afternoon"),
    eta_stage=st.none() | STAGES,
    closing=st.none() | st.just("midnight"),
)
NEWS = st.sampled_from(["moved", "back", "first-seen", "holding", "correction"])


@settings(max_examples=300, deadline=None, derandomize=True)
@given(FACTS, NEWS)
def test_a_text_message_is_one_line_of_at_most_three_parts(facts: Facts, news: str) -> None:
    words = word(facts, news=news)
    assert words.text
    assert count_parts(clean_sms(words.text)).parts <= 3 or not words.text.isascii()
    assert len(words.text.splitlines()) == 1
    assert len(words.subject.splitlines()) == 1
    assert words.text.endswith(BENCH.sign_off)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(FACTS.filter(lambda facts: facts.eta is None), NEWS)
def test_no_time_is_told_without_an_eta(facts: Facts, news: str) -> None:
    text = word(gather(facts.stage, previous=facts.previous), BENCH, "email", news=news).text
    assert " by " not in text.replace("By mistake", "")
    assert "expect" not in text


@settings(max_examples=300, deadline=None, derandomize=True)
@given(FACTS)
def test_ready_by_is_told_only_where_the_eta_is_for_ready(facts: Facts) -> None:
    text = word(gather(facts.stage, eta=facts.eta, eta_stage=facts.eta_stage)).text
    is_promised = (
        facts.eta is not None and facts.eta_stage == "ready" and facts.stage != "collected"
    )
    assert ("ready to collect by" in text) == is_promised


@settings(max_examples=300, deadline=None, derandomize=True)
@given(FACTS)
def test_a_holding_note_never_sounds_as_if_something_had_moved(facts: Facts) -> None:
    text = word(gather(facts.stage, previous=facts.previous), news="holding").text
    words = set(text.lower().replace(".", " ").replace(":", " ").split())
    assert words & {"still", "collected"}
    assert not words & {"now", "moved", "again", "good", "news", "expect", "soon", "nearly"}
