"""The client in Spanish: one catalogue, a module for each topic.

From the English as it stands in the code; see `samedeal_client.language`.
"""

from samedeal_client.language import Texts
from samedeal_client.spanish import (
    fullscreen_lobby,
    fullscreen_table,
    games,
    manual,
    refusals,
    rules,
)

TOPICS = (
    fullscreen_lobby,
    fullscreen_table,
    games,
    manual,
    refusals,
    rules,
)

TEXTS: Texts = {
    english: spanish for topic in TOPICS for english, spanish in topic.TEXTS.items()
}
