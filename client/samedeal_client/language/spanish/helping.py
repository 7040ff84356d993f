"""The help of the full screen."""

from samedeal_client.language import Texts

TEXTS: Texts = {
    "  a column by its key, then where it goes: 3 5; twice the same: up": "  una columna por su tecla, luego adónde va: 3 5; dos veces la misma: sube",
    "  f         the foundation, as in 3 f; a: everything up that goes": "  f         la base, como en 3 f; a: sube todo lo que va",
    "  f, k      the foundations from the ace and from the king; a: all up that goes": "  f, k      las bases desde el as y desde el rey; a: sube todo lo que va",
    "  d, w      turn a card of the stock; the waste, as in w 5": "  d, w      vuelve una carta del mazo; el descarte, como en w 5",
    "  d         deal a row from the stock": "  d         reparte una fila del mazo",
    "  r r       gather the columns, and deal again; asked twice": "  r r       recoge las columnas y reparte de nuevo; se pregunta antes",
    "  up, down  more or fewer cards of the run in hand": "  arriba, abajo  más o menos cartas de la escalera que llevas",
    "  mouse     press where a card lies, and where it goes; or drag": "  ratón     pulsa donde está la carta y adonde va; o arrastra",
    "  letter and number, as in {cell}: lay the card there": "  letra y número, como en {cell}: pon ahí la carta",
    "  arrows    choose a cell; Enter or space lays the card there": "  flechas   elige una casilla; Intro o espacio pone ahí la carta",
    "  mouse     press the cell where the card goes": "  ratón     pulsa la casilla adonde va la carta",
    "  u         take a move back": "  u         deshace una jugada",
    "  {key}         a hint; once more does it": "  {key}         una pista; otra vez la hace",
    "            the keys on the last line of the screen can be pressed, too": "            las teclas de la última línea también se pueden pulsar",
    "  Esc       put back what is in hand": "  Esc       suelta lo que tienes en la mano",
    "  Esc       put back what is in hand; what waits for the connection, too": "  Esc       suelta lo que tienes en la mano, y lo que espera a la conexión",
    "  :         type notation, analyse (what was possible), or leave": "  :         escribe notación, analiza (qué era posible) o salir",
    "  :         type notation or a command: finish, resign, leave": "  :         escribe notación o una orden: termina, abandona, salir",
    "  a check mark or * after a name: claimed, nobody else can use it": "  una marca o * tras un nombre: reservado, nadie más puede llevarlo",
    "each row and column counts as a poker hand: {hands}": "cada fila y cada columna cuenta como mano de póquer: {hands}",
    "Each row and column counts as a poker hand; ? tells their points.": "Cada fila y cada columna cuenta como mano de póquer; ? dice cuánto vale cada una.",
    "  ctrl+x    leave; ? this help": "  ctrl+x    irse; ? esta ayuda",
    "  ctrl+x    leave, ctrl+c hang up and keep the seat, ? this help": "  ctrl+x    irse, ctrl+c colgar y guardar el asiento, ? esta ayuda",
}
