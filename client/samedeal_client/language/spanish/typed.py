"""Words that can be typed in Spanish, by the English word that each stands for."""

from collections.abc import Mapping

TYPED: Mapping[str, tuple[str, ...]] = {
    # At a table.
    "help": ("ayuda",),
    "board": ("tablero",),
    "ready": ("listo",),
    "unready": ("espera",),
    "finish": ("termina", "terminar"),
    "resign": ("abandona", "abandonar"),
    "hint": ("pista",),
    "pause": ("pausa",),
    "resume": ("sigue", "seguir"),
    "undo": ("deshaz",),
    "leave": ("salir",),
    "analyse": ("analiza", "analizar"),
    "moments": ("momentos",),
    "why": ("porqué", "porque"),
    # To talk, and whom not to hear: no word that a sentence may begin with.
    "say": ("di", "decir"),
    "mute": ("silenciar",),
    "unmute": ("oír", "oir"),
    # At the door of a room.
    "putout": ("echar",),
    "letin": ("admitir",),
    "door": ("puerta",),
    "shut": ("cerrada", "cerrar"),
    "open": ("abierta", "abrir"),
    # Of a match that is seen again.
    "lost": ("perdido",),
    # With a screen reader.
    "time": ("tiempo",),
    "others": ("otros",),
    "column": ("columna",),
    "row": ("fila",),
    "next": ("siguiente",),
    "score": ("puntos",),
    "foundations": ("bases",),
    "stock": ("mazo",),
    "waste": ("descarte",),
    "redeals": ("redistribuciones",),
    # Where something cannot be undone.
    "yes": ("sí", "si"),
}
