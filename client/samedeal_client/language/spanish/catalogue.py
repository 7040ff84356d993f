"""The Spanish catalogue, from the English as it stands in the code."""

from samedeal_client.language import Catalogue, one_or_many
from samedeal_client.language.topics import texts_in

CATALOGUE = Catalogue(texts_in("spanish"), one_or_many)
