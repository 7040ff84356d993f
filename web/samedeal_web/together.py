"""Modules that are sent together, so that nobody waits for each of sixty.

A module among them becomes a function that is called once, after those it imports; its
exports are kept by its name. An export that others among them import is also open to
them all, as a name of the file, so that it is written once; names of a module's own
come before these. Every other module takes its imports from where they are kept, so
that there is only one of each. This holds for modules written as ours are: imports and
exports begin lines, imports are in braces, nothing exported is assigned anew later, and
no two modules need each other. Modules written in another way are not sent, and the
server says so when it begins.

Some are fetched later, each with the modules that it alone needs: nobody waits for the
board of a game that is not played, nor does a player alone for parts for company.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache

ROOMS: Mapping[str, tuple[str, ...]] = {
    "table.js": ("vendor", "games", "board"),
    "race.js": ("wire", "page"),
}
"""Files of modules by the rooms that these are of; each file may need those before it.

Two, for a file that is sent has an end to its size, and browsers fetch several at once.
"""

LATER = (
    *("board/squares/grid.js", "board/patience/tableau.js"),
    "page/room/company.js",
)
"""Modules that are fetched later, each in one file with those that it alone needs."""

_TEXT = r'"(\.[^"]+)"'
_NAMES = r"\{([^}]*)\}"
_IMPORT = re.compile(rf"^import\s*(?:{_NAMES}\s*from\s*)?{_TEXT};[ \t]*$", re.MULTILINE)
_PASSED_ON = re.compile(rf"^export\s*{_NAMES}\s*from\s*{_TEXT};[ \t]*$", re.MULTILINE)
_LISTED = re.compile(rf"(?:^|(?<=[;}}]))export\s*{_NAMES};", re.MULTILINE)
_NAMED = re.compile(
    r"^export ((?:async )?function|class|const) ([\w$]+)(?= *[(={]| extends)",
    re.MULTILINE,
)
_LATER = re.compile(rf"\bimport\({_TEXT}\)")
_HERE = re.compile(rf"\bnew URL\({_TEXT}, import\.meta\.url\)")
_LEFT = re.compile(r"^(?:import|export)\b(?!\().*|import\.meta.*", re.MULTILINE)


def put_together(
    found: Mapping[str, bytes],
    first: str,
    imported: Callable[[str, bytes], Sequence[str]],
) -> dict[str, bytes]:
    """Return the modules as they are sent: all that `first` needs in few files.

    The rest, `first` among it, changes only in the places it imports from. Raises
    ValueError for modules that cannot be put together.
    """
    together = Together(found, first, imported)
    rest = {
        name: together.rest(name, module)
        for name, module in found.items()
        if name not in together.file_of and name not in together.with_later
    }
    return {**together.files(), **rest}


class Together:
    """The modules that one module needs, in few files."""

    def __init__(
        self,
        found: Mapping[str, bytes],
        first: str,
        imported: Callable[[str, bytes], Sequence[str]],
    ) -> None:
        self._found = found

        @cache
        def needs_of(name: str) -> Sequence[str]:
            return imported(name, found[name])

        needed = _in_order(needs_of, first)[:-1]
        parts = [name for name in LATER if name in found]
        of_parts = {name: _in_order(needs_of, name)[:-1] for name in parts}
        needs = Counter(each for names in of_parts.values() for each in names)
        needed += [each for each, times in needs.items() if times > 1]
        self.file_of = {name: _file_of(name) for name in dict.fromkeys(needed)}
        """The file of each module that is put together with others: those needed at
        first, and those that several parts need."""
        self._apart = {
            each
            for name in found
            if name not in self.file_of and name not in {*needs, *parts}
            for each in _in_order(needs_of, name)
            if each not in self.file_of
        }
        self.with_later = {
            each: part
            for part, names in of_parts.items()
            for each in names
            if each not in self.file_of and each not in self._apart
        }
        """The part that each module is fetched with, where that part alone needs it."""
        self._imports = {name: [*self._imported(name)] for name in self.file_of}
        self._open = dict[str, str]()
        """Names open to all that are together, each with the module that has it; a
        second one of the same name is taken from where it is kept."""
        for imports in self._imports.values():
            for source, told in imports:
                self._open.setdefault(told, source)

    def files(self) -> dict[str, bytes]:
        """Return the files of modules."""
        return {file: self._file(file) for file in ROOMS}

    def _code(self, name: str) -> str:
        return self._found[name].decode()

    def _imported(self, name: str) -> Iterable[tuple[str, str]]:
        """Yield imports by their own name from modules that are put together."""
        for match in _IMPORT.finditer(self._code(name)):
            source = beside(name, match[2])
            for old, new in _pairs(match[1] or ""):
                if old == new and source in self.file_of:
                    yield source, old

    def _across(self, giver: str, taker: str) -> str:
        """Return the names that one file takes from another, where they are open."""
        taken = {
            told: None
            for name, file in self.file_of.items()
            for source, told in self._imports[name]
            if file == taker and self.file_of[source] == giver
            if self._open[told] == source
        }
        return ", ".join(taken)

    def _file(self, file: str) -> bytes:
        before = [*ROOMS][: [*ROOMS].index(file)]
        begins = (
            f'import {{ $modules }} from "./{before[-1]}";\nexport {{ $modules }};\n'
            if before
            else "export const $modules = {};\n"
        )
        for each in before:
            if across := self._across(each, file):
                begins += f'import {{ {across} }} from "./{each}";\n'
        inside = [name for name, its_file in self.file_of.items() if its_file == file]
        for name in inside:
            needs = _needs(name, self._code(name))
            if late := {self.file_of[each] for each in needs} - {*before, file}:
                raise ValueError(f"{name} needs what is in {', '.join(late)}")
        ends = ""
        for each in [*ROOMS][len(before) + 1 :]:
            if across := self._across(file, each):
                ends += f"export {{ {across} }};\n"
        return "".join((begins, *map(self._called, inside), ends)).encode()

    def _called(self, name: str, up: str = "./") -> str:
        """Return a module as a function that is called in a file, `up` from the top."""
        code, told = self._code(name), list[str]()

        def pass_on(match: re.Match[str]) -> str:
            source = self._from(name, match[2])
            told.extend(f"{new}: {source}.{old}" for old, new in _pairs(match[1]))
            return ""

        def named(match: re.Match[str]) -> str:
            told.append(match[2])
            return f"{match[1]} {match[2]}"

        def listed(match: re.Match[str]) -> str:
            told.extend(f"{new}: {old}" for old, new in _pairs(match[1]))
            return ""

        code = _PASSED_ON.sub(pass_on, code)
        code = _NAMED.sub(named, _LISTED.sub(listed, code))
        code = _IMPORT.sub(lambda match: self._taken(name, match), code)
        code = self._later(name, code, up)
        if left := _LEFT.search(_HERE.sub("", code)):
            raise ValueError(f"{name} cannot be put together: {left[0]}")
        gives = f"return {{ {', '.join(told)} }};" if told else ""
        given = (each.partition(":")[0] for each in told)
        stands_open = [each for each in given if self._open.get(each) == name]
        opens = f"const {{ {', '.join(stands_open)} }} = " if stands_open else ""
        return f'{opens}$modules["{name}"] = (() => {{\n{code}\n{gives}\n}})();\n'

    def rest(self, name: str, module: bytes) -> bytes:
        """Return a module that stays by itself, with changed imports of the others."""
        code = module.decode()
        inside = [each for each, its in self.with_later.items() if its == name]
        for match in _PASSED_ON.finditer(code):
            if beside(name, match[2]) in self.file_of:
                raise ValueError(f"{name} passes on what is elsewhere: {match[2]}")

        needs = {
            self.file_of[each]
            for part in (name, *inside)
            for each in _needs(part, self._code(part))
            if each in self.file_of
        }
        # What also runs where there is no page takes no more than it needs.
        last = ([file for file in ROOMS if file in needs] or [*ROOMS])[-1]

        def put(match: re.Match[str]) -> str:
            source = beside(name, match[2])
            is_there = source in self.file_of or source in inside
            return self._taken(name, match) if is_there else match[0]

        taking = self._later(name, _IMPORT.sub(put, code))
        if taking == code:
            return module
        up = "../" * name.count("/") or "./"
        begins = f'import {{ $modules }} from "{up}{last}";\n'
        others = {each for part in inside for each in _needs(part, self._code(part))}
        brought = (
            f'import * as $other{number} from "{up}{other}";\n'
            f'$modules["{other}"] = $other{number};\n'
            for number, other in enumerate(sorted(others & self._apart))
        )
        return "".join(
            (begins, *brought, *(self._called(each, up) for each in inside), taking)
        ).encode()

    def _taken(self, name: str, match: re.Match[str]) -> str:
        """Return an import as an assignment from the modules that are there already."""
        if not match[1]:
            return ""
        place, source = self._from(name, match[2]), beside(name, match[2])
        taken = ", ".join(
            old if old == new else f"{old}: {new}"
            for old, new in _pairs(match[1])
            if name not in self.file_of or old != new or self._open[old] != source
        )
        return f"const {{ {taken} }} = {place};" if taken else ""

    def _from(self, name: str, path: str) -> str:
        source = beside(name, path)
        if source not in {*self.file_of, *self.with_later, *self._apart}:
            raise ValueError(f"{name} needs {path}, which is not together with it")
        return f'$modules["{source}"]'

    def _later(self, name: str, code: str, up: str = "") -> str:
        """Resolve what is fetched later, in a file `up` from the top or its own."""

        def put(match: re.Match[str]) -> str:
            source = beside(name, match[1])
            if source in self.file_of:
                return f'Promise.resolve($modules["{source}"])'
            return f'import("{up}{source}")' if up else match[0]

        def put_url(match: re.Match[str]) -> str:
            source = beside(name, match[1])
            return f'new URL("{up}{source}", import.meta.url)' if up else match[0]

        return _HERE.sub(put_url, _LATER.sub(put, code))


def _in_order(needs_of: Callable[[str], Sequence[str]], first: str) -> list[str]:
    """Return a module and all that it needs, each after the ones it needs itself."""
    order: list[str] = []
    under_way: list[str] = []

    def put(name: str) -> None:
        if name in under_way:
            raise ValueError(f"modules need each other: {name} and {under_way[-1]}")
        if name in order:
            return
        under_way.append(name)
        for each in needs_of(name):
            put(each)
        under_way.pop()
        order.append(name)

    put(first)
    return order


def _file_of(name: str) -> str:
    for file, rooms in ROOMS.items():
        if name.partition("/")[0] in rooms:
            return file
    raise ValueError(f"{name} is in no room that is sent together")


def _needs(name: str, code: str) -> Iterable[str]:
    for pattern in (_IMPORT, _PASSED_ON):
        for match in pattern.finditer(code):
            yield beside(name, match[2])


def _pairs(names: str) -> Iterable[tuple[str, str]]:
    """Yield the name before and the name after `as`, for each in braces."""
    for each in filter(None, map(str.strip, names.split(","))):
        old, _, new = each.partition(" as ")
        yield old.strip(), (new or old).strip()


@lru_cache(maxsize=4096)
def beside(name: str, path: str) -> str:
    """Return the module that a path in another one leads to."""
    parts = name.split("/")[:-1]
    for part in path.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
