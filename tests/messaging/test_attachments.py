"""A picture, files and the opt-out link are sent with their message."""

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
    """The sent message with all of them."""
    post.room.rendered = replace(SCRIPT, picture=PICTURE, opt_out_url=STOP_URL, attachments=FILES)
    post.want()
    post.release()
    [outgoing] = post.email.sent
    return outgoing


def test_message_carries_the_picture_and_the_way_to_stop(post: Post) -> None:
    outgoing = send(post)
    assert (outgoing.picture, outgoing.opt_out_url) == (PICTURE, STOP_URL)


def test_message_carries_its_files_in_their_order(post: Post) -> None:
    assert send(post).attachments == FILES


def test_test_mode_shows_the_picture_and_cannot_stop_a_customers_messages(post: Post) -> None:
    post.policy(test_address=ADMIN)
    outgoing = send(post)
    assert (outgoing.to, outgoing.picture, outgoing.opt_out_url) == (ADMIN, PICTURE, "")


def test_own_words_keep_the_picture_the_files_and_the_way_to_stop(post: Post) -> None:
    post.policy(asks_first=True)
    post.room.rendered = replace(SCRIPT, picture=PICTURE, opt_out_url=STOP_URL, attachments=FILES)
    post.want()
    post.release()
    post.approve(words="Come and get it!")
    post.release()
    [outgoing] = post.email.sent
    assert outgoing.text == "Come and get it!"
    assert (outgoing.picture, outgoing.opt_out_url, outgoing.attachments) == (
        PICTURE,
        STOP_URL,
        FILES,
    )


def test_neither_outgoing_nor_rendered_message_shows_them_in_a_log(post: Post) -> None:
    outgoing = send(post)
    shown = repr((outgoing, post.room.rendered))
    assert [
        secret for secret in (STOP_URL, "kettle", "ready.jpg", "monday.ics") if secret in shown
    ] == []
