"""The games: their titles, and a sentence on each."""

from samedeal_client.language import Texts

TEXTS: Texts = {
    "the highest score wins": "gana la puntuación más alta",
    "the first to play every card to the foundations wins": "gana quien antes lleve todas las cartas a las bases",
    "Poker Patience": "Solitario de póker",
    "Lay 25 cards one by one, each touching another, into five rows and five columns that count as poker hands.": "Pon 25 cartas una a una, cada una tocando otra, en cinco filas y cinco columnas que cuentan como manos de póker.",
    "Poker Patience, American points": "Solitario de póker, puntos americanos",
    "Lay 25 cards one by one, each touching another, into ten poker hands counted by the American table.": "Pon 25 cartas una a una, cada una tocando otra, en diez manos de póker que cuentan según la tabla americana.",
    "Poker Squares": "Cuadro de póker",
    "Lay 25 cards one by one anywhere on a grid of five by five; its rows and columns count as poker hands.": "Pon 25 cartas una a una donde quieras en una cuadrícula de cinco por cinco; filas y columnas cuentan como manos de póker.",
    "Poker Squares, American points": "Cuadro de póker, puntos americanos",
    "Lay 25 cards one by one anywhere on a grid of five by five, and count ten poker hands by the American table.": "Pon 25 cartas una a una donde quieras en una cuadrícula de cinco por cinco y cuenta diez manos según la tabla americana.",
    "Serpent Poker": "Póker serpiente",
    "Lay cards one by one, each beside the one before, and count ten poker hands by the American table; do not let the serpent catch itself.": "Pon cartas una a una, cada una al lado de la anterior, y cuenta diez manos según la tabla americana; que la serpiente no se encierre.",
    "Westcliff": "Westcliff",
    "Seven columns of three, a stock turned once: build all four suits up from the ace.": "Siete columnas de tres y un mazo que se pasa una vez: sube los cuatro palos desde el as.",
    "American Westcliff": "Westcliff americano",
    "Ten columns of three and a stock of 22: mostly a race, as nearly every deal comes out.": "Diez columnas de tres y un mazo de 22: más que nada una carrera, pues casi todos los repartos salen.",
    "Pas Seul": "Pas Seul",
    "Westcliff on six columns, with a stock of 34 turned once: little room, and a space is worth gold.": "Westcliff con seis columnas y un mazo de 34 que se pasa una vez: poco sitio, y un hueco vale oro.",
    "Easthaven": "Easthaven",
    "Seven columns, no waste: when you are stuck, deal a row on top of everything. Only kings fill spaces.": "Siete columnas, sin descarte: si te atascas, reparte una fila encima de todo. Solo los reyes ocupan huecos.",
    "Easthaven, open spaces": "Easthaven, huecos libres",
    "Easthaven with any card or run to a space.": "Easthaven con cualquier carta o escalera en un hueco.",
    "Westhaven": "Westhaven",
    "Ten columns and no waste: when you are stuck, deal a row on top of everything, two rows and two cards in all. Spaces take anything.": "Diez columnas, sin descarte: si te atascas, reparte una fila encima de todo, dos filas y dos cartas en total. Un hueco admite todo.",
    "Capricieuse": "Capricieuse",
    "Two packs, all dealt out in twelve columns: pack up or down in suit, build from the aces and from the kings; two redeals.": "Dos barajas, repartidas en doce columnas: enlaza hacia arriba o abajo por palo, sube desde los ases y baja desde los reyes; dos redistribuciones.",
    "Russian Patience": "Solitario ruso",
    "Two packs in twelve columns, packed up or down in suit and moved in runs: build from the aces and from the kings; two shuffled redeals.": "Dos barajas en doce columnas, enlazadas por palo arriba o abajo y movidas en escaleras: sube desde los ases y baja desde los reyes; dos redistribuciones barajadas.",
}
