"""Whether a picture, files and the way to stop go along with the message they belong to."""

from __future__ import annotations

from dataclasses import replace

from tests.messaging.post import ADMIN, SCRIPT, Post

from belfry.messaging.ports import Attachment, OutgoingMessage

PICTURE = Attachment("ready.jpg", "image/jpeg", b"\xff\xd8 a kettle \xff\xd9")
STOP_URL = "https://bench.example/stop/k3"
FILES = (
    Attachment("monday.ics", "text/calendar; method=REQUEST; charset=utf-8", b"BEGIN:VCALENDAR"),
    Attachment("list.pdf", "application/pdf", b"%PDF of a kettle"),
)


def send(post: Post) -> OutgoingMessage:
    """The letter that a message with all of them becomes."""
    post.room.rendered = replace(SCRIPT, picture=PICTURE, opt_out_url=STOP_URL, attachments=FILES)
    post.want()
    post.release()
    [letter] = post.email.letters
    return letter


def test_letter_carries_the_picture_and_the_way_to_stop(post: Post) -> None:
    letter = send(post)
    assert (letter.picture, letter.opt_out_url) == (PICTURE, STOP_URL)


def test_letter_carries_its_files_in_their_order(post: Post) -> None:
    assert send(post).attachments == FILES


def test_test_mode_shows_the_picture_and_cannot_stop_a_customers_messages(post: Post) -> None:
    post.policy(test_address=ADMIN)
    letter = send(post)
    assert (letter.to, letter.picture, letter.opt_out_url) == (ADMIN, PICTURE, "")


def test_own_words_keep_the_picture_the_files_and_the_way_to_stop(post: Post) -> None:
    post.policy(asks_first=True)
    post.room.rendered = replace(SCRIPT, picture=PICTURE, opt_out_url=STOP_URL, attachments=FILES)
    post.want()
    post.release()
    post.approve(words="Come and get it!")
    post.release()
    [letter] = post.email.letters
    assert letter.text == "Come and get it!"
    assert (letter.picture, letter.opt_out_url, letter.attachments) == (PICTURE, STOP_URL, FILES)


def test_neither_letter_nor_script_shows_them_in_a_log(post: Post) -> None:
    letter = send(post)
    shown = repr((letter, post.room.rendered))
    assert [
        secret for secret in (STOP_URL, "kettle", "ready.jpg", "monday.ics") if secret in shown
    ] == []
