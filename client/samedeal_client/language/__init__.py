"""Languages: the one that the client speaks, and the texts of each."""

from samedeal_client.language.known import Texts, one_or_many
from samedeal_client.language.languages import LANGUAGES
from samedeal_client.language.speech import (
    Catalogue,
    capitalised,
    either,
    language_from_environment,
    later,
    listed,
    speaking,
    spoken,
    tr,
    tr_n,
)
from samedeal_client.reader import Language

__all__ = [
    "LANGUAGES",
    "Catalogue",
    "Language",
    "Texts",
    "capitalised",
    "either",
    "language_from_environment",
    "later",
    "listed",
    "one_or_many",
    "speaking",
    "spoken",
    "tr",
    "tr_n",
]
