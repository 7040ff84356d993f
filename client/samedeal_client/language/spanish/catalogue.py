"""The Spanish catalogue, from the English as it stands in the code: all topics."""

from importlib import import_module
from pkgutil import iter_modules

from samedeal_client.language import Catalogue, Texts, one_or_many
from samedeal_client.language import spanish as language

NO_TOPICS = ("catalogue", "typed")


def _texts_of(topic: str) -> Texts:
    texts: Texts = import_module(f"{language.__name__}.{topic}").TEXTS
    return texts


TOPICS = {
    module.name: _texts_of(module.name)
    for module in iter_modules(language.__path__)
    if module.name not in NO_TOPICS
}

TEXTS: Texts = {
    english: spanish for topic in TOPICS.values() for english, spanish in topic.items()
}

CATALOGUE = Catalogue(TEXTS, one_or_many)
