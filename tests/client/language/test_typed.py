"""What is typed means the same in every language."""

from pathlib import Path

import pytest

from samedeal_client.language import LANGUAGES, languages
from samedeal_client.language.typed import TYPED, words_for
from samedeal_client.play.orders import read_order

ORDERS = ("help", "board", "ready", "unready", "finish", "resign", "hint", "leave")


def test_every_folder_of_texts_is_a_language_that_may_be_chosen() -> None:
    packages = Path(languages.__file__).parent.glob("*/__init__.py")
    assert {each.parent.name for each in packages} == {*languages.FOLDERS.values()}
    assert ("en", *languages.FOLDERS) == LANGUAGES


def test_every_language_but_english_has_words_to_type() -> None:
    assert {"en", *TYPED} == set(LANGUAGES)


@pytest.mark.parametrize("language", TYPED)
def test_no_word_of_a_language_means_two_things(language: str) -> None:
    words = [word for words in TYPED[language].values() for word in words]
    assert len(words) == len(set(words))
    assert not set(words) & set(TYPED[language])


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_is_read_in_every_language(order: str) -> None:
    assert len(words_for(order)) > 1
    assert {read_order(word) for word in words_for(order)} == {read_order(order)}
