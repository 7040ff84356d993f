"""Notices: what screens say of a match and of players, which no name says."""

from collections.abc import Sequence

from samedeal_server.people.readings import reads_like

_SUBJECTS = ("You", "We", "They", "Nobody", "Everybody", "Everyone", "Somebody")
_DONE = (
    *("won", "win", "lost", "lose", "left", "resigned", "finished", "played"),
    *("are", "were", "have", "had", "has", "was", "is"),
)
"""What one of those is said to do."""
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
    (("server", "servidor"), ("stops", "stopping", "restarts", "para")),
)
"""What is said of somebody, and the words before it, by language."""
WHOLE = (
    *("Not ready", "Not ready yet", "Aún no", "free seat", "asiento libre"),
    *("Not ready after all", "Aún no estoy", "Open rooms", "Salas abiertas"),
    *("How it is played", "Cómo se juega", "Anybody may sit down"),
    *("No score this time", "Esta vez, sin puntos", "This week", "Esta semana"),
    *("This month", "Este mes", "Around you", "A tu alrededor", "Further up"),
    *("Further down", "Más arriba", "Más abajo", "Say something", "Decir algo"),
    *("Your words", "Tus palabras", "Hear everybody again"),
    *("Volver a oír a todos", "See the board", "Ver la tabla"),
    *("Play now", "Jugar ya", "Bring a bot", "Traer un bot"),
    *("Try again", "Probar otra vez", "Light and dark", "Claro y oscuro"),
    *("En otro aparato", "On another device", "Save my account", "Guardar mi cuenta"),
    *("Take over an account", "Tomar una cuenta", "Change the token"),
    *("Cambiar la llave", "Claim your name", "Reserva tu nombre", "Claim it"),
    *("Name to claim", "Nombre que reservar", "Your name is claimed", "Take off"),
    *("Go on as there", "Seguir como allí", "Stay who I am", "Seguir como soy"),
    *("A link, good once", "Un enlace, vale una vez"),
    *("Move by move", "Jugada a jugada", "Whose board", "A match", "Una partida"),
    *("To the first move", "One move back", "One move on", "To the last move"),
    *("A la primera jugada", "Una jugada atrás", "A la última jugada"),
    *("Una jugada adelante",),
    *("Save the record", "Guardar el registro", "El tablero de quién"),
    *("A player", "Un jugador", "By game", "Por juego", "My matches", "Mis partidas"),
    *("The match before:", "La partida anterior:"),
    *("Older matches", "Partidas anteriores"),
    *("Delete the account", "Borrar la cuenta", "A friend"),
    *("As the system is", "Como el sistema", "Nothing moves", "Sin movimiento"),
    *("Proven", "Demostrada", "Demostrado", "Probada", "Not proven"),
    *("void start", "salida nula", "void starts", "salidas nulas"),
    *("counts for nothing", "no cuenta", "timed out", "sin tiempo"),
    *("A code you were sent", "A race at patience", "Another deal", "Otro reparto"),
    *("Everybody plays it", "Go on", "Go on here", "Seguir aquí", "Seguir jugando"),
    *("Buscando la sala", "Play alone, now", "Jugar a solas, ya", "Play here"),
    *("Jugar aquí", "Play on", "Send the link", "Mandar el enlace", "Send up"),
    *("Sit down, ready", "Sentarse y listo", "¿Lo dejas aquí?", "The same cards"),
    *("Las mismas cartas", "To the first page", "A la primera página", "Take back"),
    *("What was checked", "Qué se comprobó", "With friends", "Con amigos"),
    *("No tienes conexión", "Your name", "Tu nombre", "your board", "tu tablero"),
    *("As most rooms are", "Cuántas partidas", "Has ganado la serie"),
    *("How many matches", "More options", "Más opciones", "No talk"),
    *("Other games in turn", "Quien mira ve", "Sin charla", "Tiempo por partida"),
    *("Time for a match", "Who looks on sees", "for no rating", "ha ganado la serie"),
    *("has won the series", "how far everybody is", "nadie mira"),
    *("nobody looks on",),
    *("Back to your board", "Volver a tu tablero"),
    *("El mismo reparto", "Jugar este reparto", "Play this deal", "Quién lo ha jugado"),
    *("Who has played it",),
    *("Learn and practise", "Aprender y practicar", "Learn it by playing"),
    *("Apréndelo jugando",),
    *("Abierto durante", "Crear el evento", "Crear uno", "Juegos, por turno"),
    *("Make one", "Make the event", "Next deal", "Open for", "Play it"),
    *("Siguiente reparto",),
    *("Go on there", "Seguir allí"),
    *("Mandar el resultado", "Send the result"),
    *("todo arriba", "it fits nowhere", "no cabe", "Trying", "Intentando"),
)
"""What the page says in a few words, each of them all of a name; a test looks there."""
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
    return any(
        reads_like(word, before)
        and any(reads_like(each, said) for each in words[at + 1 : at + 1 + _NEAR])
        for before, said in _STATES
        for at, word in enumerate(words)
        if at > 0
    )
