"""A short name for exactly these rules, for records to carry."""

import hashlib
from collections.abc import Mapping


def rules_hash(tag: str, fields: Mapping[str, str]) -> str:
    """Return 16 hex digits over a ruleset's fields.

    The tag names the engine and is counted up when the engine's own behaviour
    changes; titles and summaries are no part of the rules and stay out.
    """
    lines = [tag, *(f"{name}={fields[name]}" for name in sorted(fields))]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
