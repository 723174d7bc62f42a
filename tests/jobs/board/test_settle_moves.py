"""A move while it settles: what is foreseen is what comes, and it can be undone or sent at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

import pytest
from tests.jobs.photos.galleries import drop, listed, look
from tests.jobs.shops import Bench, memory_bench
from tests.loops import for_each
from tests.pictures import BLUE, GREEN, RED, make_picture
from tests.samples import NOON

from belfry.jobs.board.settle_moves import Outlook, SettleMoves
from belfry.kernel.errors import BelfryError, Conflict, Permanent
from belfry.messaging.messages import HEARD, Message

STAGES = ("received", "diagnosing", "in progress", "awaiting parts", "ready", "collected")
MINUTE = timedelta(minutes=1)
NIGHT = NOON + timedelta(hours=9)
MARIA = "user/2"


def settling(bench: Bench) -> SettleMoves:
    return bench.app.services.jobs.settle_moves


def begin(bench: Bench, stage: str = "diagnosing", job_id: str = "J-1") -> Outlook:
    """A job on the board is moved, and the move was seen."""
    if job_id not in bench.lines:
        bench.put(job_id, "received")
        bench.poll()
    bench.put(job_id, stage)
    bench.poll(after=1)
    return settling(bench).foresee([bench.job(job_id)])[job_id]


def live_on(bench: Bench, until: datetime) -> None:
    """Every minute the board and the pictures are read, and what is due leaves."""
    while bench.app.clock.now() < until:
        look(bench, after=1)
        bench.deliver()


def heard(bench: Bench) -> list[Message]:
    return [message for message in bench.messages() if message.state in HEARD]


@for_each("seed", range(40))
def test_what_is_foreseen_of_a_move_is_what_the_customer_gets(seed: int) -> None:
    chance = Random(seed)
    public_url = chance.choice(["", "https://bench.example"])
    bench = memory_bench(NOON + chance.randrange(24) * 60 * MINUTE, public_url=public_url or None)
    bench.app.services.ensure_builtins(timezone="Europe/London", wishes={})
    bench.set(*chance.choice([(), ("Tell customers of the last stage: yes",), ("Emoji: yes",)]))
    contact, channel = chance.choice([("07700 900123", "text"), ("ann@example.com", "email")])
    bench.put("J-1", "received", contact=contact, channel=channel)
    bench.poll()
    for _ in range(6):
        bench.go(hours=chance.randrange(30))
        told_before = len(heard(bench))
        bench.put(
            "J-1", chance.choice([stage for stage in STAGES if stage != bench.job("J-1").stage])
        )
        bench.poll()
        if name := chance.choice(["", "", "IMG_1.jpg", "IMG_2.jpg", "ready.jpg", "notes.txt"]):
            drop(bench, f"J-1/{name}", make_picture(chance.choice([RED, GREEN, BLUE])))
        if chance.random() < 0.5:
            look(bench)
        outlook = settling(bench).foresee([bench.job("J-1")])["J-1"]
        live_on(bench, outlook.counts_at)
        if outlook.told_at:
            bench.go_to(outlook.told_at)
            bench.deliver()
        sent = heard(bench)[told_before:]
        assert bench.job("J-1").stage == outlook.stage
        assert [(message.sent_at, message.subject_line, message.text) for message in sent] == (
            [(outlook.told_at, outlook.rendered.subject, outlook.rendered.text)]
            if outlook.rendered
            else []
        )
        sent_pictures = [bool(outgoing.picture) for outgoing in bench.sent()[-1:] if sent]
        assert channel == "text" or not sent or sent_pictures == [outlook.has_photo]


def test_photo_that_waits_for_the_move_is_in_the_foreseen_words() -> None:
    bench = memory_bench(public_url="https://bench.example")
    bench.put("J-1", "received", contact="07700 900123", channel="text")
    bench.poll()
    before = begin(bench)
    drop(bench, "J-1/IMG_1.jpg")
    look(bench)
    outlook = settling(bench).list_settling(limit=9)[0]
    assert before.rendered
    assert outlook.rendered
    assert outlook.rendered.text != before.rendered.text
    live_on(bench, outlook.counts_at)
    assert [outgoing.text for outgoing in bench.sent("sms")] == [outlook.rendered.text]


def test_photo_added_on_the_page_belongs_to_the_stage_that_the_card_stands_in(
    bench: Bench,
) -> None:
    begin(bench)
    bench.app.services.jobs.photos.add("J-1", content=make_picture(RED), source="upload", by=MARIA)
    assert listed(bench) == [(1, "diagnosing", "red")]
    assert settling(bench).list_settling(limit=9)[0].has_photo


def test_limit_of_the_day_is_foreseen_for_moves_and_for_waiting_messages(bench: Bench) -> None:
    bench.set("Daily cap: 2 texts")
    for number in range(1, 5):
        bench.put(f"J-{number}", "received", contact=f"07700 90000{number}", channel="text")
    bench.poll()
    for number in range(1, 5):
        bench.put(f"J-{number}", "diagnosing", contact=f"07700 90000{number}", channel="text")
        bench.poll(after=0.1)
    foreseen = settling(bench).list_settling(limit=9)
    reached = "the day's limit of 2 by sms is reached"
    assert [outlook.why for outlook in foreseen] == ["", "", reached, reached]
    assert [outlook.may_send_now for outlook in foreseen] == [True, True, False, False]
    bench.poll(after=3)
    bench.relay()
    waiting = bench.app.services.messaging.preview(limit=9)
    assert [preview.why for preview in waiting] == ["", "", reached, reached]
    bench.release()
    stopped = {message.id: message.why for message in bench.messages()}
    assert [stopped[preview.message.id] for preview in waiting] == ["", "", reached, reached]


def test_move_counts_at_the_first_poll_after_the_settle_time(bench: Bench) -> None:
    bench.app.services.ensure_builtins(timezone="Europe/London", wishes={})
    bench.put("J-1", "received")
    bench.poll()
    bench.go(seconds=37)
    bench.put("J-1", "diagnosing")
    bench.poll()
    outlook = settling(bench).list_settling(limit=9)[0]
    assert (outlook.counts_at, outlook.told_at) == (NOON + 3 * MINUTE, NOON + 3 * MINUTE)


def stop(bench: Bench) -> None:
    bench.app.services.jobs.customers.set_consent("J-1", "no", by=MARIA)


def lose_the_address(bench: Bench) -> None:
    bench.put("J-1", "diagnosing", contact="nowhere")
    bench.poll()


@pytest.mark.parametrize(
    "act, stage, why",
    [
        (stop, "diagnosing", "the customer wants no messages"),
        (
            lose_the_address,
            "diagnosing",
            "there is no address for J-1 on the board that could be used",
        ),
        (lambda bench: None, "collected", "it is the last stage"),
    ],
    ids=["opted out", "no address", "the last stage"],
)
def test_move_that_nobody_is_told_of_says_why(
    bench: Bench, act: Callable[[Bench], None], stage: str, why: str
) -> None:
    begin(bench, stage)
    act(bench)
    outlook = settling(bench).list_settling(limit=9)[0]
    assert (outlook.rendered, outlook.told_at, outlook.why) == (None, None, why)
    with pytest.raises(Conflict, match=why):
        settling(bench).send_now("J-1", stage, outlook.since, by=MARIA)


def test_move_back_is_told_to_nobody(bench: Bench) -> None:
    bench.put("J-1", "ready")
    bench.poll()
    assert begin(bench, "received").why == "it goes back"


def test_stage_taken_out_of_the_settings_is_told_to_nobody(bench: Bench) -> None:
    begin(bench, "diagnosing")
    bench.set(
        "Stages: received, in progress, ready, collected", without=("Stages", "Typical", "Chase")
    )
    outlook = settling(bench).list_settling(limit=9)[0]
    assert (outlook.rendered, outlook.why) == (None, "it is none of the stages any more")


def test_message_that_needs_approval_shows_its_words_and_no_time(bench: Bench) -> None:
    bench.set("Ask me first: yes")
    outlook = begin(bench)
    assert outlook.rendered is not None
    assert (outlook.told_at, outlook.why, outlook.may_send_now) == (
        None,
        "waiting for approval",
        False,
    )


def test_undone_move_is_never_told(bench: Bench) -> None:
    outlook = begin(bench)
    assert settling(bench).undo("J-1", "diagnosing", outlook.since, by=MARIA)
    assert bench.folder.files["jobs/board.csv"].decode().splitlines()[1].endswith(",received")
    assert (bench.job("J-1").pending, bench.job("J-1").stage) == ("", "received")
    live_on(bench, NOON + 30 * MINUTE)
    assert (bench.messages(), len(bench.moves("J-1"))) == ([], 1)
    assert "move undone" in [
        entry.action for entry in bench.ports.audit_log.list_entries("job/J-1")
    ]


def test_undo_pressed_twice_changes_nothing_more(bench: Bench) -> None:
    outlook = begin(bench)
    undo = settling(bench).undo
    assert [undo("J-1", "diagnosing", outlook.since, by=MARIA) for _ in range(2)] == [True, False]


def test_undo_that_comes_too_late_is_refused_and_moves_nothing_back(bench: Bench) -> None:
    outlook = begin(bench)
    bench.poll(after=3)
    with pytest.raises(Conflict, match="too late to undo: J-1 is diagnosing, and its customer is"):
        settling(bench).undo("J-1", "diagnosing", outlook.since, by=MARIA)
    assert bench.job("J-1").stage == "diagnosing"


@pytest.mark.parametrize("act", ["undo", "send_now"])
def test_answer_to_a_change_never_counts_for_a_later_one(bench: Bench, act: str) -> None:
    outlook = begin(bench)
    bench.put("J-1", "received")
    bench.poll(after=1)
    later = begin(bench)
    assert later.since != outlook.since
    with pytest.raises(Conflict, match="the board has changed again"):
        getattr(settling(bench), act)("J-1", "diagnosing", outlook.since, by=MARIA)


def test_move_undone_while_the_board_cannot_be_written_settles_anew(bench: Bench) -> None:
    outlook = begin(bench)
    bench.folder.read_only.add("jobs/board.csv")
    with pytest.raises(Permanent):
        settling(bench).undo("J-1", "diagnosing", outlook.since, by=MARIA)
    bench.poll(after=3)
    assert (bench.job("J-1").stage, bench.job("J-1").pending) == ("received", "diagnosing")


def test_move_that_is_sent_now_leaves_without_settling(bench: Bench) -> None:
    outlook = begin(bench)
    send_now = settling(bench).send_now
    assert [send_now("J-1", "diagnosing", outlook.since, by=MARIA) for _ in range(2)] == [
        True,
        False,
    ]
    bench.deliver()
    assert outlook.rendered is not None
    assert [outgoing.text for outgoing in bench.sent()] == [outlook.rendered.text]
    live_on(bench, NOON + 30 * MINUTE)
    assert len(bench.sent()) == 1
    entries = bench.ports.audit_log.list_entries("job/J-1")
    assert [(entry.action, entry.by) for entry in entries][-1] == ("sent now", MARIA)


def test_quiet_hours_are_not_skipped_by_sending_now() -> None:
    bench = memory_bench(NIGHT)
    outlook = begin(bench)
    assert (outlook.why, outlook.may_send_now) == ("quiet hours", False)
    with pytest.raises(Conflict, match="quiet hours: it leaves by itself when they end"):
        settling(bench).send_now("J-1", "diagnosing", outlook.since, by=MARIA)
    assert bench.job("J-1").stage == "received"


def test_move_that_the_board_no_longer_has_is_not_sent(bench: Bench) -> None:
    outlook = begin(bench)
    bench.put("J-1", "received")
    with pytest.raises(Conflict, match="says 'received' for J-1 now, and no longer diagnosing"):
        settling(bench).send_now("J-1", "diagnosing", outlook.since, by=MARIA)


def test_move_that_was_undone_is_not_sent(bench: Bench) -> None:
    outlook = begin(bench)
    settling(bench).undo("J-1", "diagnosing", outlook.since, by=MARIA)
    with pytest.raises(Conflict, match="put back meanwhile"):
        settling(bench).send_now("J-1", "diagnosing", outlook.since, by=MARIA)


@for_each("seed", range(60))
def test_people_polls_and_posts_in_any_order_tell_each_move_once_or_never(seed: int) -> None:
    """An undone move is never told, and one that was sent now is told once."""
    chance = Random(seed)
    bench = memory_bench()
    outlook = begin(bench)
    acts: dict[str, Callable[[], object]] = {
        "undo": lambda: settling(bench).undo("J-1", "diagnosing", outlook.since, by=MARIA),
        "send": lambda: settling(bench).send_now("J-1", "diagnosing", outlook.since, by=MARIA),
        "poll": lambda: bench.poll(after=chance.choice((0, 1, 2))),
        "post": bench.deliver,
    }
    first = ""
    for name in chance.choices(list(acts), k=8):
        try:
            is_done = acts[name]()
        except BelfryError:
            continue
        first = first or (name if name in ("undo", "send") and is_done is True else "")
    live_on(bench, NOON + 60 * MINUTE)
    assert len(bench.sent()) == (0 if first == "undo" else 1)
