"""Whether the settings of the model are read as an operator means them, or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

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
    "lines, said",
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
    tmp_path: Path, lines: str, said: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        read_model(tmp_path, lines)
    assert said in str(refused.value)


def test_model_key_comes_from_outside_before_its_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("from the file\n")
    lines = f'{LOCAL}key_file = "key"\n'
    assert read_model(tmp_path, lines).read_model_key() == "from the file"
    given = read_model(tmp_path, lines, BELFRY_MODEL_KEY="from outside")
    assert given.read_model_key() == "from outside"
