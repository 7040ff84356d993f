"""The files of the page, as they are sent.

All but the page itself lie below a name made of all their bytes. So they may be kept
for ever, modules find each other by paths that lead from one to the next, and one page
never gets the half of another. The modules that the page begins with are put together
when they are read, for each file costs a visitor a way there and back; the rest is
fetched later.
"""

import hashlib
import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from samedeal_web.previews import PREVIEWS, ROOM, RULES, of_rules, tags_of
from samedeal_web.together import beside, put_together

STATIC = Path(__file__).parent / "static"
BEGINS = "page/main.js"
"""The module that the page begins with."""
COMPANY = "page/room/company.js"
"""A module for visitors who follow a room's link."""
COMPANY_LOOKS = "page/later.css"
"""The style sheet of that module, which no first card waits for."""
LINE = "page/line.js"
"""The script that a room's page has in itself, which is there before any file."""
SHELL = "page/index.html"
WORKER = "page/worker.js"
"""The worker that keeps the files in a browser; it is told their names."""
LOOKS = ("board/board.css", "page/page.css")
"""The style sheets that the page has in itself, in their order."""

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
"""The types of files that are sent, by suffix; other files in the folder are not."""

LARGEST_BYTES = 40_000
"""Bytes of a file as it is sent: as many as a socket's own buffer takes at once, so
that the system waits for a slow reader, and nobody else."""

_COMMENTS = re.compile(
    rb"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/[ \t]*|//.*)\n", re.MULTILINE
)
"""Lines that are comments: for readers of the module, not for players."""
_INDENTS = re.compile(rb"^\s+", re.MULTILINE)
"""Indents and empty lines. Nothing depends on either: in HTML they are no text."""
_APART = re.compile(rb"\s*([{};,>])\s*|(?<=:) ")
"""Blanks in a style sheet that mean nothing."""
_IMPORT = re.compile(
    rb'^(?:import|export)\b(?:[^;"]*?\bfrom)?\s*"(\.[^"]+)"', re.MULTILINE
)
CATALOGUE = "games/catalogue.js"
"""The module with the games' names, by which links to their rules are called."""
PLACES = (
    *("/", "/account", "/daily", "/events", "/leaderboards", "/learn", "/player"),
    "/rules",
)
"""Paths of the page, besides a room's code: the first one, and those that its `app.js`
has a screen for."""
AT_WORKER = "/worker.js"
"""The path of the worker: all that it may keep is below the same folder."""
_DEEPER = re.compile(
    r"m/m-[0-9a-f]{32}|player/p-[0-9a-f]{16}|event/(?:[2-9A-HJKMNP-TV-Z]{7}){1,2}"
)
"""Paths of the pages of a match, a player and an event, one folder further down."""
_PREVIEW = b"<!-- preview -->\n"
_STYLE = b"<!-- style -->\n"
_SCRIPT = b"<!-- line -->\n"
_ROOM = re.compile(r"[2-9A-HJKMNP-TV-Z]{5}", re.IGNORECASE)


class File(NamedTuple):
    """A file as it is sent."""

    kind: str
    """Its Content-Type."""
    plain: bytes
    packed: bytes
    """Its content, packed by gzip."""
    is_kept: bool
    """Whether it may be kept for ever, as its name depends on its content."""
    tag: str = ""
    """Its ETag, weak, as it is one for both contents: the same for the same."""
    style: str = ""
    """The hash of its own style for a Content-Security-Policy; empty for none."""
    script: str = ""
    """The hash of its own script; empty for none."""


class Site(NamedTuple):
    """All files of the page."""

    page: File
    others: Mapping[str, File]
    """The page with another preview, by the path that its link leads to."""
    worker: File
    """The worker that keeps the files, so that some of the page needs no connection."""
    files: Mapping[str, File]
    """All other files, by path, each beginning with the name made of all of them."""

    def find(self, path: str) -> File | None:
        """Return the file at a path, as it stands in a request; None for none."""
        if path in PLACES:
            return self.others.get(path, self.page)
        if path.startswith(RULES):
            return self.others.get(path)
        if _ROOM.fullmatch(path, 1):
            return self.others[ROOM]
        if _DEEPER.fullmatch(path, 1):
            return self.others[path[: path.index("/", 1) + 1]]
        if path == AT_WORKER:
            return self.worker
        return self.files.get(path)


