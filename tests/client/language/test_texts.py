"""Every code has its sentence."""

import pytest

from samedeal_client.language import LANGUAGES, Language, speaking
from samedeal_client.language.texts import CLOSES, ERRORS, close_text, error_text
from samedeal_protocol.errors import CloseCode, ErrorCode


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence(language: Language) -> None:
    assert set(ERRORS) == set(ErrorCode)
    assert set(CLOSES) == set(CloseCode)
    with speaking(language):
        assert all(error_text(code).endswith(".") for code in ErrorCode)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_close_code_of_a_newer_server_is_named(language: Language) -> None:
    with speaking(language):
        assert "4999" in close_text(4999)
