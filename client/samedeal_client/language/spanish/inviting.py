"""Invitations: lines that bring a friend into a room, and what is wrong with one."""

from samedeal_client.language import Texts

TEXTS: Texts = {
    "Your turn: {command}": "Te toca: {command}",
    "your seat waits: {command}": "tu asiento espera: {command}",
    "Your seat waits in {room}: Enter": "Tu asiento espera en {room}: Intro",
    "--serve runs a server here, --server names another: say only one": "--serve arranca un servidor aquí, --server nombra otro: di solo uno",
    "{names} is still racing here: your leaving ends it.": (
        "{names} juega todavía aquí: si te vas, se acaba.",
        "{names} juegan todavía aquí: si te vas, se les acaba.",
    ),
    "{names} is still racing at your server: your leaving ends it.": (
        "{names} juega todavía en tu servidor: si te vas, se acaba.",
        "{names} juegan todavía en tu servidor: si te vas, se les acaba.",
    ),
    " Your server has stopped, and all clocks with it; join starts it again.": " Tu servidor se ha parado, y todos los relojes; join lo arranca otra vez.",
    "Type leave again to go; Ctrl-C keeps your seat.": "Escribe salir otra vez para irte; Ctrl-C guarda el asiento.",
    "Leave now and come last?": "¿Salir ahora y quedar último?",
    "Press Ctrl-D again to go; Ctrl-C keeps your seat.": "Pulsa Ctrl-D otra vez para irte; Ctrl-C guarda el asiento.",
    "Resign and come last? Type resign again.": "¿Abandonar y quedar último? Escribe abandonar otra vez.",
    "start one with: samedeal host --serve": "arranca uno con: samedeal host --serve",
    "no room on this machine has this code; {hint}": "ninguna sala de esta máquina tiene este código; {hint}",
    "ask your friend for the whole line, CODE@HOST:PORT": "pide la línea entera, CÓDIGO@EQUIPO:PUERTO",
    "{text!r} names no room; write CODE@HOST:PORT": "{text!r} no nombra sala; escribe CÓDIGO@EQUIPO:PUERTO",
    "{text!r} is not a room's code, nor CODE@HOST:PORT": "{text!r} no es un código de sala ni CÓDIGO@EQUIPO:PUERTO",
    "{text!r} is no address; write CODE@HOST:PORT": "{text!r} no es dirección; escribe CÓDIGO@EQUIPO:PUERTO",
    " Others join with:  {command}": " Otros entran con:  {command}",
    " or:  {command}": " o bien:  {command}",
    " or, in a browser:  {link}": " o, en un navegador:  {link}",
    " Others at this machine join with:  {command}": " Otros en esta máquina entran con:  {command}",
    " No address is known for other machines; samedeal host --serve has one.": " No se sabe dirección para otras máquinas; samedeal host --serve la tiene.",
    "y copy line": "y copiar línea",
    "Copied, if this terminal lets programs do so: {command}": "Copiado, si este terminal lo permite: {command}",
    "It is on the list of rooms: whoever has claimed a name may join.": "Está en la lista de salas: puede entrar quien tenga un nombre reservado.",
    "It is on the list of rooms: anybody may join.": "Está en la lista de salas: puede entrar cualquiera.",
    "It is not listed: whoever has its code may join.": "No está en ninguna lista: entra quien tenga el código.",
    "Starting a server for you and your friends...": "Arrancando un servidor para ti y tus amigos...",
    " The server runs on this machine until you leave.": " El servidor está en esta máquina hasta que te vayas.",
    " Your server has stopped; its rooms wait for the next samedeal host --serve.": " Tu servidor ha terminado; sus salas esperan al próximo samedeal host --serve.",
    "a server of yours is already running, for this machine only; stop it first": "ya hay un servidor tuyo en marcha, solo para esta máquina; termínalo antes",
}
