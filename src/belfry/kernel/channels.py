"""The channels a message can go by, and what each of them can carry.

Code outside adapters and settings asks for traits. It names a channel only where it means that one:
a preview of the e-mail and the text, a notice to the owner's address. CONTRIBUTING.md lists what a
new channel needs.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelTraits:
    """What a channel can carry, and what people call it.

    `address` names the field of a person that it writes to. `words` are what a board may call the
    channel and `plural` what settings call its messages, the usual one first. A channel that
    `is_short` is billed by length: no subject, no greeting, and a plain alphabet. One that
    `is_for_staff` never goes to a customer, and has no postbox: it is used once it is set up. One
    that `has_choices` lets people answer where they read, as `messaging/choices.py` describes.
    """

    name: str
    label: str
    address: str
    words: tuple[str, ...]
    plural: tuple[str, ...]
    is_short: bool = False
    is_for_staff: bool = False
    has_subject: bool = False
    has_pictures: bool = False
    has_attachments: bool = False
    has_opt_out_link: bool = False
    has_choices: bool = False


SLACK = ChannelTraits(
    name="slack",
    label="Slack",
    address="slack_id",
    words=("slack",),
    plural=("slack messages",),
    is_for_staff=True,
    has_subject=True,
    has_choices=True,
)
EMAIL = ChannelTraits(
    name="email",
    label="E-mail",
    address="email",
    words=("email", "e-mail", "mail"),
    plural=("e-mails", "emails", "mails"),
    has_subject=True,
    has_pictures=True,
    has_attachments=True,
    has_opt_out_link=True,
)
SMS = ChannelTraits(
    name="sms",
    label="Text message",
    address="phone",
    words=("text", "sms", "texts", "txt", "text message", "mobile", "phone"),
    plural=("texts", "sms", "text messages"),
    is_short=True,
)

# In the order in which they are preferred where a person can be reached by several.
CHANNELS = {traits.name: traits for traits in (SLACK, EMAIL, SMS)}
CUSTOMER_CHANNELS = {name: traits for name, traits in CHANNELS.items() if not traits.is_for_staff}


def find_traits(channel: str) -> ChannelTraits:
    """The channel's traits; a channel that is not known carries plain text alone."""
    return CHANNELS.get(channel) or ChannelTraits(
        name=channel, label=channel, address="", words=(channel,), plural=(channel,)
    )
