"""Whether the settings of text messages are read as an operator means them, or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from belfry.kernel.errors import ConfigError
from belfry.settings import Settings, read_settings

GATEWAY = 'provider = "gateway"\nfrom = "+447700900123"\naccount = "AC1"\n'


def read_sms(folder: Path, lines: str, **environment: str) -> Settings:
    (folder / "belfry.toml").write_text(f"[sms]\n{lines}", encoding="utf-8")
    return read_settings(folder, environment)


def test_sms_has_no_provider_unless_one_is_named(tmp_path: Path) -> None:
    assert read_sms(tmp_path, "").sms.provider == ""


@pytest.mark.parametrize("sender", ["+447700900123", "RepairBench", "Bench 24"])
def test_sms_comes_from_a_number_or_a_name(tmp_path: Path, sender: str) -> None:
    lines = f'provider = "sns"\nregion = "eu-west-2"\nfrom = "{sender}"\n'
    assert read_sms(tmp_path, lines).sms.from_ == sender


@pytest.mark.parametrize(
    "lines, said",
    [
        pytest.param('provider = "pigeon"\n', "sms.provider: ", id="another provider"),
        pytest.param('provider = "gateway"\n', "sms: from is missing", id="no sender"),
        pytest.param(
            'provider = "gateway"\nfrom = "+447700900123"\n',
            "sms: account is missing",
            id="no account",
        ),
        pytest.param('provider = "sns"\n', "sms: region is missing", id="no region"),
        pytest.param('from = "07700 900123"\n', "sms: from: expected a number as", id="no +"),
        pytest.param('from = "The Repair Bench"\n', "sms: from: expected", id="a long name"),
        pytest.param('from = "12345"\n', "sms: from: expected", id="a name of digits"),
        pytest.param(
            'from = "Bench"\ntwo_way = true\n',
            "sms: two_way: nobody can reply to a name",
            id="replies to a name",
        ),
        pytest.param("two_way = true\n", "sms: two_way: nobody can", id="replies to nobody"),
        pytest.param('url = "sms.example.com"\n', "sms: url: ", id="no web address"),
        pytest.param('token = "x"\n', "sms.token does not belong here", id="the secret itself"),
        pytest.param('form = "x"\n', "sms.form is not a setting; did you mean from", id="a slip"),
    ],
)
def test_sms_setting_that_cannot_be_meant_is_refused(tmp_path: Path, lines: str, said: str) -> None:
    with pytest.raises(ConfigError) as refused:
        read_sms(tmp_path, lines)
    assert said in str(refused.value)


def test_sms_token_comes_from_outside_before_its_file(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("from the file\n")
    lines = f'{GATEWAY}token_file = "token"\n'
    assert read_sms(tmp_path, lines).read_sms_token() == "from the file"
    given = read_sms(tmp_path, lines, BELFRY_SMS_TOKEN="from outside")
    assert given.read_sms_token() == "from outside"


def test_sms_token_is_never_shown(tmp_path: Path) -> None:
    settings = read_sms(tmp_path, GATEWAY, BELFRY_SMS_TOKEN="from outside")
    assert "from outside" not in repr(settings)
