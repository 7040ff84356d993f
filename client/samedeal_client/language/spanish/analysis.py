"""Certified deals, and what a match had in it."""

from samedeal_client.language import Texts

TEXTS: Texts = {
    # What a match had in it.
    "This deal could be won.": "Este reparto se podía ganar.",
    "This deal could not be won: everything was tried.": "Este reparto no se podía ganar: se probó todo.",
    "Whether this deal could be won was not found out in that time.": "En ese tiempo no se averiguó si el reparto se podía ganar.",
    "The shortest way found is {count} move:": (
        "El camino más corto hallado es de {count} jugada:",
        "El camino más corto hallado es de {count} jugadas:",
    ),
    "An expert, who sees no more than a player, makes {score} of them.": "Un experto, que ve lo mismo que un jugador, saca {score}.",
    "{below} below the best, {more} above the expert": "{below} bajo lo mejor, {more} sobre el experto",
    "{below} below the best, {less} below the expert": "{below} bajo lo mejor, {less} bajo el experto",
    "{below} below the best, as much as the expert": "{below} bajo lo mejor, igual que el experto",
    "won in {moves}, as few as were found": "ganó en {moves}, las menos que se hallaron",
    "won in {moves}, {more} more than the shortest way found": "ganó en {moves}, {more} más que el camino más corto hallado",
    "{score} in {moves}": "{score} en {moves}",
    "lost from the start: it could not be won": "perdido desde el principio: no se podía ganar",
    "lost by move {number}, {move}": "perdido con la jugada {number}, {move}",
    "could still be won at the end": "al final aún se podía ganar",
    "not found out in that time whether it was lost": "en ese tiempo no se averiguó si estaba perdido",
    "lost by move {last} or before; where, was not found out": "perdido con la jugada {last} o antes; no se averiguó dónde",
    "lost somewhere from move {first} to move {last}": "perdido entre la jugada {first} y la {last}",
    # Certified deals.
    "deal only patience that is known to be winnable": "reparte solo solitarios que se sabe que pueden ganarse",
    "Only deals of patience can be certified; leave --certified out.": "Solo los repartos de solitarios se certifican; quita --certified.",
    "choice": "elección",
    "sure to be winnable": "ganable seguro",
    "{series}, winnable": "{series}, ganable",
    "Certified deals: each can be won.": "Repartos certificados: todos se pueden ganar.",
    "A certified deal: it can be won.": "Un reparto certificado: se puede ganar.",
    "Candidate {counter} of the seed was dealt.": "Se repartió el candidato {counter} de la semilla.",
    "Certified: a win is known. Candidate {counter} of the seed.": "Certificado: se sabe ganar. Candidato {counter} de la semilla.",
    "Not certified: no win was found for any of {count} candidates.": "Sin certificar: ninguno de los {count} candidatos se supo ganar.",
    "no game of that name is known here": "aquí no se conoce ningún juego con ese nombre",
    "deals of this game cannot be certified": "los repartos de este juego no se pueden certificar",
    "the certifier {name!r} is not known here": "aquí no se conoce el certificador {name!r}",
    "candidate {dealt} was dealt, and {first} is the first certified": "se repartió el candidato {dealt}, y el primero certificado es el {first}",
    "the deal was not chosen as the room had said": "el reparto no se eligió como decía la sala",
    "the record has another choice of deal than was told": "el acta tiene otra elección de reparto que la anunciada",
}
