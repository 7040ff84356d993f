"""The reference page on messages, made from the protocol."""

import ast
import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import get_args

from docs.reference.marking import page, table, texts_in
from pydantic import BaseModel, TypeAdapter
from pydantic.fields import FieldInfo

import samedeal_protocol.codec as codec
import samedeal_protocol.commands as commands
import samedeal_protocol.shapes as shapes
import samedeal_protocol.updates as updates
from samedeal_protocol import SUBPROTOCOL

FRAMES = Path(__file__).parents[2] / "tests/golden/frames"


def render() -> str:
    """Return the page."""
    limits = table(
        ("limit", "value", "why"),
        (
            (f"`{name}`", str(getattr(codec, name)), text)
            for name, text in _constants(codec).items()
        ),
    )
    parts = [
        (
            f"Subprotocol: `{SUBPROTOCOL}`. Every frame is one binary message "
            "that holds one msgpack map. A client may send only the fields listed "
            "here; it must skip fields and updates that it does not know. The order of "
            "messages is explained in [the guide](../howto/write-a-client.md), and "
            "there are [vectors](vectors/README.md) to test with.\n"
        ),
        limits,
        (
            "A client's frame that exceeds the first limit is refused with "
            "`too_large`, one that exceeds another with `bad_message`. Nothing in it "
            "is read, so `re` is 0.\n"
        ),
    ]
    for title, union, list_of in (
        ("What a client sends", commands.Command, _requests),
        ("What a server sends", updates.ServerMessage, _nothing),
        ("Updates within news", updates.Update, _nothing),
    ):
        parts += [f"## {title}\n", *list_of()]
        parts += map(_message, kinds(union))
    parts.append("## Values within messages\n")
    parts += map(_model, _values())
    return page("Messages", "authors of clients", parts)


def _nothing() -> tuple[str, ...]:
    return ()


def _requests() -> tuple[str, ...]:
    """Return the list of requests, each with its answers."""
    rows = (
        (_tag_of(asked), asked.__name__, _link(asked.answered_by), first_line(asked))
        for asked in kinds(commands.Command)
        if issubclass(asked, shapes.Request)
    )
    text = (
        "Every request is answered by one message: the one listed here if it is "
        "carried out, an [`Error`](#error-error) if not. `re` in the answer is the "
        "`id` of the request. Only `heartbeat` is not a request: it has no `id`, and "
        "is followed by a [`Heartbeat`](#heartbeat-heartbeat), perhaps with a "
        "[`Reset`](#reset-reset) before it, or by `too_fast` with 0 as `re`.\n"
    )
    return text, table(("`t`", "message", "answered by", "to"), rows)


def _tag_of(model: type[BaseModel]) -> str:
    return f"`{model.model_fields['t'].default}`"


def _link(model: type[BaseModel]) -> str:
    name, tag = model.__name__, model.model_fields["t"].default
    return f"[`{name}`](#{name.lower()}-{tag})"


def first_line(model: type[BaseModel]) -> str:
    """Return the first sentence of a message's docstring."""
    return (inspect.getdoc(model) or "").partition("\n\n")[0].replace("\n", " ")


def _values() -> list[type[BaseModel]]:
    """Return the classes that are part of messages and no messages, by name."""
    messages = {*kinds(updates.ServerMessage), *kinds(updates.Update)}
    kinds_only = {shapes.Reply, updates.RoomChange}
    values = {*shapes.View.__subclasses__()} - messages - kinds_only
    return sorted(values, key=lambda value: value.__name__)


def kinds(union: object) -> tuple[type[BaseModel], ...]:
    """Return the classes of an annotated union."""
    return get_args(get_args(union)[0])


def _message(model: type[BaseModel]) -> str:
    path = FRAMES / f"{model.__name__}.txt"
    if not path.exists():
        return _model(model)
    within = " (within news)" if model in kinds(updates.Update) else ""
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
    rows_shown = table(
        ("field", "type", "default", "meaning"), (*rows, *_other_fields(model, texts))
    )
    said = f"{inspect.getdoc(model)}{_answered(model)}"
    return f"### {model.__name__}{tag}\n\n{said}\n\n{rows_shown}"


def _other_fields(
    model: type[BaseModel], texts: dict[str, str]
) -> Iterator[tuple[str, ...]]:
    """Yield a row for fields without names of their own, if there may be any."""
    if model.model_config.get("extra") == "allow":
        schema = model.model_json_schema()["additionalProperties"]
        yield "any other", _spoken(schema), "", texts["__pydantic_extra__"]


def _answered(model: type[BaseModel]) -> str:
    if not issubclass(model, shapes.Request):
        return ""
    return f"\n\nAnswered by {_link(model.answered_by)}."


def _default(field: FieldInfo) -> str:
    return "" if field.is_required() else f"`{field.default!r}`"


def _type(model: type[BaseModel], name: str) -> str:
    """Return a field's type by its JSON schema, with its limits."""
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
            texts |= texts_in(ast.parse(inspect.getsource(kind)).body[0])
    return texts


def _constants(module: ModuleType) -> dict[str, str]:
    """Return the module's public limits, each with the docstring beneath it."""
    tree = ast.parse(inspect.getsource(module))
    texts = texts_in(tree)
    names = [
        node.targets[0].id
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    return {name: texts.get(name, "") for name in names if name.startswith("MAX_")}
