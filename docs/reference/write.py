"""The reference pages, written from the code that they describe."""

import ast
import inspect
import json
import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import get_args

from docs.reference import (
    command_line_page,
    rules_page,
    rulesets_page,
    transcripts_page,
)
from pydantic import BaseModel, TypeAdapter
from pydantic.fields import FieldInfo

import samedeal_protocol.codec as codec
import samedeal_protocol.commands as commands
import samedeal_protocol.errors as errors
import samedeal_protocol.shapes as shapes
import samedeal_protocol.updates as updates
import samedeal_server.store.keys as keys
from samedeal_games.catalogue import GAMES
from samedeal_games.game import About
from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.errors import CloseCode, ErrorCode, means_come_back
from samedeal_server.core import books
from samedeal_server.core.commands import ALLOWED
from samedeal_server.settings import PREFIX, Settings

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
FRAMES = ROOT / "tests/golden/frames"
README = ROOT / "README.md"
BEGIN = "<!-- games: written by docs/reference/write.py -->\n"
END = "<!-- /games -->"


def pages() -> dict[Path, str]:
    """Return the text of every generated page, the README among them."""
    texts = {
        "command-line.md": _page(
            "The command line",
            "players, and authors of scripts",
            command_line_page.parts(_table),
        ),
        "rulesets.md": rulesets_page.render(),
        **{name: rules_page.render(each) for each, name in rules_page.PAGES.items()},
        "transcripts.md": transcripts_page.render(),
        "messages.md": _messages(),
        "settings.md": _settings(),
        "redis-keys.md": _redis_keys(),
        "errors.md": _errors(),
        "rooms.md": _rooms(),
        "asyncapi.json": _asyncapi(),
    }
    return {FOLDER / name: text for name, text in texts.items()} | {README: _readme()}


def _page(title: str, readers: str, parts: Iterable[str]) -> str:
    head = f"For {readers}; written by `make docs` from the code.\n"
    return "\n".join([head, f"# {title}\n", *parts])


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    cells = (" | ".join(cell.replace("|", "\\|") for cell in row) for row in lines)
    return "".join(f"| {row} |\n" for row in cells)


def _minutes(about: About) -> str:
    return f"{about.time_limit_s // 60} min"


def _games_table() -> str:
    abouts = [game.about for game in GAMES.values()]
    return _table(
        ("key", "game", "time", "how it goes"),
        ((f"`{a.key}`", a.title, _minutes(a), a.summary) for a in abouts),
    )


