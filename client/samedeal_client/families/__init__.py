"""What each family of games brings; the one place that tells families apart."""

from samedeal_client.families.catalogue import family_of
from samedeal_client.families.family import Family

__all__ = ["Family", "family_of"]
