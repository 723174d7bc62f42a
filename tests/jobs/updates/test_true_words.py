"""What no message about a job ever says, whatever the facts."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jobs.updates.saying import BENCH, gather, word

from belfry.jobs.updates.facts import Facts
from belfry.kernel.sms import clean_sms, count_parts

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