def _readme() -> str:
    text = README.read_text("utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    return f"{before}{begin}\n{_games_table()}\n{end}{after}"


def _messages() -> str:
    limits = _table(
        ("limit", "value", "why"),
        (
            (f"`{name}`", str(getattr(codec, name)), text)
            for name, text in _constants(codec).items()
        ),
    )
    parts = [
        (
            f"Subprotocol: `{SUBPROTOCOL}`. Every frame is one binary message "
            "that holds one msgpack map. A client may send no field that is not here; "
            "it skips fields and updates that it does not know.\n"
        ),
        limits,
    ]
    for title, union in (
        ("What a client sends", commands.Command),
        ("What a server sends", updates.ServerMessage),
        ("Updates within news", updates.Update),
    ):
        parts.append(f"## {title}\n")
        parts += map(_message, _kinds(union))
    parts.append("## Values within messages\n")
    parts += map(_model, _values())
    return _page("Messages", "authors of clients", parts)


def _values() -> list[type[BaseModel]]:
    """Return what is part of messages and is none itself, by name."""
    messages = {*_kinds(updates.ServerMessage), *_kinds(updates.Update)}
    values = {*shapes.View.__subclasses__()} - messages - {shapes.Reply}
    return sorted(values, key=lambda value: value.__name__)


def _kinds(union: object) -> tuple[type[BaseModel], ...]:
    return get_args(get_args(union)[0])


def _message(model: type[BaseModel]) -> str:
    path = FRAMES / f"{model.__name__}.txt"
    if not path.exists():
        return _model(model)
    within = " (within news)" if model in _kinds(updates.Update) else ""
    frame = path.read_text("utf-8").rstrip()
    shown = f"An example, in hex and read{within}:\n\n```text\n{frame}\n```\n"
    return f"{_model(model)}\n{shown}"


def _model(model: type[BaseModel]) -> str:
    fields = model.model_fields
    texts = _field_texts(model)
    tag = f": `{fields['t'].default}`" if "t" in fields else ""
    rows = (
        (f"`{name}`", _type(model, name), _default(field), texts.get(name, ""))
        for name, field in fields.items()
    )
    table = _table(("field", "type", "default", "meaning"), rows)
    return f"### {model.__name__}{tag}\n\n{inspect.getdoc(model)}\n\n{table}"


def _default(field: FieldInfo) -> str:
    return "" if field.is_required() else f"`{field.default!r}`"


def _type(model: type[BaseModel], name: str) -> str:
    """Return a field's type as its JSON schema says it, limits among it."""
    field = model.model_fields[name]
    adapter: TypeAdapter[object] = TypeAdapter(field.rebuild_annotation())
    schema = adapter.json_schema()
    return _spoken(schema)


def _spoken(schema: dict[str, object]) -> str:
    words = json.dumps({k: v for k, v in schema.items() if k != "$defs"})
    words = words.replace('"format": "binary", "type": "string"', '"type": "bytes"')
    return f"`{re.sub(r'#/[$]defs/', '', words)}`"


def _field_texts(model: type[BaseModel]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for kind in reversed(model.__mro__):
        if issubclass(kind, BaseModel) and kind is not BaseModel:
            texts |= _texts_in(ast.parse(inspect.getsource(kind)).body[0])
    return texts


def _constants(module: ModuleType) -> dict[str, str]:
    """Return the module's public limits, each with the docstring beneath it."""
    tree = ast.parse(inspect.getsource(module))
    texts = _texts_in(tree)
    names = [
        node.targets[0].id
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    return {name: texts.get(name, "") for name in names if name.startswith("MAX_")}


def _texts_in(tree: ast.AST) -> dict[str, str]:
    """Return the docstrings beneath names, by name."""
    texts: dict[str, str] = {}
    body: list[ast.stmt] = getattr(tree, "body", [])
    for node, after in pairwise(body):
        match node, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name))
                | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                texts[name] = " ".join(text.split())
            case _:
                pass
    return texts


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
            "`samedeal-server` reads these variables; `--host`, `--port` and "
            "`--data` come before them. A name that begins with `SAMEDEAL_` and is not "
            "listed fails; `SAMEDEAL_SERVER`, `SAMEDEAL_IDENTITY` and "
            "`SAMEDEAL_CONFIG`, of the client, are passed over. Names that end in "
            "`_MS` are in milliseconds.\n"
        ),
        _table(("name", "default", "meaning"), rows),
    ]
    return _page("Settings", "operators", parts)


