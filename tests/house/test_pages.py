"""What the pages say can be followed: links lead somewhere, commands exist."""

import io
import re
import shlex
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from itertools import takewhile
from pathlib import Path

import pytest
from tests.house.repository import ROOT, kept_files

from samedeal_client.options.parser import command_parser

LINK = re.compile(r"\[[^\]]*\]\((?!\w+:|#)([^)#\s]+)[^)]*\)")
INTO = re.compile(r"\[[^\]]*\]\((?!\w+:)([^)#\s]*)#([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`[^`\n]*`")

OURS = re.compile(r"(\$ )?(\w+=\S* )*(\S*/)?(make|samedeal|samedeal-server)( |$)")

FORMS = tuple((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))

PROGRAMS = {"samedeal": "samedeal_client.cli", "samedeal-server": "samedeal_server.app"}


def pages() -> list[Path]:
    return [path for path in kept_files() if path.suffix == ".md"]


def test_links_between_pages_lead_somewhere() -> None:
    assert pages()
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages()
        for target in LINK.findall(without_code(page.read_text("utf-8")))
        if not (page.parent / target).exists()
    ]
    assert not broken


def test_links_into_pages_lead_to_a_heading() -> None:
    asked = [
        (page, page if not target else page.parent / target, anchor)
        for page in pages()
        for target, anchor in INTO.findall(without_code(page.read_text("utf-8")))
    ]
    assert asked
    broken = [
        f"{page.relative_to(ROOT)}: {where.name}#{anchor}"
        for page, where, anchor in asked
        if where.suffix == ".md" and anchor not in anchors_of(where.resolve())
    ]
    assert not broken


@cache
def anchors_of(page: Path) -> frozenset[str]:
    """Return what can be linked to in a page, as GitHub names it."""
    lines = FENCED.sub("", page.read_text("utf-8")).splitlines()
    heads = (line.lstrip("#").strip() for line in lines if line.startswith("#"))
    return frozenset(
        re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads
    )


def without_code(text: str) -> str:
    return INLINE.sub("", FENCED.sub("", text))


def test_targets_of_make_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    named = {target for words in commands() if (target := target_of(words))}
    assert named
    assert named <= targets


def target_of(words: tuple[str, ...]) -> str | None:
    named = [word for word in words[1:] if "=" not in word]
    return named[0] if words[0] == "make" and named else None


def test_commands_and_their_options_exist() -> None:
    for words in commands():
        if words[0] in PROGRAMS:
            known = help_of(words[0]) + help_of(*words)
            unknown = [word for word in words if option_of(word) not in known]
            assert not unknown, shlex.join(words)


def test_what_is_shown_after_a_prompt_is_a_whole_command() -> None:
    """With all that it needs and no word too many."""
    parser = command_parser()
    shown = [
        command_in(line)
        for page in pages()
        for block in FENCED.findall(page.read_text("utf-8"))
        for line in block.splitlines()
        if line.startswith("$ ")
    ]
    ours = [words[1:] for words in shown if words and words[0] == "samedeal"]
    assert len(ours) > 50
    for words in ours:
        parser.parse_args(words)


def is_no_option(word: str) -> bool:
    return not word.startswith("-")


def option_of(word: str) -> str:
    """Return the option that a word is; nothing for any other word."""
    return "" if is_no_option(word) else word.partition("=")[0]


@cache
def help_of(program: str, *command: str) -> str:
    """Return what `--help` says at the end of a command; fails if there is none."""
    module = import_module(PROGRAMS[program])
    said = io.StringIO()
    with redirect_stdout(said), pytest.raises(SystemExit) as ended:
        module.main([*command, "--help"])
    assert ended.value.code == 0, f"{program} {command}: {said.getvalue()}"
    return said.getvalue()


@cache
def commands() -> frozenset[tuple[str, ...]]:
    """Return the command lines on all pages, in fences and within sentences.

    And those that people are asked for who fill in a form.
    """
    lines: list[str] = []
    for page in (*pages(), *FORMS):
        text = page.read_text("utf-8")
        for block in FENCED.findall(text):
            lines += block.splitlines()[1:-1]
        lines += (code.strip("`") for code in INLINE.findall(FENCED.sub("", text)))
    return frozenset(filter(None, map(command_in, lines)))


def command_in(line: str) -> tuple[str, ...]:
    """Return the words of the command that a line begins with, if it is ours."""
    if not OURS.match(line):
        return ()
    words = shlex.split(line.removeprefix("$ "), comments=True)
    while "=" in words[0]:
        del words[0]
    words[0] = Path(words[0]).name
    return tuple(takewhile(lambda word: word not in {"|", "&&", "&", ">", "<"}, words))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("make test    # everything", ("make", "test")),
        ("$ samedeal rooms | head", ("samedeal", "rooms")),
        ("REDIS_URL=redis://x samedeal-server", ("samedeal-server",)),
        (".venv/bin/samedeal games", ("samedeal", "games")),
        ("samedeal plays patience.", ("samedeal", "plays", "patience.")),
        ("makes", ()),
        ("1  Greta [bot]  24", ()),
    ],
)
def test_a_command_is_known_by_its_first_word(
    line: str, words: tuple[str, ...]
) -> None:
    assert command_in(line) == words
