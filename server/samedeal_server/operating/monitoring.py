"""The pages for machines that watch over a process: `/metrics`, `/live`, `/ready`."""

from http import HTTPStatus as Status

from websockets.datastructures import Headers
from websockets.http11 import Response

from samedeal_server.edge.knocks import Known, plain
from samedeal_server.operating.exposition import CONTENT_TYPE, Exposition
from samedeal_server.operating.listener import Listener
from samedeal_server.operating.readiness import why_not_ready
from samedeal_server.process.process import Process


def monitoring(process: Process) -> Listener:
    """Return the listener that tells how a process is."""
    exposition = Exposition(process)

    def metrics() -> Response:
        body = exposition.text()
        headers = Headers(
            {
                "Content-Type": CONTENT_TYPE,
                "Content-Length": str(len(body)),
                "Connection": "close",
                "Cache-Control": "no-store",
            }
        )
        return Response(Status.OK.value, Status.OK.phrase, headers, body)

    def live() -> Response:
        # Whoever hears this knows that the loop turns.
        return plain(Status.OK, "live")

    def ready() -> Response:
        why = why_not_ready(process)
        if why:
            return plain(Status.SERVICE_UNAVAILABLE, f"not ready: {why}")
        return plain(Status.OK, "ready")

    pages = {"/metrics": metrics, "/live": live, "/ready": ready}
    return Listener(pages, Known(names=process.settings.known_as))