def _redis_keys() -> str:
    room, player = keys.room_keys("CODE"), keys.player_keys("PLAYER")
    board = keys.board_keys(books.board("best", "SCOPE", "WINDOW"))
    text = _texts_in(ast.parse(inspect.getsource(keys)))
    rows = [
        *zip(room, _namedtuple_texts(keys.RoomKeys), strict=True),
        (keys.BOOKS_CURSOR, text["BOOKS_CURSOR"]),
        *zip(board, _namedtuple_texts(keys.BoardKeys), strict=True),
        *_books(),
        *zip(player, _namedtuple_texts(keys.PlayerKeys), strict=True),
        (keys.name_key("HASH"), inspect.getdoc(keys.name_key) or ""),
        (keys.event_key("EVENT"), inspect.getdoc(keys.event_key) or ""),
        (keys.LOBBY, text["LOBBY"]),
        (keys.DEADLINES, text["DEADLINES"]),
        (keys.PULSE, text["PULSE"]),
        (keys.OUTAGES, text["OUTAGES"]),
        (keys.PROCESSES, text["PROCESSES"]),
        (
            keys.process_rooms_key("PROCESS"),
            inspect.getdoc(keys.process_rooms_key) or "",
        ),
        (f"{keys.DOORBELL}PROCESS", text["DOORBELL"]),
    ]
    parts = [
        (f"{inspect.getdoc(keys)}\n"),
        _table(
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
    return _page("Keys in Redis", "operators and contributors", parts)


def _books() -> list[tuple[str, str]]:
    """Return the other books, each with what it holds."""
    named = {
        books.ratings("FAMILY"): books.ratings,
        books.counts("GAME", "WINDOW"): books.counts,
        books.history("PLAYER"): books.history,
        books.versus("PLAYER"): books.versus,
        books.streak("PLAYER"): books.streak,
    }
    return [
        (keys.book_key(name), (inspect.getdoc(makes) or "").partition("\n\n")[2])
        for name, makes in named.items()
    ]


def _namedtuple_texts(kind: type) -> list[str]:
    return [*_texts_in(ast.parse(inspect.getsource(kind)).body[0]).values()]


def _errors() -> str:
    source = ast.parse(inspect.getsource(errors))
    classes = {
        node.name: node for node in source.body if isinstance(node, ast.ClassDef)
    }
    why = _texts_in(classes["ErrorCode"])
    goodbyes = _texts_in(classes["CloseCode"])
    closing = _table(
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
            "A refusal changes nothing. Its `retry` says what comes of sending the "
            "request again: `never` useless, `now` worth it at once, or a number of "
            "milliseconds to wait.\n"
        ),
        _table(
            ("code", "why"), ((f"`{code.value}`", why[code.name]) for code in ErrorCode)
        ),
        (
            "## Close codes\n\n4000 to 4499 mean come back, 4500 to 4999 do not; any "
            "other code, and none at all, mean come back.\n"
        ),
        closing,
    ]
    return _page("Errors and close codes", "authors of clients", parts)


def _rooms() -> str:
    kinds = sorted(
        {kind for allowed in ALLOWED.values() for kind in allowed},
        key=lambda kind: kind.__name__,
    )
    rows = (
        (
            kind.__name__,
            *("yes" if kind in ALLOWED[phase] else "" for phase in ALLOWED),
            (inspect.getdoc(kind) or "").splitlines()[0],
        )
        for kind in kinds
    )
    head = ("command", *(phase.value for phase in ALLOWED), "what it does")
    parts = [
        (
            "Which command a room takes in which phase; any other is refused with "
            "`wrong_phase`. Those with no message of that name are the server's own.\n"
        ),
        _table(head, rows),
    ]
    return _page("Rooms: phases and commands", "authors of clients", parts)


def _asyncapi() -> str:
    incoming, outgoing = _kinds(commands.Command), _kinds(updates.ServerMessage)
    ours = {model.__name__: _schema(model) for model in (*incoming, *outgoing)}

    def operation(action: str, models: tuple[type[BaseModel], ...]) -> object:
        names = [{"$ref": f"#/channels/play/messages/{m.__name__}"} for m in models]
        return {
            "action": action,
            "channel": {"$ref": "#/channels/play"},
            "messages": names,
        }

    document = {
        "asyncapi": "3.0.0",
        "info": {"title": "samedeal", "version": SUBPROTOCOL},
        "defaultContentType": "application/msgpack",
        "channels": {
            "play": {
                "address": "/",
                "messages": {
                    name: {"$ref": f"#/components/messages/{name}"} for name in ours
                },
            }
        },
        # As the server sees it: it receives commands and sends messages.
        "operations": {
            "command": operation("receive", incoming),
            "tell": operation("send", outgoing),
        },
        "components": {
            "messages": {
                name: {"name": name, "payload": schema} for name, schema in ours.items()
            }
        },
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _schema(model: type[BaseModel]) -> object:
    # References within a payload are to its own definitions.
    at = f"#/components/messages/{model.__name__}/payload/$defs/{{model}}"
    return model.model_json_schema(ref_template=at)


def write() -> None:
    """Write every generated page anew."""
    for path, text in pages().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    write()
