"""Taking moves back."""

from samedeal_client.language import Texts

TEXTS: Texts = {
    "moves were taken back, where that is not allowed": "se deshicieron jugadas, y no se podía",
    "the game is over: moves can no longer be taken back": "el juego ha terminado: ya no se deshace nada",
    "nothing can be taken back: a card that has been shown stays shown": "no se puede deshacer nada: una carta vista sigue vista",
    "Moves cannot be taken back here.": "Aquí las jugadas no se deshacen.",
    "Nothing is left to take back; a card that was shown stays so.": "No queda nada que deshacer; una carta vista sigue vista.",
    "Moves that showed no card can be taken back: type u. Nothing counts here.": "Se deshace con u lo que no mostró cartas. Aquí nada cuenta.",
    "{game}, undo": "{game}, atrás",
    "take back": "deshacer",
    "moves that turned up no card may be taken back; nothing counts": "se pueden deshacer jugadas que no mostraron carta; nada cuenta",
    " undo (or u)      take the last move back, where the room allows it": " deshaz (o u)     deshacer la última jugada, donde la sala lo permite",
    " board, undo, finish: see the board again, take a move back, stop here": " tablero, deshaz, termina: ver el tablero, deshacer una jugada, parar",
}
