"""Notices: what screens say of a match and of players, which no name says."""

from collections.abc import Sequence

from samedeal_server.people.naming.readings import reads_like
from samedeal_server.people.naming.short_texts import SHORT_TEXTS

_SUBJECTS = ("You", "We", "They", "Nobody", "Everybody", "Everyone", "Somebody")
_DONE = (
    *("won", "win", "lost", "lose", "left", "resigned", "finished", "played"),
    *("are", "were", "have", "had", "has", "was", "is"),
)
"""Verbs for the deeds of one of those."""
_ENDS = (
    *("proven", "resigned", "wins", "disconnected", "reconnected", "finished"),
    *("probada", "demostrada", "abandono", "gano"),
)
"""Words that end notices, without accents; not `Left`, `Lost` or `Won`: names do."""
_STATES = (
    (
        ("is", "are", "was", "were", "has", "have", "had"),
        (
            *("ready", "gone", "back", "here", "left", "lost", "won", "resigned"),
            *("finished", "proven", "host", "away", "void", "over", "bot", "stopping"),
            *("closed", "kept"),
        ),
    ),
    (
        ("esta", "ha", "han", "has"),
        (
            *("lista", "listo", "aqui", "vuelto", "ido", "perdido", "ganado"),
            *("abandonado", "terminado", "cerrada", "guardado", "demostrada"),
        ),
    ),
    (("se",), ("guarda", "guardan")),
)
"""Words about somebody, and the words before them, by language."""
_SERVICE = (
    ("server", "servidor", "service", "servicio"),
    ("stops", "stopping", "restarts", "failed", "para", "falla"),
)
"""Words about what runs the matches, whoever stands before them."""
WHOLE = (
    *SHORT_TEXTS,
    *("Not ready", "Not ready yet", "Aún no", "Play now", "Jugar ya"),
    *("Proven", "Demostrada", "Demostrado", "Probada", "Not proven"),
    *("void start", "salida nula", "void starts", "salidas nulas"),
    *("Everybody plays it", "Buscando la sala", "no cabe", "Trying", "Intentando"),
    "Un enlace, vale una vez",
)
"""Our clients' short texts, each of which all of a name may be."""
_NEAR = 3
"""Words, as in `is no longer ready`."""


def is_notice(words: Sequence[str]) -> bool:
    """Tell whether words say what happened, whether or not a stop ends them."""
    if len(words) < 2:
        return False
    if reads_like(words[-1], _ENDS):
        return True
    if reads_like(words[0], _SUBJECTS) and reads_like(words[1], _DONE):
        return True
    return _says(words, *_SERVICE) or any(
        _says(words[1:], before, said) for before, said in _STATES
    )


def _says(words: Sequence[str], before: Sequence[str], said: Sequence[str]) -> bool:
    """Tell whether one of some words stands a little behind one of others."""
    return any(
        reads_like(word, before)
        and any(reads_like(each, said) for each in words[at + 1 : at + 1 + _NEAR])
        for at, word in enumerate(words)
    )
