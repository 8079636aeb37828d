"""A model of one's own with one section: [models.chat], and a key by the name of its variable only (M4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from aver.config import commented_toml, read_settings
from aver.errors import BadConfiguration
from aver.model_settings import ChatSettings
from aver.models.chat import budget_from, chat_from
from aver.testing.chat_server import ChatServer, Says
from aver.values.chat import Budget, ChatRequest, Replied


def home(folder: Path, text: str) -> Path:
    (folder / "aver.toml").write_text(text, encoding="utf-8")
    return folder


def test_the_section_and_its_variables_are_read(tmp_path: Path) -> None:
    text = '[models.chat]\nbase_url = "http://127.0.0.1:1/v1"\nmodel = "small"\n'
    settings = read_settings(home(tmp_path, text), {"AVER_MODELS_CHAT_MODEL": "large", "AVER_MODELS_CHAT_CALLS": "3"})
    assert (settings.models_chat.base_url, settings.models_chat.model) == ("http://127.0.0.1:1/v1", "large")
    assert budget_from(settings.models_chat).calls == 3
    assert "[models.chat]" in commented_toml()


@pytest.mark.parametrize(
    "text",
    [
        "[models.chats]\n",
        "[models]\nchat = 3\n",
        "models = 3\n",
        "[models.chat]\nmodle = 'x'\n",
        "[models.chat]\ncalls = -1\n",
    ],
)
def test_a_mistake_in_the_section_is_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadConfiguration) as caught:
        read_settings(home(tmp_path, text), {})
    assert "models" in caught.value.message


@pytest.mark.parametrize(
    "settings",
    [
        ChatSettings(base_url="http://127.0.0.1:1/v1"),
        ChatSettings(model="m"),
        ChatSettings(base_url="127.0.0.1:1", model="m"),
        ChatSettings(base_url="http://127.0.0.1:1/v1", model="m", api_key_variable="MY_KEY"),
    ],
    ids=["no_model", "no_address", "no_scheme", "no_key"],
)
def test_half_a_setting_is_an_error(settings: ChatSettings) -> None:
    with pytest.raises(BadConfiguration):
        chat_from(settings, {})


def test_without_settings_there_is_no_model_and_budgets_have_one_default() -> None:
    assert chat_from(ChatSettings(), {}) is None
    assert budget_from(ChatSettings()) == Budget()


def test_the_key_comes_from_the_variable_that_is_named_and_from_nowhere_else() -> None:
    pytest.importorskip("openai", reason="the extra aver[chat] is not installed")
    request = ChatRequest(voice="drafter", prompt="p", instructions="i", data=(), schema="{}", max_tokens=64)
    with ChatServer(lambda _: Says("{}")) as loopback:
        named = ChatSettings(base_url=loopback.base_url, model="m", api_key_variable="MY_KEY")
        for settings in (named, ChatSettings(base_url=loopback.base_url, model="m")):
            chat = chat_from(settings, {"MY_KEY": "secret", "OPENAI_API_KEY": "another"})
            assert chat is not None
            assert isinstance(chat.complete(request), Replied)
            assert "secret" not in chat.chat_id
    assert loopback.keys == ["Bearer secret", "Bearer none"]
