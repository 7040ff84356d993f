"""What people say to each other."""

from samedeal_client.language import Texts

TEXTS: Texts = {
    ", quiet": ", en silencio",
    "quiet": "en silencio",
    " /, /gg, /words   say something: / alone lists the phrases": " /, /gg, /texto   decir algo: / sola muestra las frases",
    "/ talk": "/ hablar",
    "  /         say something: phrases are listed, words go between matches": "  /         di algo: se listan las frases; las palabras, entre partidas",
    "hello!": "¡hola!",
    "good luck!": "¡suerte!",
    "have fun!": "¡que te diviertas!",
    "nice!": "¡bien!",
    "wow!": "¡hala!",
    "oops!": "¡uy!",
    "this is close!": "¡qué igualado!",
    "hurry up!": "¡date prisa!",
    "thanks!": "¡gracias!",
    "sorry!": "¡perdón!",
    "well played!": "¡bien jugado!",
    "good game!": "¡buena partida!",
    "again?": "¿otra?",
    "bye!": "¡adiós!",
    " / and words before and after a match, as in: /shall we go on?": " / y palabras antes y después de una partida, así: /¿seguimos?",
    " /mute NAME hides what they say, /unmute NAME shows it again": " /mute NOMBRE oculta lo que dice, /unmute NOMBRE lo vuelve a mostrar",
    " Nobody here is called {name}.": " Aquí nadie se llama {name}.",
    " You no longer see what {name} says.": " Ya no verás lo que diga {name}.",
    " You see what {name} says again.": " Vuelves a ver lo que diga {name}.",
    "During a deal only phrases can be sent; / lists them.": "Mientras se juega un reparto solo se dicen frases fijas; / las muestra.",
    "Only players with a seat can talk.": "Solo puede hablar quien tiene asiento aquí.",
}
