"""What people are told about error and close codes, in English and Spanish.

Codes come over the wire, texts do not: so they can be in the reader's language.
"""

import locale
import os
from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from samedeal_protocol.errors import CloseCode, ErrorCode

Language: TypeAlias = Literal["en", "es"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

ERRORS: Mapping[Language, Mapping[ErrorCode, str]] = {
    "en": {
        ErrorCode.BAD_MESSAGE: "The server could not read what was sent.",
        ErrorCode.UNKNOWN_MESSAGE: "The server is too old for this request.",
        ErrorCode.TOO_LARGE: "That was too long for the server.",
        ErrorCode.TOO_FAST: "Too fast: wait a moment and try again.",
        ErrorCode.BAD_NAME: "A name has up to 20 visible characters; choose another.",
        ErrorCode.BAD_TOKEN: "This server does not know you; it will be told anew.",
        ErrorCode.NAME_TAKEN: "That name, or one like it, is taken; choose another.",
        ErrorCode.NO_MORE_NAMES: "You have claimed as many names as you may.",
        ErrorCode.UNKNOWN_PLAYER: "Nobody here has claimed that name or has that id.",
        ErrorCode.LIST_FULL: "Your list is full; take somebody off it first.",
        ErrorCode.UNKNOWN_GAME: "This server has no such game; see `samedeal games`.",
        ErrorCode.UNKNOWN_WINDOW: "That is no day, week or month of any year.",
        ErrorCode.UNKNOWN_ROOM: "No open room has this code.",
        ErrorCode.UNKNOWN_MATCH: "No record of that match is kept there.",
        ErrorCode.ALREADY_PLAYED: "You have played this deal; one attempt is all.",
        ErrorCode.UNKNOWN_DAY: "There is no daily deal of that day.",
        ErrorCode.PEOPLE_ONLY: "Bots may not do this.",
        ErrorCode.UNKNOWN_EVENT: "There is no such event here.",
        ErrorCode.EVENT_OVER: "This event has closed: no deal can be begun.",
        ErrorCode.EVENT_FULL: "This event has as many players as it can have.",
        ErrorCode.OTHER_ROOM: "You play this event in another room.",
        ErrorCode.ROOM_FULL: "Every seat in this room is taken.",
        ErrorCode.ALREADY_IN_ROOM: "You are in a room already; leave it first.",
        ErrorCode.NOT_IN_ROOM: "You are in no room; host or join one first.",
        ErrorCode.WRONG_PHASE: "Not now: the room is not in the phase for that.",
        ErrorCode.NOT_SEATED: "You take no part in this match.",
        ErrorCode.SEAT_DONE: "Your match is over; wait for the others.",
        ErrorCode.WRONG_MATCH: "Another match is open by now; try again.",
        ErrorCode.BAD_NONCE: "The nonce is not the one that was committed to.",
        ErrorCode.STALE_PLY: "The board had moved on; look again and try again.",
        ErrorCode.COMMAND_GAP: "A command went missing; try again.",
        ErrorCode.BAD_MOVE: "That is no move of this game; ? lists the moves.",
        ErrorCode.ILLEGAL_MOVE: "The rules do not allow that move.",
        ErrorCode.TOO_MANY: "Too many tries from here; wait a little.",
        ErrorCode.DRAINING: "This server is about to stop and opens no rooms.",
        ErrorCode.UNAVAILABLE: "The server cannot reach its store; try again.",
        ErrorCode.INTERNAL: "The server has a bug; nothing was done.",
    },
    "es": {
        ErrorCode.BAD_MESSAGE: "El servidor no pudo leer lo enviado.",
        ErrorCode.UNKNOWN_MESSAGE: "El servidor es demasiado antiguo para eso.",
        ErrorCode.TOO_LARGE: "Eso era demasiado largo para el servidor.",
        ErrorCode.TOO_FAST: "Demasiado rápido: espera un momento y repite.",
        ErrorCode.BAD_NAME: "Un nombre tiene hasta 20 signos visibles; elige otro.",
        ErrorCode.BAD_TOKEN: "Este servidor no te conoce; te presentarás de nuevo.",
        ErrorCode.NAME_TAKEN: "Ese nombre, u otro parecido, ya es de alguien.",
        ErrorCode.NO_MORE_NAMES: "Ya has reservado todos los nombres que puedes.",
        ErrorCode.UNKNOWN_PLAYER: "Nadie ha reservado ese nombre ni tiene ese número.",
        ErrorCode.LIST_FULL: "Tu lista está llena; quita antes a alguien.",
        ErrorCode.UNKNOWN_GAME: "Ese juego no está aquí; mira `samedeal games`.",
        ErrorCode.UNKNOWN_WINDOW: "Ese día, esa semana o ese mes no existe.",
        ErrorCode.UNKNOWN_ROOM: "Ninguna sala abierta tiene ese código.",
        ErrorCode.UNKNOWN_MATCH: "Allí no se guarda ningún acta de esa partida.",
        ErrorCode.ALREADY_PLAYED: "Ya jugaste este reparto; solo hay un intento.",
        ErrorCode.UNKNOWN_DAY: "No hay reparto diario de ese día.",
        ErrorCode.PEOPLE_ONLY: "Los bots no pueden hacer eso.",
        ErrorCode.UNKNOWN_EVENT: "Ese evento no existe aquí.",
        ErrorCode.EVENT_OVER: "El evento ha cerrado: ya no se reparte.",
        ErrorCode.EVENT_FULL: "El evento no admite más jugadores.",
        ErrorCode.OTHER_ROOM: "Juegas este evento en otra sala.",
        ErrorCode.ROOM_FULL: "Todos los asientos de la sala están ocupados.",
        ErrorCode.ALREADY_IN_ROOM: "Ya estás en una sala; déjala primero.",
        ErrorCode.NOT_IN_ROOM: "No estás en ninguna sala; abre una o entra en una.",
        ErrorCode.WRONG_PHASE: "Ahora no: la sala está en otra fase.",
        ErrorCode.NOT_SEATED: "No participas en esta partida.",
        ErrorCode.SEAT_DONE: "Tu partida ha terminado; espera a los demás.",
        ErrorCode.WRONG_MATCH: "Ya hay otra partida abierta; repite.",
        ErrorCode.BAD_NONCE: "El número secreto no es el comprometido.",
        ErrorCode.STALE_PLY: "El tablero había cambiado; míralo y repite.",
        ErrorCode.COMMAND_GAP: "Se perdió una orden; repite.",
        ErrorCode.BAD_MOVE: "Eso no es una jugada de este juego; ? las muestra.",
        ErrorCode.ILLEGAL_MOVE: "Las reglas no permiten esa jugada.",
        ErrorCode.TOO_MANY: "Demasiados intentos desde aquí; espera un poco.",
        ErrorCode.DRAINING: "Este servidor va a parar y no abre salas.",
        ErrorCode.UNAVAILABLE: "El servidor no llega a su almacén; repite.",
        ErrorCode.INTERNAL: "El servidor tiene un fallo; no se hizo nada.",
    },
}

CLOSES: Mapping[Language, Mapping[CloseCode, str]] = {
    "en": {
        CloseCode.GOING_AWAY: "The server is stopping; looking for another one.",
        CloseCode.TOO_SLOW: "The connection could not keep up; coming back.",
        CloseCode.INTERNAL: "The server had a bug; coming back.",
        CloseCode.UNAVAILABLE: "The server lost its store; coming back.",
        CloseCode.SILENT: "The server heard nothing from here; coming back.",
        CloseCode.NO_HELLO: "The server waited in vain for a greeting.",
        CloseCode.BAD_MESSAGE: "The server does not understand this client.",
        CloseCode.TOO_FAST: "The server ended it: too many requests.",
        CloseCode.REPLACED: "You have connected from somewhere else.",
        CloseCode.BAD_TOKEN: "This server does not know you.",
    },
    "es": {
        CloseCode.GOING_AWAY: "El servidor se para; se busca otro.",
        CloseCode.TOO_SLOW: "La conexión no daba abasto; volviendo.",
        CloseCode.INTERNAL: "El servidor tuvo un fallo; volviendo.",
        CloseCode.UNAVAILABLE: "El servidor perdió su almacén; volviendo.",
        CloseCode.SILENT: "El servidor no oía nada de aquí; volviendo.",
        CloseCode.NO_HELLO: "El servidor esperó en vano un saludo.",
        CloseCode.BAD_MESSAGE: "El servidor no entiende a este cliente.",
        CloseCode.TOO_FAST: "El servidor cortó: demasiadas peticiones.",
        CloseCode.REPLACED: "Te has conectado desde otro sitio.",
        CloseCode.BAD_TOKEN: "Este servidor no te conoce.",
    },
}

# Codes of WebSocket itself (RFC 6455, section 7.4.1).
_STANDARD_GOING_AWAY = 1001
_NO_GOODBYE = 1006


def error_text(code: ErrorCode, language: Language) -> str:
    """Return one sentence for a refusal."""
    return ERRORS[language][code]


def close_text(code: int, language: Language) -> str:
    """Return one sentence for a closed connection, whatever its code."""
    if code == _STANDARD_GOING_AWAY:
        code = CloseCode.GOING_AWAY
    try:
        return CLOSES[language][CloseCode(code)]
    except ValueError:
        number = "" if code == _NO_GOODBYE else f" ({code})"
        if language == "es":
            return f"Se cortó la conexión{number}; volviendo."
        return f"The connection was lost{number}; coming back."


def language_from_environment() -> Language:
    """Return the language of LC_ALL, LC_MESSAGES or LANG; English for any other."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            spoken = locale.normalize(value)[:2].lower()
            return "es" if spoken == "es" else "en"
    return "en"