@cache
def read_site(folder: Path = STATIC) -> Site:
    """Return the page with all its files, as they are in a folder."""
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix in KINDS
    }
    shell, worker = found.pop(SHELL), found.pop(WORKER, b"")
    line = as_run(found.pop(LINE, b""))
    sent = _as_sent({name: as_run(data) for name, data in found.items()})
    # Of both: the style, in the page, is in none of what is sent, and the same sources
    # are put together otherwise by another version of us.
    base = f"static/{_digest({**found, **sent})}"
    files = {
        f"/{base}/{name}": _file(name, data, is_kept=True)
        for name, data in sent.items()
    }
    needed = modules_of(sent, BEGINS)
    company = modules_of(sent, COMPANY) if COMPANY in sent else []
    of_company = [each for each in (COMPANY_LOOKS,) if each in sent]
    of_rooms = list(dict.fromkeys([*needed, *company, *of_company]))
    looks = b"".join(found.get(name, b"") for name in LOOKS)
    style = _APART.sub(rb"\1", as_run(looks))
    previews = {**PREVIEWS, **of_rules(found.get(CATALOGUE, b""))}
    others = {
        path: _page(told, style, script, up + base, names)
        for path, preview in previews.items()
        for told in [shell.replace(_PREVIEW, tags_of(preview))]
        for script, names in [(line, of_rooms) if path == ROOM else (b"", needed)]
        for up in ["../" * (path.count("/") - 1)]
    }
    return Site(others["/"], others, _worker(worker, base, sent), files)


def _worker(worker: bytes, base: str, names: Iterable[str]) -> File:
    """Return the worker with the names of the files, but for the licences."""
    kept = [name for name in names if not name.endswith(".txt")]
    told = as_run(worker).replace(b'"static/"', f'"{base}/"'.encode(), 1)
    told = told.replace(b"[/* files */]", json.dumps(kept).encode())
    return _file(WORKER, told, is_kept=False)


def _as_sent(found: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files, with those put together that the page begins with."""
    modules = {name: data for name, data in found.items() if name.endswith(".js")}
    apart = {*modules, *LOOKS}
    return {
        **{name: data for name, data in found.items() if name not in apart},
        **put_together(modules, BEGINS, imported),
    }


def _page(
    shell: bytes, style: bytes, script: bytes, base: str, needed: Iterable[str]
) -> File:
    """Return the page, with its style in it and the modules that it needs named.

    A style sheet by itself would be waited for before anything is seen; and so would
    the script that is in it, if there is one, before a line is opened.
    """
    loads = "".join(f'<link {_how(name)} href="{base}/{name}">\n' for name in needed)
    filled = shell.replace(b"static/", f"{base}/".encode())
    whole = filled.replace(b"<!-- modules -->\n", loads.encode())
    whole = whole.replace(_STYLE, b"<style>%b</style>\n" % style)
    whole = whole.replace(_SCRIPT, b"<script>%b</script>\n" % script if script else b"")
    of_script = _named(script) if script else ""
    return _file(SHELL, whole, is_kept=False)._replace(
        style=_named(style), script=of_script
    )


def _named(inside: bytes) -> str:
    """Return the name in a policy of a style or a script that a page has in itself."""
    return f"'sha256-{b64encode(hashlib.sha256(inside).digest()).decode()}'"


def _how(name: str) -> str:
    """Return the way that a page names a file which it will ask for."""
    is_style = name.endswith(".css")
    return 'rel="preload" as="style"' if is_style else 'rel="modulepreload"'


def as_run(code: bytes) -> bytes:
    """Return a module or style sheet without the parts that are for its readers alone.

    These are comments on lines of their own, empty lines, and indents.
    """
    return _INDENTS.sub(b"", _COMMENTS.sub(b"", code))


def modules_of(found: Mapping[str, bytes], first: str) -> list[str]:
    """Return a module and all that it needs, each after the ones that it needs.

    The browser is told of them at once, or it would find them one after the other.
    """
    names = [first]
    for name in names:
        names += [each for each in imported(name, found[name]) if each not in names]
    return names


def imported(name: str, module: bytes) -> list[str]:
    """Return the modules that a module imports, from the same folder as its own."""
    said = (path.decode() for path in _IMPORT.findall(module))
    return list(dict.fromkeys(beside(name, path) for path in said))


def _digest(found: Mapping[str, bytes]) -> str:
    """Return a name for all files together: another one if any byte is another."""
    whole = hashlib.sha256()
    for part in _parts(found):
        whole.update(len(part).to_bytes(8))
        whole.update(part)
    return whole.hexdigest()[:16]


def _parts(found: Mapping[str, bytes]) -> Iterable[bytes]:
    for name, data in found.items():
        yield name.encode()
        yield data


def _packed(data: bytes) -> bytes:
    """Return bytes packed by gzip, always the same for the same."""
    # Blocks that end a little sooner than usual suit modules that were put together.
    packer = zlib.compressobj(9, wbits=31, memLevel=7)
    return packer.compress(data) + packer.flush()


def _file(name: str, data: bytes, *, is_kept: bool) -> File:
    packed = _packed(data)
    if len(packed) > LARGEST_BYTES:
        raise ValueError(f"{name} has {len(packed)} bytes, {LARGEST_BYTES} at most")
    tag = f'W/"{hashlib.sha256(data).hexdigest()[:16]}"'
    return File(KINDS[PurePosixPath(name).suffix], data, packed, is_kept, tag)
