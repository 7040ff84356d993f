"""How much of everything: numbers that requests keep to.

They stand apart from the messages, so that who only has to name one waits for no more.
"""

NAME_MAX = 20
"""Characters of a display name; fits the client's tables at 80 columns."""

LANGUAGE_MAX = 35
"""Characters of a language's tag; none needs more."""

DETAIL_MAX = 200
"""Characters of why a request was refused."""

MIN_TIME_LIMIT_S = 30
MAX_TIME_LIMIT_S = 3600
MAX_SEATS = 8
MAX_GAMES = 8
"""Of one room."""
MIN_DEALS = 2
MAX_DEALS = 32
"""Of a duplicate evening."""

MAX_HOURS = 14 * 24
MAX_EVENT_DEALS = 32
MAX_EVENT_SEATS = 8

MAX_HOUSE_BOTS = 200
"""That one house offers at once."""

ROOMS_A_PAGE = 200
"""Public rooms that are listed at once."""
MAX_ROOMS_LISTED = 1_000_000
