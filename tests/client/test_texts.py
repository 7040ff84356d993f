"""Every code has its sentence, in every language."""

import pytest

from samedeal_client.texts import (
    CLOSES,
    ERRORS,
    LANGUAGES,
    Language,
    close_text,
    error_text,
    language_from_environment,
)
from samedeal_protocol.errors import CloseCode, ErrorCode


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence(language: Language) -> None:
    assert set(ERRORS[language]) == set(ErrorCode)
    assert set(CLOSES[language]) == set(CloseCode)
    for code in ErrorCode:
        assert error_text(code, language).endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_close_code_of_a_newer_server_is_named(language: Language) -> None:
    assert "4999" in close_text(4999, language)


@pytest.mark.parametrize(
    ("value", "language"),
    [("es_ES.UTF-8", "es"), ("C", "en"), ("de_DE.UTF-8", "en"), ("es", "es")],
)
def test_the_language_comes_from_the_locale(
    value: str, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", value)
    assert language_from_environment() == language
