"""Certified deals, and what a match had in it."""

from samedeal_client.language import Texts

TEXTS: Texts = {
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
