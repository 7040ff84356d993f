"""The reference pages, written from the code that they describe."""

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from docs.reference import (
    asyncapi_page,
    command_line_page,
    man_pages,
    messages_page,
    metrics_page,
    page_rules,
    rules_page,
    rulesets_page,
    transcripts_page,
)
from docs.reference.marking import page, table, texts_in

import samedeal_protocol.errors as errors
import samedeal_server.store.keys as keys
from samedeal_games.catalogue import GAMES
from samedeal_games.game import About
from samedeal_protocol.errors import (
    WITH_EXPECTED,
    CloseCode,
    ErrorCode,
    means_come_back,
)
from samedeal_protocol.rooms.playing import Finish, GoOn, Move, Resign, Reveal, Unready
from samedeal_protocol.rooms.talk import Say
from samedeal_server.core.books import books
from samedeal_server.core.commands import Command, PutOut
from samedeal_server.core.rooms.phases import PHASES
from samedeal_server.edge.knocks import TURNED_AWAY
from samedeal_server.edge.wire_errors import PASSING
from samedeal_server.process.settings import PREFIX, Settings

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
GUIDES = ROOT / "docs" / "README.md"
RULES = ROOT / "web/samedeal_web/static/games/catalogue.js"
BEGIN = "<!-- games: written by docs/reference/write.py -->\n"
END = "<!-- /games -->"

ALL_THE_SAME: dict[type[Command], str] = {
    Unready: "by who is not ready",
    Reveal: "by who has nothing to reveal, or has revealed",
    GoOn: "where no pause is on and the player wants none, or one ends already",
    Move: "once the time is up",
    Finish: "once the time is up",
    Resign: "once the time is up",
    Say: "in the room of an event whose deals are not revealed yet",
    PutOut: "of who has a seat once the countdown has begun, and in the room of an "
    "event once they have played there",
}
"""Commands refused with `wrong_phase` in a phase that takes them, and when."""


def pages() -> dict[Path, Callable[[], str]]:
    """Return what makes the text of each generated file.

    These are pages, the list of guides, the page's rules, and man.
    """
    texts: Mapping[str, Callable[[], str]] = {
        "command-line.md": _command_line,
        "rulesets.md": rulesets_page.render,
        **{
            name: partial(rules_page.render, each)
            for each, name in rules_page.PAGES.items()
        },
        "transcripts.md": transcripts_page.render,
        "messages.md": messages_page.render,
        "metrics.md": metrics_page.render,
        "settings.md": _settings,
        "redis-keys.md": _redis_keys,
        "errors.md": _errors,
        "rooms.md": _rooms,
        "asyncapi.json": asyncapi_page.render,
    }
    written = {FOLDER / name: text for name, text in texts.items()}
    others = {GUIDES: _guides, RULES: page_rules.render}
    return written | man_pages.pages() | others


def _command_line() -> str:
    return page(
        "The command line",
        "players, and authors of scripts",
        command_line_page.parts(table),
    )


def _minutes(about: About) -> str:
    return f"{about.time_limit_s // 60} min"


def _games_table() -> str:
    abouts = [game.about for game in GAMES.values()]
    return table(
        ("key", "game", "time"), ((f"`{a.key}`", a.title, _minutes(a)) for a in abouts)
    )


