"""The words that server and client say to each other over a WebSocket."""

SUBPROTOCOL = "samedeal.v1.msgpack"
"""The one value of Sec-WebSocket-Protocol that this version speaks."""
