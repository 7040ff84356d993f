"""The protocol as an AsyncAPI document, made from its messages."""

import json

from docs.reference.messages_page import first_line, kinds
from pydantic import BaseModel

import samedeal_protocol.commands as commands
import samedeal_protocol.shapes as shapes
import samedeal_protocol.updates as updates
from samedeal_protocol import SUBPROTOCOL
from samedeal_server.process.settings import Settings


def render() -> str:
    """Return the document."""
    incoming, outgoing = kinds(commands.Command), kinds(updates.ServerMessage)
    models = (*incoming, *outgoing)
    document = {
        "asyncapi": "3.0.0",
        "info": {"title": "samedeal", "version": SUBPROTOCOL},
        "defaultContentType": "application/msgpack",
        "servers": {
            "own": {
                "host": f"127.0.0.1:{Settings.model_fields['port'].default}",
                "protocol": "ws",
                "description": "One on the same machine; another is wss behind TLS.",
                "security": [{"$ref": "#/components/securitySchemes/hello"}],
            }
        },
        "channels": {
            "play": {
                "address": "/",
                "description": "One WebSocket, at / or at /play/ and a room's code; "
                "each message is a binary frame.",
                "messages": {
                    model.__name__: {"$ref": f"#/components/messages/{model.__name__}"}
                    for model in models
                },
                "bindings": {"ws": _handshake()},
            }
        },
        # As the server sees it: it receives commands and sends messages.
        "operations": {
            **{f"receive{model.__name__}": _received(model) for model in incoming},
            "tell": {
                "action": "send",
                "channel": {"$ref": "#/channels/play"},
                "summary": "What nobody has asked for.",
                "messages": [
                    _in_channel(model)
                    for model in outgoing
                    if not issubclass(model, shapes.Reply)
                ],
            },
        },
        "components": {
            "messages": {model.__name__: _api_message(model) for model in models},
            "securitySchemes": {
                "hello": {
                    "type": "apiKey",
                    "in": "user",
                    "description": (
                        "Nothing in the handshake: `token` or `resume` in the first "
                        "message, `hello`; who has neither is a new guest."
                    ),
                }
            },
        },
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _handshake() -> object:
    header = {"type": "string", "const": SUBPROTOCOL}
    headers = {
        "type": "object",
        "required": ["Sec-WebSocket-Protocol"],
        "properties": {"Sec-WebSocket-Protocol": header},
    }
    return {"method": "GET", "headers": headers}


def _received(model: type[BaseModel]) -> object:
    """Return one kind of message as it is sent, with its answers."""
    answers: tuple[type[BaseModel], ...] = (
        updates.Reset,
        updates.Heartbeat,
        updates.Error,
    )
    if issubclass(model, shapes.Request):
        answers = (model.answered_by, updates.Error)
    return {
        "action": "receive",
        "channel": {"$ref": "#/channels/play"},
        "summary": first_line(model),
        "messages": [_in_channel(model)],
        "reply": {
            "channel": {"$ref": "#/channels/play"},
            "messages": [_in_channel(answer) for answer in answers],
        },
    }


def _in_channel(model: type[BaseModel]) -> object:
    return {"$ref": f"#/channels/play/messages/{model.__name__}"}


def _api_message(model: type[BaseModel]) -> object:
    told: dict[str, object] = {"name": model.__name__, "payload": _schema(model)}
    field = next((name for name in ("id", "re") if name in model.model_fields), None)
    if field is not None:
        told["correlationId"] = {"location": f"$message.payload#/{field}"}
    return told


def _schema(model: type[BaseModel]) -> object:
    # References within a payload are to its own definitions.
    at = f"#/components/messages/{model.__name__}/payload/$defs/{{model}}"
    return model.model_json_schema(ref_template=at)
