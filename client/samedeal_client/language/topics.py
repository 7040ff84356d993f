"""The topics of a language: modules in its folder, each with texts of its own."""

from importlib import import_module
from pkgutil import iter_modules

from samedeal_client.language.known import Texts

TYPED = "typed"
"""The module that holds words to be typed instead, and no texts."""


def topics_in(folder: str) -> dict[str, Texts]:
    """Return the texts of each topic of the language in a folder, by its name."""
    package = import_module(f"{__package__}.{folder}")
    return {
        module.name: import_module(f"{package.__name__}.{module.name}").TEXTS
        for module in iter_modules(package.__path__)
        if module.name != TYPED
    }


def texts_in(folder: str) -> Texts:
    """Return all of them."""
    return {
        english: words
        for topic in topics_in(folder).values()
        for english, words in topic.items()
    }
