"""What can be wrong with those who carry texts and find words: the gateway, AWS, the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.entrypoints.cli.findings import Finding
from belfry.kernel.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from belfry.settings import Settings


def check_words(settings: Settings) -> Iterator[Finding]:
    yield from _check_texts(settings)
    yield from _check_model(settings)


def _check_texts(settings: Settings) -> Iterator[Finding]:
    sms, where = settings.sms, "text messages"
    if sms.provider == "gateway":
        mend = "set BELFRY_SMS_TOKEN, or name a file by sms.token_file in belfry.toml"
        yield from _check_secret(settings.read_sms_token, "the gateway's token", where, mend)
    if sms.two_way and not settings.public_url:
        said = "replies cannot reach Belfry, because public_url is not set"
        yield Finding(said, where, "set public_url in belfry.toml, or sms.two_way = false")
    if settings.mail.host and not sms.provider:
        said = "nobody carries texts: a message to a phone fails"
        mend = "set [sms] in belfry.toml, if any of your customers want texts"
        yield Finding(said, where, mend, is_wrong=False)


def _check_model(settings: Settings) -> Iterator[Finding]:
    model, where = settings.model, "the model"
    mend = "set BELFRY_MODEL_KEY, or name a file by model.key_file in belfry.toml"
    if model.provider == "openai" and model.key_file:
        yield from _check_secret(settings.read_model_key, "its key", where, mend)
    if model.provider:
        said = f"{model.model} words messages; what the fence refuses is said plainly"
        mend = "`belfry messages` shows each draft and what was said of it"
        yield Finding(said, where, mend, is_wrong=False)


def _check_secret(read: Callable[[], str], what: str, where: str, mend: str) -> Iterator[Finding]:
    try:
        if not read():
            yield Finding(f"{what} is not there", where, mend)
    except ConfigError as error:
        yield Finding(str(error), where, mend)
