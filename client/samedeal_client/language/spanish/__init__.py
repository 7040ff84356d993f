"""The client in Spanish: its texts, and the words that can be typed.

The catalogue is loaded when the language is spoken, its typed words always.
"""

from samedeal_client.language.known import Known

LANGUAGE = Known("es", "Español")
