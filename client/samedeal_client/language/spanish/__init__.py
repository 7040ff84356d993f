"""The client in Spanish: one catalogue, a module for each topic.

From the English as it stands in the code; see `samedeal_client.language`.
"""

from importlib import import_module
from pkgutil import iter_modules

from samedeal_client.language import Texts


def _texts_of(topic: str) -> Texts:
    texts: Texts = import_module(f"{__name__}.{topic}").TEXTS
    return texts


TOPICS = {module.name: _texts_of(module.name) for module in iter_modules(__path__)}

TEXTS: Texts = {
    english: spanish for topic in TOPICS.values() for english, spanish in topic.items()
}
