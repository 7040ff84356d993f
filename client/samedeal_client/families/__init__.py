"""Families of games, each with all that is its own; nothing else tells them apart."""

from samedeal_client.families.catalogue import family_of
from samedeal_client.families.family import Family

__all__ = ["Family", "family_of"]
