"""A photo taken at the bench goes with the update; a text leaves by the gateway, and STOP stops."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from tests.contracts.pictures import draw, encode, make_exif
from tests.services.sms_gateway import ACCOUNT, SENDER, TOKEN, serving_texts
from tests.services.smtp_server import LocalMail
from tests.stories.benches import CALM, MAYA, TEAM, TOM, Bench, open_bench

from belfry.jobs.customers.replies import Inbound

PUBLIC = 'public_url = "https://bench.example"\n'
MAIL = '[mail]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\nfrom = "bench@shop.example"\n'
SMS = """[sms]
provider = "gateway"
account = "{account}"
from = "{sender}"
url = "{url}"
token_file = "sms-token"
two_way = true
"""


def begin_work(bench: Bench, job: tuple[str, ...]) -> None:
    bench.put(job, "received")
    bench.go_to("2026-11-17T09:58")
    bench.put(job, "in progress")
    bench.go_to("2026-11-17T10:30")


def test_photo_from_the_bench_is_in_the_e_mail_without_where_it_was_taken(
    tmp_path: Path, smtp_server: LocalMail
) -> None:
    toml = PUBLIC + TEAM + CALM + MAIL.format(port=smtp_server.port)
    with open_bench(tmp_path, "2026-11-17T09:30", toml=toml) as bench:
        shot = tmp_path / "jobs" / "photos" / "J-2051"
        shot.mkdir(parents=True)
        (shot / "in-progress.jpg").write_bytes(encode(draw(), exif=make_exif(6)))
        (shot / "received.jpg").write_bytes(b"PK\x03\x04 this is no picture at all")
        begin_work(bench, TOM)
        assert [
            data_problem.place for data_problem in bench.services.ports.data_problems.list()
        ] == ["jobs/photos/J-2051/received.jpg"]
    outgoing = read_email(smtp_server)
    (picture,) = [part for part in outgoing.walk() if part.get_content_type() == "image/jpeg"]
    content = picture.get_payload(decode=True)
    assert isinstance(content, bytes)
    assert (b"Exif" in content, b"GPS" in content) == (False, False)
    assert outgoing["List-Unsubscribe"].startswith("<https://bench.example/stop/")
    assert outgoing["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_text_leaves_by_the_gateway_and_stop_ends_it(tmp_path: Path) -> None:
    with serving_texts() as gateway:
        (tmp_path / "sms-token").write_text(TOKEN)
        url = gateway.url.replace("{account}", ACCOUNT)
        toml = PUBLIC + TEAM + CALM + SMS.format(account=ACCOUNT, sender=SENDER, url=url)
        with open_bench(tmp_path, "2026-11-17T09:30", toml=toml) as bench:
            begin_work(bench, MAYA)
            assert [(text.sender, text.to) for text in gateway.texts] == [(SENDER, "+447700900123")]
            assert gateway.texts[0].body.endswith("- The Repair Bench")

            take = bench.services.jobs.replies.take
            take(Inbound(id="SM1", channel="sms", sender="+447700900123", text=" Stop. "))
            bench.go_to("2026-11-17T10:45")
            assert "no more messages" in gateway.texts[-1].body

            bench.put(MAYA, "ready")
            bench.go_to("2026-11-17T12:00")
            assert len(gateway.texts) == 2
            assert bench.fates[-1][1:] == ("dropped", "the customer wants no messages")


def read_email(server: LocalMail) -> EmailMessage:
    ((_, _, raw),) = server.emails
    outgoing = message_from_bytes(raw, policy=default)
    assert isinstance(outgoing, EmailMessage)
    return outgoing
