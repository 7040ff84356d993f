"""Replay: a match that is over, watched again at a terminal or printed whole."""

import argparse
import asyncio
import re
import shutil
from collections.abc import Callable

from samedeal_client.commands.proving import record_of, told_doubts
from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.language import later, tr
from samedeal_client.lines.analysing import Analysing
from samedeal_client.play.studying import Study, study_of_record
from samedeal_client.proof.records import Record
from samedeal_client.proof.replays import Replay
from samedeal_client.terminal.app import open_screen
from samedeal_client.terminal.gone import run_at_terminal
from samedeal_client.terminal.output import is_terminal, print_document
from samedeal_client.terminal.screen import INTERRUPTED, Interrupted, Screen
from samedeal_client.view.proof import PROVEN, head_lines, proof_document
from samedeal_client.view.reading import is_linear
from samedeal_client.view.replay import (
    frame_lines,
    replay_document,
    replay_lines,
    step_lines,
)
from samedeal_client.view.spans import Line, Span, Style, line, printable
from samedeal_client.view.standings import stopwatch
from samedeal_games.errors import GameError

LINES_AROUND = 9
FASTEST = 1000.0
HELP = (
    later(" next (or Enter), next 5    the next move, or five of them"),
    later(" previous, previous 5       back"),
    later(" 12, 1:30                   to move 12, to a minute and a half"),
    later(" play, play x4              at its own speed, or four times; Enter stops"),
    later(" seat NAME                  watch somebody else; by name or seat number"),
    later(" both, both NAME            two players at the same moment of the match"),
    later(
        " analyse                    what was possible, marked on every move from "
        "then on"
    ),
    later(" lost                       where the deal was lost"),
    later(" start, end, quit"),
)
_NEXT = ("", "n", "next", "+")
_BACK = ("p", "b", "previous", "back", "-")
_ANALYSE = ("analyse", "analyze", "analiza")
_LOST = ("lost", "perdido")
_CLOCK = re.compile(r"(\d{1,4}):(\d{1,2})(?:\.(\d))?", re.ASCII)
_SPEED = re.compile(r"x?(\d{1,4}(?:\.\d{1,3})?)x?", re.ASCII)


def replay(context: Context, arguments: argparse.Namespace) -> int:
    """Show a match again; returns 1 for one that is not proven."""
    record = record_of(context, arguments.match)
    try:
        replayed = Replay(record.transcript)
    except GameError as error:
        why = tr(error.wording)
        raise Failed(tr("this match cannot be replayed: {why}", why=why)) from None
    _choose_seats(replayed, arguments.seat, both=arguments.side_by_side)
    match = record.transcript.match
    doubted = told_doubts(context, arguments.match, match)
    status = 0 if record.is_proven and not doubted else 1
    if arguments.json:
        document = {**proof_document(record), **replay_document(replayed)}
        print_document(document, indent=2)
        return status
    if not is_terminal():
        lines = replay_lines(replayed, context.glyphs)
        context.show((*lines, (), _judgement(record), *doubted))
        return status
    with open_screen(context.glyphs, colour=context.colour) as screen:
        screen.show((*head_lines(record.transcript), _judgement(record), *doubted))
        left = run_at_terminal(Viewing(record, replayed, screen).run())
    return left or status


def _choose_seats(replayed: Replay, seat: str | None, *, both: bool) -> None:
    order = replayed.by_place()
    if seat is not None:
        first = replayed.find(seat)
        if first is None:
            name = printable(seat[:40])
            raise Failed(tr("nobody called {name!r} took part", name=name))
        order = [first, *(number for number in order if number != first)]
    replayed.watch(order[: 2 if both else 1])


def _judgement(record: Record) -> Line:
    if record.is_proven:
        return (Span(f" {tr(PROVEN)}", Style.GOOD),)
    return (Span(tr(" NOT PROVEN: see samedeal verify."), Style.WARNING),)


def _columns() -> int:
    return shutil.get_terminal_size().columns


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()