def _guides() -> str:
    text = GUIDES.read_text("utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    return f"{before}{begin}\n{_games_table()}\n{end}{after}"


def _settings() -> str:
    rows = (
        (
            "`REDIS_URL`" if name == "redis_url" else f"`{PREFIX}{name.upper()}`",
            "the user's data folder"
            if name == "data"
            else "none"
            if field.default is None
            else f"`{field.default}`",
            field.description or "",
        )
        for name, field in Settings.model_fields.items()
    )
    parts = [
        (
            "`samedeal-server` reads these environment variables; `--host`, `--port` "
            "and `--data` take precedence. A name that begins with `SAMEDEAL_` and is "
            "not listed is an error, except the client's `SAMEDEAL_SERVER`, "
            "`SAMEDEAL_IDENTITY` and `SAMEDEAL_CONFIG`, which are ignored. Names that "
            "end in `_MS` are in milliseconds.\n\n"
            "The server of `samedeal host --serve` reads them, too, except "
            "`REDIS_URL`. Where nothing is set, it listens for other machines, at any "
            "free port if the usual one is taken.\n"
        ),
        table(("name", "default", "meaning"), rows),
    ]
    return page("Settings", "operators", parts)


def _redis_keys() -> str:
    room, player = keys.room_keys("CODE"), keys.player_keys("PLAYER")
    board = keys.board_keys(books.board("best", "SCOPE", "WINDOW"))
    text = texts_in(ast.parse(inspect.getsource(keys)))
    rows = [
        *zip(room, _namedtuple_texts(keys.RoomKeys), strict=True),
        (keys.BOOKS_CURSOR, text["BOOKS_CURSOR"]),
        (keys.turn_key(), _told(keys.turn_key)),
        (keys.BOOKS_APART, text["BOOKS_APART"]),
        (keys.notes_key("GAME"), _told(keys.notes_key)),
        (keys.cursor_key("GAME"), _told(keys.cursor_key)),
        *zip(board, _namedtuple_texts(keys.BoardKeys), strict=True),
        *_books(),
        (keys.BOOKS_LONG, text["BOOKS_LONG"]),
        (keys.pages_key(books.history("PLAYER")), _told(keys.pages_key)),
        (keys.sheet_key("SCOPE/WINDOW"), _told(keys.sheet_key)),
        (keys.CHAIN_HEAD, text["CHAIN_HEAD"]),
        (keys.CHAIN_LINKS, text["CHAIN_LINKS"]),
        (keys.CHAIN_PAGES, text["CHAIN_PAGES"]),
        (keys.CHAIN_WAITING, text["CHAIN_WAITING"]),
        (keys.link_key("KIND:MATCH"), _told(keys.link_key)),
        *zip(player, _namedtuple_texts(keys.PlayerKeys), strict=True),
        *zip(
            keys.presence_keys("PLAYER"),
            _namedtuple_texts(keys.PresenceKeys),
            strict=True,
        ),
        (keys.name_key("HASH"), inspect.getdoc(keys.name_key) or ""),
        (keys.carried_key("HASH"), inspect.getdoc(keys.carried_key) or ""),
        (keys.event_key("EVENT"), inspect.getdoc(keys.event_key) or ""),
        (keys.transcript_key("MATCH"), inspect.getdoc(keys.transcript_key) or ""),
        (keys.reveal_key("MATCH"), inspect.getdoc(keys.reveal_key) or ""),
        (keys.ARCHIVE_ID, text["ARCHIVE_ID"]),
        (keys.ARCHIVE_CURSOR, text["ARCHIVE_CURSOR"]),
        (keys.ARCHIVE_AGAIN, text["ARCHIVE_AGAIN"]),
        (keys.ARCHIVE_MOVER, text["ARCHIVE_MOVER"]),
        (keys.ARCHIVE_ERASING, text["ARCHIVE_ERASING"]),
        (keys.ARCHIVE_LOOSE, text["ARCHIVE_LOOSE"]),
        (keys.LOBBY, text["LOBBY"]),
        (keys.DEADLINES, text["DEADLINES"]),
        (keys.BOTS_FREE, text["BOTS_FREE"]),
        (keys.BOTS_CALLED, text["BOTS_CALLED"]),
        (keys.PULSE, text["PULSE"]),
        (keys.AHEAD, text["AHEAD"]),
        (keys.LAYOUT, text["LAYOUT"]),
        (keys.LAYOUTS, text["LAYOUTS"]),
        (keys.OUTAGES, text["OUTAGES"]),
        (keys.STUCK, text["STUCK"]),
        (keys.PROCESSES, text["PROCESSES"]),
        (keys.RESTORING, text["RESTORING"]),
        (keys.CHORE, text["CHORE"]),
        (keys.SALTING, text["SALTING"]),
        (keys.ERASED, text["ERASED"]),
        (keys.BANS, text["BANS"]),
        (keys.ANNOUNCED, text["ANNOUNCED"]),
        (keys.LOST, text["LOST"]),
        (keys.ENDED, text["ENDED"]),
        (keys.drain_key("PROCESS"), inspect.getdoc(keys.drain_key) or ""),
        (keys.REPORTS, text["REPORTS"]),
        (
            keys.reported_key("CODE", "PLAYER", "ABOUT"),
            inspect.getdoc(keys.reported_key) or "",
        ),
        (keys.SETTINGS, text["SETTINGS"]),
        (keys.AUDIT, text["AUDIT"]),
        (
            keys.process_rooms_key("PROCESS"),
            inspect.getdoc(keys.process_rooms_key) or "",
        ),
        (f"{keys.DOORBELL}PROCESS", text["DOORBELL"]),
        (keys.near_doorbell("CODE", "PROCESS"), _told(keys.near_doorbell)),
    ]
    parts = [
        (f"{inspect.getdoc(keys)}\n"),
        table(
            ("key", "what it holds"),
            ((f"`{key}`", " ".join(says.split())) for key, says in rows),
        ),
        "## Scripts\n\nEach changes everything that it names, or nothing.\n",
    ]
    folder = ROOT / "server/samedeal_server/store/lua"
    for script in sorted(folder.glob("*.lua")):
        lines = script.read_text("utf-8").splitlines()
        end = next(i for i, line in enumerate(lines) if not line.startswith("--"))
        said = "\n".join(line.removeprefix("--").rstrip() for line in lines[:end])
        parts.append(f"### {script.name}\n\n```text\n{inspect.cleandoc(said)}\n```\n")
    return page("Keys in Redis", "operators and contributors", parts)


def _told(make_key: Callable[[str], str]) -> str:
    """Return a key function's docstring without its first paragraph."""
    return " ".join((inspect.getdoc(make_key) or "").split("\n\n")[1:])


def _books() -> list[tuple[str, str]]:
    """Return the other books, each with its contents."""
    named = {
        books.ratings("FAMILY"): books.ratings,
        books.counts("GAME", "WINDOW"): books.counts,
        books.history("PLAYER"): books.history,
        books.versus("PLAYER"): books.versus,
        books.renown(): books.renown,
        books.streak("PLAYER"): books.streak,
    }
    return [
        (keys.book_key(name), (inspect.getdoc(makes) or "").partition("\n\n")[2])
        for name, makes in named.items()
    ]


def _namedtuple_texts(kind: type) -> list[str]:
    return [*texts_in(ast.parse(inspect.getsource(kind)).body[0]).values()]


def _said_in_http() -> Iterable[tuple[str, str]]:
    for answer in TURNED_AWAY:
        yield str(answer.status.value), answer.text
    yield (
        "503",
        "Too many at once: come back in N s. (`Retry-After` has the same number.)",
    )


def _errors() -> str:
    source = ast.parse(inspect.getsource(errors))
    classes = {
        node.name: node for node in source.body if isinstance(node, ast.ClassDef)
    }
    why = texts_in(classes["ErrorCode"])
    goodbyes = texts_in(classes["CloseCode"])
    closing = table(
        ("code", "name", "come back", "why"),
        (
            (
                str(code.value),
                code.name,
                "yes" if means_come_back(code) else "no",
                goodbyes[code.name],
            )
            for code in CloseCode
        ),
    )
    parts = [
        (
            "A refused request changes nothing, and leaves the number of a command "
            "free. Only after `unavailable` and `internal` nobody knows whether it was "
            "carried out. `retry` says whether to send the same request again: `never` "
            "means that it is useless, a number is how many milliseconds to wait "
            "first. The code says what else to do. A code that is not listed here "
            "comes from a newer server: `retry` still holds.\n"
        ),
        table(
            ("code", "`retry`", "`expected`", "why, and what to do"),
            (
                (
                    f"`{code.value}`",
                    "ms" if code in PASSING else "`never`",
                    "yes" if code in WITH_EXPECTED else "",
                    why[code.name],
                )
                for code in ErrorCode
            ),
        ),
        (
            "## Close codes\n\n4000 to 4499 mean: come back. 4500 to 4999 mean: do "
            "not come back. Any other code, or none, means: come back.\n"
        ),
        closing,
        (
            "## Answers in HTTP\n\nA handshake that does not lead to a WebSocket is "
            "answered with a sentence, and the connection ends. Bytes that are not an "
            "HTTP request are answered with 400, 405 or 431, or not at all.\n"
        ),
        table(("status", "what is said"), _said_in_http()),
    ]
    return page("Errors and close codes", "authors of clients", parts)


def _rooms() -> str:
    kinds = sorted(
        {kind for phase in PHASES.values() for kind in phase.takes},
        key=lambda kind: kind.__name__,
    )
    rows = (
        (
            kind.__name__,
            *(_taken(kind) if kind in PHASES[phase].takes else "" for phase in PHASES),
            (inspect.getdoc(kind) or "").splitlines()[0],
        )
        for kind in kinds
    )
    head = ("command", *(phase.value for phase in PHASES), "what it does")
    parts = [
        (
            "The phases in which a room takes each command; in any other phase it is "
            "refused with `wrong_phase`. Commands without a message of the same name "
            "come from the server itself.\n"
        ),
        table(head, rows),
        "\\* Refused with `wrong_phase` all the same:\n",
        "".join(f"- {kind.__name__} {why}\n" for kind, why in ALL_THE_SAME.items()),
        (
            "A seat whose player is away is free after `SAMEDEAL_AWAY_MS` while a room "
            "gathers or shows a result. While it gathers, that of its host, or of the "
            "first person where a bot is host, is kept as long as it gathers, not "
            "ready after that time; in a public room only until that time after "
            "another person sat down ([how many](../explanation/guarantees.md)).\n"
        ),
    ]
    return page("Rooms: phases and commands", "authors of clients", parts)


def _taken(kind: type[Command]) -> str:
    return "yes \\*" if kind in ALL_THE_SAME else "yes"


def write() -> None:
    """Write every generated page anew."""
    for path, text in pages().items():
        path.write_text(text(), "utf-8")


if __name__ == "__main__":
    write()
