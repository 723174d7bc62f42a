"""Mail, SMS and model settings: what is accepted, and how the rest is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.loops import for_each

from belfry.kernel.errors import ConfigError
from belfry.settings import Settings, read_settings

LOCAL = 'provider = "openai"\nurl = "http://127.0.0.1:11434/v1"\nname = "small"\n'


def read_model(folder: Path, lines: str, **environment: str) -> Settings:
    (folder / "belfry.toml").write_text(f"[model]\n{lines}", encoding="utf-8")
    return read_settings(folder, environment)


def test_model_is_none_unless_one_is_named(tmp_path: Path) -> None:
    assert read_model(tmp_path, "").model.provider == ""


def test_model_of_bedrock_is_haiku_unless_another_is_named(tmp_path: Path) -> None:
    lines = 'provider = "bedrock"\nregion = "eu-west-2"\n'
    haiku = "global.anthropic.claude-haiku-4-5-20251001-v1:0"
    assert read_model(tmp_path, lines).model.model == haiku
    assert read_model(tmp_path, f'{lines}name = "other"\n').model.model == "other"


@pytest.mark.parametrize(
    "lines, message",
    [
        pytest.param('provider = "oracle"\n', "model.provider: ", id="another provider"),
        pytest.param('provider = "bedrock"\n', "model: region is missing", id="no region"),
        pytest.param(
            'provider = "openai"\nname = "small"\n', "model: url is missing", id="no address"
        ),
        pytest.param(
            'provider = "openai"\nurl = "http://127.0.0.1:1/v1"\n',
            "model: name is missing",
            id="no name",
        ),
        pytest.param('url = "localhost"\n', "model: url: ", id="no web address"),
        pytest.param("within_seconds = 0\n", "model.within_seconds: ", id="no time"),
        pytest.param('key = "x"\n', "model.key does not belong here", id="the secret itself"),
    ],
)
def test_model_setting_that_cannot_be_meant_is_refused(
    tmp_path: Path, lines: str, message: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        read_model(tmp_path, lines)
    assert message in str(refused.value)


def test_section_that_is_there_twice_is_named_with_its_line(tmp_path: Path) -> None:
    sections = {
        "slack": "[slack]\n# enabled = true\n[slack]\nenabled = true\n",
        "google.tabs": "[google]\ntabs.board = 'Jobs'\n[google.tabs]\nweek = 'Rota'\n",
    }
    for name, text in sections.items():
        (tmp_path / "belfry.toml").write_text(text)
        problem = re.escape(f"line 3: [{name}] is there twice: write its settings below the first")
        with pytest.raises(ConfigError, match=problem):
            read_settings(tmp_path, {})


def test_default_queue_is_always_there(tmp_path: Path) -> None:
    (tmp_path / "belfry.toml").write_text("[queues]\nslow = 2\n", encoding="utf-8")
    assert Settings().queues == {"default": 4}
    assert read_settings(tmp_path, {}).queues == {"default": 4, "slow": 2}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("slow = 0", "slow: expected a whole number from 1 to 64"),
        ("slow = 65", "slow: expected a whole number from 1 to 64"),
        ('slow = "many"', "queues.slow: "),
        ("belfry = 2", "'belfry' cannot be a queue's name"),
        ('"Too Slow" = 2', "'Too Slow' cannot be a queue's name: expected up to 32 of a-z"),
    ],
)
def test_queue_that_cannot_be_meant_is_refused(tmp_path: Path, line: str, message: str) -> None:
    (tmp_path / "belfry.toml").write_text(f"[queues]\n{line}\n", encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        read_settings(tmp_path, {})
    assert message in str(refused.value)


def test_model_key_comes_from_outside_before_its_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("from the file\n")
    lines = f'{LOCAL}key_file = "key"\n'
    assert read_model(tmp_path, lines).read_model_key() == "from the file"
    settings = read_model(tmp_path, lines, BELFRY_MODEL_KEY="from outside")
    assert settings.read_model_key() == "from outside"


WHOLE = 'host = "mail.example.com"\nfrom = "shop@example.com"\n'


def read_mail(folder: Path, lines: str, **environment: str) -> Settings:
    (folder / "belfry.toml").write_text(f"[mail]\n{lines}", encoding="utf-8")
    return read_settings(folder, environment)


def test_mail_stays_in_the_postbox_unless_a_server_is_named(tmp_path: Path) -> None:
    assert read_mail(tmp_path, "").mail.host == ""


@pytest.mark.parametrize(
    "lines, door",
    [
        ("", 587),
        ('security = "starttls"\n', 587),
        ('security = "tls"\n', 465),
        ('security = "none"\n', 25),
        ('security = "tls"\nport = 2465\n', 2465),
    ],
)
def test_mail_goes_to_the_port_that_fits_its_security(
    tmp_path: Path, lines: str, door: int
) -> None:
    assert read_mail(tmp_path, WHOLE + lines).mail.door == door


@pytest.mark.parametrize(
    "host, read",
    [
        ("Mail.Example.com", "mail.example.com"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::1"),
    ],
)
def test_mail_server_is_a_name_or_an_address(tmp_path: Path, host: str, read: str) -> None:
    settings = read_mail(tmp_path, f'host = "{host}"\nfrom = "shop@example.com"\n')
    assert settings.mail.host == read


def test_sender_is_written_in_ascii(tmp_path: Path) -> None:
    settings = read_mail(tmp_path, 'from = "Shop@Bücher.example"\n')
    assert settings.mail.from_ == "Shop@xn--bcher-kva.example"


@pytest.mark.parametrize(
    "lines, message",
    [
        pytest.param('host = "mail.example.com"\n', "mail: from is missing", id="no sender"),
        pytest.param('from = "shop"\n', "mail.from: an e-mail address looks", id="no address"),
        pytest.param(
            'from = "café@example.com"\n', "mail.from: mail can only go", id="an accent before @"
        ),
        pytest.param('host = "https://mail"\n', "mail.host: expected a machine's", id="a URL"),
        pytest.param('security = "ssl"\n', "mail.security: ", id="another security"),
        pytest.param("port = 0\n", "mail.port: ", id="no port"),
        pytest.param("within_seconds = 0.5\n", "mail.within_seconds: ", id="no time"),
        pytest.param(
            WHOLE + 'security = "none"\nuser = "shop"\n',
            "a password never goes over an open line",
            id="a login in the open",
        ),
        pytest.param('pasword_file = "x"\n', "did you mean password_file?", id="a slip"),
        pytest.param('form = "x"\n', "did you mean from?", id="another slip"),
        pytest.param('from_ = "a@b.example"\n', "did you mean from?", id="a name of our own"),
        pytest.param(
            'password = "secret"\n', "it is BELFRY_MAIL_PASSWORD, or a file", id="the password"
        ),
    ],
)
def test_mail_setting_that_cannot_be_meant_is_refused(
    tmp_path: Path, lines: str, message: str
) -> None:
    with pytest.raises(ConfigError) as refusal:
        read_mail(tmp_path, lines)
    assert message in str(refusal.value)
    assert "secret" not in str(refusal.value)


def test_password_comes_from_the_environment_first(tmp_path: Path) -> None:
    (tmp_path / "mail-password").write_text("from the file\n")
    settings = read_mail(
        tmp_path, 'password_file = "mail-password"\n', BELFRY_MAIL_PASSWORD="from outside"
    )
    assert settings.read_mail_password() == "from outside"
    assert "from outside" not in repr(settings)
    assert "from outside" not in settings.model_dump_json()


@pytest.mark.parametrize("written", ["pä ss\n", "pä ss\r\n", "pä ss"])
def test_password_comes_from_the_file_without_its_line_end(tmp_path: Path, written: str) -> None:
    (tmp_path / "mail-password").write_bytes(written.encode())
    settings = read_mail(tmp_path, 'password_file = "mail-password"\n')
    assert settings.read_mail_password() == "pä ss"


def test_password_file_is_only_missed_where_it_is_needed(tmp_path: Path) -> None:
    settings = read_mail(tmp_path, 'password_file = "mail-password"\n')
    with pytest.raises(ConfigError, match="mail.password_file: .* cannot be read"):
        settings.read_mail_password()


def test_mail_without_a_password_has_an_empty_one(tmp_path: Path) -> None:
    assert read_mail(tmp_path, "").read_mail_password() == ""


def test_password_is_no_setting_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "belfry.toml").write_text('mail_password = "x"\n')
    with pytest.raises(ConfigError, match="mail_password is not a setting"):
        read_settings(tmp_path, {})


NEEDED = 'region = "eu-west-2"\ntarget_arn = "arn:runner"\nrole_arn = "arn:role"\n'


def read_eventbridge(folder: Path, lines: str, **environment: str) -> Settings:
    (folder / "belfry.toml").write_text(f"[eventbridge]\n{lines}")
    return read_settings(folder, environment)


def test_eventbridge_is_not_used_until_an_environment_is_named(tmp_path: Path) -> None:
    assert read_eventbridge(tmp_path, "").eventbridge.environment == ""


def test_eventbridge_can_be_set_by_the_environment_alone(tmp_path: Path) -> None:
    eventbridge = read_eventbridge(
        tmp_path,
        'group = "mine"\nregion = "us-east-1"\n',
        BELFRY_EVENTBRIDGE_ENVIRONMENT="prod",
        BELFRY_EVENTBRIDGE_REGION="eu-west-2",
        BELFRY_EVENTBRIDGE_TARGET_ARN="arn:runner",
        BELFRY_EVENTBRIDGE_ROLE_ARN="arn:role",
    ).eventbridge

    assert (eventbridge.environment, eventbridge.region, eventbridge.group) == (
        "prod",
        "eu-west-2",
        "mine",
    )
    assert (eventbridge.target_arn, eventbridge.role_arn) == ("arn:runner", "arn:role")


@pytest.mark.parametrize(
    "lines, message",
    [
        pytest.param(
            f'environment = "Prod"\n{NEEDED}', "allowed: 1-32 of a-z and 0-9", id="a capital"
        ),
        pytest.param(f'environment = "a-b"\n{NEEDED}', "allowed: 1-32 of a-z and 0-9", id="a dash"),
        pytest.param('environment = "prod"\n', "region is missing", id="nothing else"),
        pytest.param(
            'environment = "prod"\nregion = "x"\ntarget_arn = "y"\n',
            "role_arn is missing",
            id="no role",
        ),
        pytest.param('enviroment = "prod"\n', "did you mean environment?", id="a misspelt word"),
    ],
)
def test_eventbridge_set_by_halves_is_refused(tmp_path: Path, lines: str, message: str) -> None:
    with pytest.raises(ConfigError, match=f"eventbridge.*{re.escape(message)}"):
        read_eventbridge(tmp_path, lines)


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
    "lines, message",
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
def test_sms_setting_that_cannot_be_meant_is_refused(
    tmp_path: Path, lines: str, message: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        read_sms(tmp_path, lines)
    assert message in str(refused.value)


def test_sms_token_comes_from_outside_before_its_file(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("from the file\n")
    lines = f'{GATEWAY}token_file = "token"\n'
    assert read_sms(tmp_path, lines).read_sms_token() == "from the file"
    settings = read_sms(tmp_path, lines, BELFRY_SMS_TOKEN="from outside")
    assert settings.read_sms_token() == "from outside"


def test_slack_token_comes_from_outside_before_its_file_and_is_never_shown(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("from the file\n")
    (tmp_path / "belfry.toml").write_text('[slack]\nenabled = true\ntoken_file = "token"\n')
    assert read_settings(tmp_path, {}).read_slack_token() == "from the file"
    settings = read_settings(tmp_path, {"BELFRY_SLACK_TOKEN": "from outside"})
    assert settings.read_slack_token() == "from outside"
    assert "from outside" not in repr(settings)


@for_each(
    "line, message",
    [
        ('token = "x"', "BELFRY_SLACK_TOKEN, or a file named by slack.token_file"),
        ('url = "slack.com"', "slack.url: a URL starts with"),
        ("on = true", "slack.on is not a setting"),
    ],
)
def test_bad_slack_section_is_refused(tmp_path: Path, line: str, message: str) -> None:
    (tmp_path / "belfry.toml").write_text(f"[slack]\n{line}\n")
    with pytest.raises(ConfigError) as refused:
        read_settings(tmp_path, {})
    assert message in str(refused.value)


def test_sms_token_is_never_shown(tmp_path: Path) -> None:
    settings = read_sms(tmp_path, GATEWAY, BELFRY_SMS_TOKEN="from outside")
    assert "from outside" not in repr(settings)


SHEET = 'spreadsheet = "1AbC"\ntables = ["board"]\n'


def test_google_key_comes_from_outside_before_its_file(tmp_path: Path) -> None:
    (tmp_path / "google.json").write_text("from the file\n")
    toml = f'[google]\n{SHEET}credentials_file = "google.json"\n'
    (tmp_path / "belfry.toml").write_text(toml)
    assert read_settings(tmp_path, {}).read_google_credentials() == "from the file"
    settings = read_settings(tmp_path, {"BELFRY_GOOGLE_CREDENTIALS": "from outside"})
    assert settings.read_google_credentials() == "from outside"
    assert "outside" not in repr(settings)


@pytest.mark.parametrize(
    "lines, message",
    [
        ('spreadsheet = "1AbC"', "google: tables is missing"),
        ('tables = ["board"]', "google: spreadsheet is missing"),
        (f'{SHEET}photos = "https://drive.google.com/x"', "google.photos: expected the id"),
        ('spreadsheet = "1AbC"\ntables = ["boards"]', "google.tables.0: "),
        (f'{SHEET}[google.tabs]\nweek = "week"', "google.tabs: week: expected a name with {date}"),
        (f'{SHEET}[google.tabs]\nstaff = "Board"', "google.tabs: two tables have the same tab"),
        (f'{SHEET}[google.tabs]\nbaord = "x"', "google.tabs.baord is not a setting; did you mean"),
        ('credentials = "{}"', "BELFRY_GOOGLE_CREDENTIALS, or a file named by google."),
    ],
)
def test_bad_google_section_is_refused(tmp_path: Path, lines: str, message: str) -> None:
    (tmp_path / "belfry.toml").write_text(f"[google]\n{lines}\n")
    with pytest.raises(ConfigError, match=re.escape(message)):
        read_settings(tmp_path, {})