class Viewing:
    """One viewer of one match, line by line, until they have had enough."""

    def __init__(
        self,
        record: Record,
        replayed: Replay,
        screen: Screen,
        width: Callable[[], int] = _columns,
    ) -> None:
        self._record = record
        self._replay = replayed
        self._screen = screen
        self._width = width
        self._speed = 1.0
        self._playing: asyncio.Task[None] | None = None
        self._told: tuple[int, int] | None = None
        """Whose board was shown, after how many moves."""
        self._analysing = Analysing(screen)
        self._study: Study | None = None
        self._telling: asyncio.Task[None] | None = None

    async def run(self) -> int:
        """Show and obey until the viewer leaves; return an exit status."""
        self._show()
        self._screen.show((line(tr(" Enter for the next move, play, ? for help")),))
        try:
            while (
                text := await self._screen.read(self._prompt, self._foot)
            ) is not None:
                was_playing = self._stop()
                words = text.split()
                if words and words[0].lower() in ("q", "quit", "exit", "leave"):
                    break
                if words or not was_playing:
                    self._obey(words)
        except Interrupted:
            return INTERRUPTED
        finally:
            self._stop()
            self._analysing.drop()
            if self._telling is not None:
                self._telling.cancel()
        return 0

    def _obey(self, words: list[str]) -> None:
        word = words[0].lower() if words else ""
        rest = " ".join(words[1:])
        if word in (*_NEXT, *_BACK) and (not rest or _is_number(rest)):
            steps = int(rest[:6] or 1)
            self._replay.go(-steps if word in _BACK else steps)
        elif word in ("j", "jump", "go") and rest:
            self._jump(rest)
            return
        elif word in ("start", "end"):
            self._replay.jump_to_ply(0)
            if word == "end":
                self._replay.go(len(self._replay.transcript.seats) * 10_000)
        elif word == "play":
            self._play(rest)
            return
        elif word in ("seat", "s", "both", "side"):
            if not self._watch(rest, both=word in ("both", "side")):
                return
        elif word in _ANALYSE:
            if self._telling is None or self._telling.done():
                self._telling = asyncio.create_task(self._analyse())
            return
        elif word in _LOST:
            if not self._replay.jump_to_loss():
                self._warn(tr("it is not known to be lost; analyse finds out"))
                return
        elif word in ("?", "h", "help"):
            self._screen.show(tuple(line(tr(text)) for text in HELP))
            return
        elif word not in ("stop", "pause", "board"):
            self._jump(" ".join(words))
            return
        self._show()

    async def _analyse(self) -> None:
        """Tell what was possible, and mark from then on what was lost."""
        if self._study is None:
            self._study = study_of_record(self._record)
        found = await self._analysing.tell(self._study)
        if found.analysis is not None:
            self._replay.fates = found.analysis.fates

    def _jump(self, text: str) -> None:
        """Go to a move's number or a time."""
        clock = _CLOCK.fullmatch(text)
        if clock is not None:
            minutes, seconds, tenths = clock.groups(default="0")
            ms = (int(minutes) * 60 + int(seconds)) * 1000 + int(tenths) * 100
            # Tenths are all that is shown: the whole of one is meant.
            self._replay.jump_to_time(ms + 99)
        elif _is_number(text) and self._replay.watched:
            self._replay.jump_to_ply(int(text[:6]))
        else:
            shown = printable(text[:40])
            self._warn(tr("{text!r} is not a command; ? lists them", text=shown))
            return
        self._show()

    def _watch(self, name: str, *, both: bool) -> bool:
        now = self._replay.watched
        found = self._replay.find(name) if name else None
        if found is None and (name or not both):
            names = ", ".join(track.seat.name for track in self._replay.tracks)
            self._warn(tr("which player? There are {names}", names=printable(names)))
            return False
        if not both and found is not None:
            self._replay.watch((found,))
            return True
        others = self._replay.by_place() if found is None else [found]
        self._replay.watch((*now[:1], *[n for n in others if n not in now[:1]][:1]))
        return True

    def _play(self, speed: str) -> None:
        chosen = _SPEED.fullmatch(speed) if speed else None
        if speed and (chosen is None or not 0 < float(chosen[1]) <= FASTEST):
            shown = printable(speed[:20])
            self._warn(tr("{text!r} is not a speed: write play x4", text=shown))
            return
        self._speed = float(chosen[1]) if chosen else 1.0
        if self._replay.is_at_end:
            self._replay.jump_to_ply(0)
        self._playing = asyncio.create_task(self._go_on())

    async def _go_on(self) -> None:
        while (wait_ms := self._replay.next_in_ms()) is not None:
            await asyncio.sleep(wait_ms / 1000 / self._speed)
            self._replay.go(1)
            self._show()
        self._screen.show((line(tr(" That was all.")),))

    def _stop(self) -> bool:
        """Stop playing; tell whether anything was being played."""
        playing, self._playing = self._playing, None
        return playing is not None and playing.cancel()

    def _prompt(self) -> str:
        return f"{stopwatch(self._replay.at_ms)}> "

    def _foot(self) -> Line:
        playing = self._playing is not None and not self._playing.done()
        speed = tr("   playing x{speed:g}, Enter stops", speed=self._speed)
        time = f" {stopwatch(self._replay.at_ms)}{speed if playing else ''}"
        return line(time, tr("   ? for help, quit"))

    def _show(self) -> None:
        replayed, told = self._replay, self._told
        self._told = None
        if len(replayed.watched) == 1:
            number = replayed.watched[0]
            self._told = number, replayed.ply_of(number)
            if is_linear() and told == (number, self._told[1] - 1):
                self._screen.show(step_lines(replayed, number))
                return
        most_rows = max(8, self._screen.height - LINES_AROUND)
        width = self._width()
        lines = frame_lines(self._replay, self._screen.glyphs, width, most_rows)
        self._screen.show(((), *lines))

    def _warn(self, text: str) -> None:
        self._screen.show(((Span(" " + text, Style.WARNING),),))
