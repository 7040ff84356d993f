"""Reasons that there is no connection."""

from samedeal_client.language import Texts

TEXTS: Texts = {
    "{url} is not a server's address: write HOST:PORT or ws://HOST:PORT": "{url} no es la dirección de un servidor: escribe EQUIPO:PUERTO o ws://EQUIPO:PUERTO",
    "a server's address has no ? and no #: {url}": "la dirección de un servidor no lleva ? ni #: {url}",
    "The server is slow to answer: silent for {s} s.": "El servidor tarda en contestar: {s} s sin decir nada.",
    "The server answers again, after {s} s.": "El servidor contesta de nuevo, tras {s} s.",
    "{typed} was taken for {url}": "{typed} se ha tomado por {url}",
    "no server answers at {url}: {reason}": "ningún servidor contesta en {url}: {reason}",
    "no answer from {url} within {s:.0f} s": "{url} no contesta en {s:.0f} s",
    "{url} is busy; try again in {s} s": "{url} está ocupado; repite dentro de {s} s",
    "there is no machine called {host}: check the address": "ninguna máquina se llama {host}: mira si la dirección está mal escrita",
    "the name {host} cannot be looked up now: is this machine online?": "ahora no se puede buscar el nombre {host}: ¿tiene red esta máquina?",
    "{url} is not a samedeal server: {reason}": "{url} no es un servidor de samedeal: {reason}",
    "{url} leads to a server that does not go by the name {host}: write its address in numbers, or ask whoever runs it": "{url} lleva a un servidor que no se llama {host}: escribe su dirección en números, o pregunta a quien lo tenga en marcha",
    "{url} answers {status} as a web server does, not as a samedeal server: check host, port and path": "{url} contesta {status} como un servidor web, no como uno de samedeal: revisa equipo, puerto y ruta",
    "{url} sends you on to {elsewhere}, and is not followed: give that address yourself if you know whose it is": "{url} manda a {elsewhere}, y no se sigue: da tú esa dirección si sabes de quién es",
    "{url} is up, but the server behind it is not ({status}); try again later": "{url} está en marcha, pero no el servidor de detrás ({status}); prueba más tarde",
    "{url} speaks {theirs}, which is newer than {ours} here: update samedeal": "{url} habla {theirs}, más nuevo que {ours} de aquí: actualiza samedeal",
    "{url} speaks {theirs}, not {ours}: ask whoever runs it for an update": "{url} habla {theirs}, no {ours}: pide a quien lo lleva que lo actualice",
    # The house of bots.
    "set SAMEDEAL_HOUSE_KEY to the server's own key: 16 characters or more, hard to guess": "pon en SAMEDEAL_HOUSE_KEY la clave del servidor: 16 caracteres o más, difíciles de adivinar",
    "the server has no SAMEDEAL_HOUSE_KEY, or another one; give both the same": "el servidor no tiene SAMEDEAL_HOUSE_KEY, o tiene otra: da a ambos la misma",
    "the server is too old to have a house of bots": "el servidor es demasiado viejo para tener una casa de bots",
    "the server lets the house in no more; it comes as somebody new": "el servidor ya no deja pasar a la casa, que vuelve como alguien nuevo",
    "No server answers at {url} yet; the house tries on.": "Aún no contesta ningún servidor en {url}; la casa sigue probando.",
    "The house is open at {url}, for {count} bots; Ctrl-C closes it.": "La casa está abierta en {url}, con {count} bots; Ctrl-C la cierra.",
    # TLS.
    "{url} does not answer as a samedeal server: check the port, or write wss:// if it wants TLS": "{url} no contesta como un servidor de samedeal: revisa el puerto, o escribe wss:// si quiere TLS",
    "{url} does not speak TLS as it should: if the server has none, write ws:// in place of wss://": "{url} no habla TLS como debe: si el servidor no lo tiene, escribe ws:// en lugar de wss://",
    "the certificate of {host} has expired: tell whoever runs it, or check the clock of this machine": "el certificado de {host} ha caducado: díselo a quien lo lleva, o pon en hora esta máquina",
    "the certificate of {host} is not valid yet: check the clock of this machine": "el certificado de {host} aún no vale: pon en hora esta máquina",
    "the certificate at {host} is for another name: check the address": "el certificado de {host} es de otro nombre: mira si la dirección está mal escrita",
    "the certificate of {host} is not trusted here: if the server is yours, name its certificate in SSL_CERT_FILE": "nadie de quien se fía esta máquina responde por {host}: si el servidor es tuyo, nombra su certificado en SSL_CERT_FILE",
    "the certificate of {host} cannot be trusted: {reason}": "el certificado de {host} no es de fiar: {reason}",
    # Proxies.
    "the system's settings": "los ajustes del sistema",
    "the proxy {proxy} cannot be reached: {reason}; correct {variable}, or add {host} to NO_PROXY": "no se llega al proxy {proxy}: {reason}; corrige {variable}, o nombra {host} en NO_PROXY",
    "no answer from {host} through the proxy {proxy} within {s:.0f} s; correct {variable}, or add {host} to NO_PROXY": "{host} no contesta por el proxy {proxy} en {s:.0f} s; corrige {variable}, o nombra {host} en NO_PROXY",
    "the proxy {proxy} wants a password: write it into {variable} as in http://NAME:PASSWORD@HOST:PORT": "el proxy {proxy} pide contraseña: escríbela en {variable} como en http://NOMBRE:CONTRASEÑA@EQUIPO:PUERTO",
    "the proxy {proxy} does not let you through to {host} ({status}); correct {variable}, or add {host} to NO_PROXY": "el proxy {proxy} no deja pasar hasta {host} ({status}); corrige {variable}, o nombra {host} en NO_PROXY",
    "the proxy {proxy} uses SOCKS, which needs the package python-socks; install it, or add {host} to NO_PROXY": "el proxy {proxy} es de SOCKS, que necesita el paquete python-socks; instálalo, o nombra {host} en NO_PROXY",
    "{proxy} is not a proxy; correct {variable}, or add {host} to NO_PROXY": "{proxy} no es un proxy; corrige {variable}, o nombra {host} en NO_PROXY",
}
