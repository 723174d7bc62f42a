"""Mail that comes back, as mail servers write it."""

from __future__ import annotations

from belfry.messaging.bounces import render_message_id

OURS = render_message_id("jobs/J-1/move-2", "bench@shop.example")
STATUS = """\
Reporting-MTA: dns; mail.example.net

Final-Recipient: rfc822; ann@example.com
Action: {action}
Status: {status}
Diagnostic-Code: smtp; {reason}
"""
RETURNED = f"Content-Type: message/rfc822\n\nMessage-ID: {OURS}\nSubject: Your lamp\n\nHello\n"
HEADERS = f"Content-Type: text/rfc822-headers\n\nMessage-ID: {OURS}\nSubject: Your lamp\n"


def return_mail(email: bytes, *, action: str = "failed") -> bytes:
    """The bounce of a mail as it was handed over."""
    return write_bounce(action=action, returned=f"Content-Type: message/rfc822\n\n{email.decode()}")


def write_bounce(
    *,
    action: str = "failed",
    status: str = "5.1.1",
    reason: str = "550 5.1.1 <ann@example.com>: no such user",
    returned: str = RETURNED,
    header: str = "",
) -> bytes:
    fields = STATUS.format(action=action, status=status, reason=reason)
    return f"""\
From: MAILER-DAEMON@mail.example.net
To: bench@shop.example
Subject: Undelivered Mail Returned to Sender
{header}MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain; charset=no-such-charset

I am sorry to have to inform you.

--b
Content-Type: message/delivery-status

{fields}
--b
{returned}
--b--
""".encode()
