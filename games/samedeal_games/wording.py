"""Sentences of the rules, in English, and still in their parts.

Whoever speaks another language puts the template into it and fills in the fields.
"""

from collections.abc import Mapping
from typing import Self


class Wording(str):
    """A sentence or a part of one: its English, the template of it, and the fields."""

    __slots__ = ("fields", "template")

    template: str
    """With its fields in braces, as `str.format` takes them."""

    fields: Mapping[str, object]
    """By name; one that is a `Wording` too can be put into words by itself."""

    def __new__(cls, template: str, /, **fields: object) -> Self:
        """Return the English of a template."""
        wording = super().__new__(cls, template.format(**fields))
        wording.template, wording.fields = template, fields
        return wording

    def __reduce__(self) -> tuple[object, ...]:
        """Be copied by its parts: the English may have braces, and is no template."""
        return _put_together, (type(self), self.template, dict(self.fields))


def _put_together(
    kind: type[Wording], template: str, fields: Mapping[str, object]
) -> Wording:
    return kind(template, **fields)
