"""What an operator says is told in the reader's language, if it was said in it."""

import pytest

from samedeal_client.language import Language, speaking
from samedeal_client.play.sentences.service import ServiceTeller, text_for_reader
from samedeal_client.view.spans import text_of
from samedeal_protocol.updates import Service

EN, ES, FR = "Back at nine.", "Volvemos a las nueve.", "De retour à neuf heures."


@pytest.mark.parametrize(
    ("language", "said", "text"),
    [
        ("en", {"en": EN, "es": ES}, EN),
        ("es", {"en": EN, "es": ES}, ES),
        ("es", {"en": EN, "es-MX": ES}, ES),
        ("es", {"fr": FR, "en": EN}, EN),
        ("es", {"fr": FR}, FR),
        ("en", {"es": ES}, ES),
        ("en", {"en": "", "es": ES}, ES),
        ("en", {}, ""),
    ],
)
def test_a_reader_gets_their_own_language_else_english_else_any(
    language: Language, said: dict[str, str], text: str
) -> None:
    with speaking(language):
        assert text_for_reader(said) == text


def test_it_is_told_once() -> None:
    teller = ServiceTeller()
    service = Service(state="ok").model_copy(update={"fr": FR})
    assert text_of(teller.tell(service)) == f" From whoever runs this server: {FR}"
    assert teller.tell(service) == ()
