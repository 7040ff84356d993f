"""What must be true afterwards, whatever happened: ledgers against logs.

Every finding is a sentence that names the room and the player. A command that was
acknowledged in an epoch before the log's own is not a finding: the store lost it
and the player was told so.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bench.chaos.ledger import Asked, Kind, Ledger, Seen
from bench.chaos.logs import Folded, told
from bench.chaos.replays import replay, why_not_the_result

from samedeal_protocol.digest import digest
from samedeal_server.core import facts
from samedeal_server.core.facts import Entry, Fact

_KINDS: dict[type[Fact], Kind] = {
    facts.Readied: "ready",
    facts.Unreadied: "unready",
    facts.Moved: "move",
    facts.Finished: "finish",
    facts.Resigned: "resign",
}


class Done(NamedTuple):
    """A command as the log has it."""

    offset: int
    move: str


class Book(NamedTuple):
    """The log's side: all deeds, by player, match and kind, in order."""

    done: dict[tuple[str, str, Kind], list[Done]]
    epoch: int
    since: int
    """The offset at which the epoch began; 0 for the first."""
    again: frozenset[str]
    """Matches in place of a void one, for which clients are ready by themselves."""


def check_log(room: str, folded: Folded, *, is_lossy: bool = False) -> list[str]:
    """Check a log by itself: no hole, no command twice, nothing impossible.

    Where a store has lost facts a room may close whose match had ended before that and
    is under way again, as its seed is known.
    """
    found: list[str] = []
    if folded.room is None and folded.entries:
        found.append(f"{room}: the log does not fold: {folded.why_not}")
    for number, entry in enumerate(folded.entries, 1):
        if entry.offset != number:
            found.append(f"{room}: offset {entry.offset} stands at {number}")
            break
    found += _check_numbers(room, folded.entries)
    return found + _check_nobody_was_made_to(room, folded.entries, is_lossy=is_lossy)


def _check_nobody_was_made_to(
    room: str, entries: Iterable[Entry], *, is_lossy: bool
) -> list[str]:
    """Check that no player's match or seat was ended by anything but that player."""
    found: list[str] = []
    last: Fact | None = None
    for entry in entries:
        before, last = last, entry.fact
        match entry.fact:
            case facts.RoomClosed(why="empty") if _is_no_show(before):
                # Nobody could reveal in time, so nobody was left.
                continue
            case facts.RoomClosed(why="lost") if is_lossy:
                continue
            case facts.Finished() | facts.Resigned() if not entry.n:
                what = "stopped though nobody asked for it"
            case facts.SeatLeft(why="away" | "not_ready" as why):
                what = f"lost the seat, {why}"
            case facts.RoomClosed(why=why):
                what = f"closed, {why}"
            case _:
                continue
        found.append(f"{room}: at offset {entry.offset} {what}")
    return found


def _is_no_show(fact: Fact | None) -> bool:
    return isinstance(fact, facts.SeatLeft) and fact.why == "no_show"


def _check_numbers(room: str, entries: Sequence[Entry]) -> list[str]:
    """Check that each player's commands are numbered from 1, each once.

    A command can have several facts, which then stand together.
    """
    found: list[str] = []
    last: dict[str, int] = {}
    before: tuple[str, int] = ("", 0)
    for entry in entries:
        if isinstance(entry.fact, facts.SeatTaken):
            last[entry.fact.player] = 0
        if entry.n and (entry.by, entry.n) != before:
            expected = last.get(entry.by, 0) + 1
            if entry.n != expected:
                found.append(
                    f"{room}: {entry.by}'s command {entry.n} stands at offset "
                    f"{entry.offset} where {expected} should"
                )
            last[entry.by] = entry.n
        before = (entry.by, entry.n)
    return found


def book_of(entries: Iterable[Entry]) -> Book:
    """Collect the deeds of each player in each match from a log."""
    done: dict[tuple[str, str, Kind], list[Done]] = {}
    opened = playing = ""
    again, is_void = set[str](), False
    epoch, since = 1, 0
    for entry in entries:
        match entry.fact:
            case facts.StartVoided():
                is_void = True
            case facts.MatchOpened(match=match):
                opened = match
                if is_void:
                    again.add(match)
                is_void = False
            case facts.MatchStarted():
                playing = opened
            case facts.EpochBegan(epoch=began):
                epoch, since = began, entry.offset
            case _:
                pass
        kind = _KINDS.get(type(entry.fact))
        if kind is None or not entry.n:
            continue
        match_id = opened if kind in ("ready", "unready") else playing
        move = entry.fact.move if isinstance(entry.fact, facts.Moved) else ""
        key = (entry.by, match_id, kind)
        done.setdefault(key, []).append(Done(entry.offset, move))
    return Book(done, epoch, since, frozenset(again))


def check_ledger(ledger: Ledger, folded: Folded) -> list[str]:
    """Check that everything acknowledged is in the log once, and in order."""
    who = f"{ledger.room}: {ledger.player}"
    found = [f"{who} {wrong}" for wrong in ledger.wrongs]
    if not folded.entries:
        if ledger.acknowledged() and not ledger.was_told_lost:
            found.append(f"{who}: the room is gone and nobody said so")
        return found
    was_lawful = ledger.was_told_lost or was_no_show(ledger.player, folded.entries)
    if ledger.was_unseated and not was_lawful:
        found.append(f"{who} has lost the seat")
    book = book_of(folded.entries)
    asked = [a for a in ledger.asked if a.epoch == book.epoch]
    if book.epoch > 1:
        return found + [f"{who} {wrong}" for wrong in _check_epoch(ledger, asked, book)]
    groups: dict[tuple[str, Kind], list[Asked]] = {}
    for each in asked:
        groups.setdefault((each.match, each.kind), []).append(each)
    for (match, kind), group in groups.items():
        if kind == "ready" and match in book.again:
            continue
        done = book.done.get((ledger.player, match, kind), [])
        found += [f"{who} {wrong}" for wrong in _compare(kind, group, done)]
    unasked = _unasked(ledger, book)
    found += [f"{who}: {what} is in the log and was not asked" for what in unasked]
    return found + [f"{who} {wrong}" for wrong in _disorder(ledger, asked, book)]


def was_no_show(player: str, entries: Iterable[Entry]) -> bool:
    """Tell whether a player has lost a seat by not revealing a nonce in time.

    That is a rule of the game, and befalls anybody who is cut off through a countdown.
    """
    players: dict[int, str] = {}
    for entry in entries:
        match entry.fact:
            case facts.SeatTaken(seat=seat, player=who):
                players[seat] = who
            case facts.SeatLeft(seat=seat, why="no_show") if players[seat] == player:
                return True
            case _:
                pass
    return False


def excused(ledger: Ledger, folded: Folded) -> int:
    """Count acknowledged commands of epochs that are over: openly lost, or not."""
    if not folded.entries:
        return ledger.acknowledged()
    epoch = book_of(folded.entries).epoch
    return sum(a.outcome == "acknowledged" and a.epoch != epoch for a in ledger.asked)


def _compare(kind: Kind, asked: Sequence[Asked], done: Sequence[Done]) -> list[str]:
    """Compare what was asked for in one match with what the log has of it."""
    outcomes = Counter(each.outcome for each in asked)
    least, most = outcomes["acknowledged"], len(asked) - outcomes["refused"]
    found: list[str] = []
    if kind == "move":
        for each in asked:
            if each.outcome != "acknowledged":
                continue
            if each.ply >= len(done):
                found.append(f"lost move {each.ply} ({each.move}) of {each.match}")
            elif done[each.ply].move != each.move:
                found.append(
                    f"made move {each.ply} of {each.match} as {each.move}, and the "
                    f"log says {done[each.ply].move}"
                )
    elif len(done) < least:
        found.append(f"lost {least - len(done)} {kind} of {asked[0].match}")
    if len(done) > most:
        found.append(f"has {len(done)} {kind}s of {asked[0].match} for {most}")
    return found


def _check_epoch(ledger: Ledger, asked: Sequence[Asked], book: Book) -> list[str]:
    """Compare what was done in a later epoch with what was asked for in it.

    By kind alone: a player set back into an earlier match is not told its name.
    """
    found: list[str] = []
    for kind in dict.fromkeys(each.kind for each in asked):
        if kind == "ready" and book.again:
            continue
        done = sorted(
            each
            for (player, _, done_kind), group in book.done.items()
            if player == ledger.player and done_kind == kind
            for each in group
            if each.offset > book.since
        )
        group = [each for each in asked if each.kind == kind]
        rest = iter([each.move for each in done])
        # Each next one, in order, in what is left of the log.
        found += [
            f"lost {kind} {each.move} in epoch {book.epoch}"
            for each in group
            if each.outcome == "acknowledged" and each.move not in rest
        ]
        most = sum(each.outcome != "refused" for each in group)
        if len(done) > most:
            what = f"{len(done)} {kind}s in epoch {book.epoch}"
            found.append(f"has {what} for {most}")
    return found


def _unasked(ledger: Ledger, book: Book) -> list[str]:
    asked = {(each.match, each.kind) for each in ledger.asked}
    return [
        f"{kind} of {match}"
        for player, match, kind in book.done
        if player == ledger.player
        and (match, kind) not in asked
        and not (kind == "ready" and match in book.again)
    ]


def _disorder(ledger: Ledger, asked: Sequence[Asked], book: Book) -> list[str]:
    """Find a command acknowledged after one that stands later in the log."""
    before = 0
    for each in asked:
        if each.outcome != "acknowledged":
            continue
        done = book.done.get((ledger.player, each.match, each.kind), [])
        index = each.ply if each.kind == "move" else 0
        if len(done) <= index or (each.kind != "move" and len(done) > 1):
            continue
        offset = done[index].offset
        if offset < before:
            return [f"was acknowledged {each.kind} {each.move} after a later fact"]
        before = offset
    return []


def check_view(seen: Seen, folded: Folded) -> list[str]:
    """Check that what a player sees is what the log comes to."""
    if folded.room is None or seen.room is None or seen.seat is None:
        return []
    who = f"{folded.room.code}: {seen.player}"
    snapshot = told(folded.room, seen.player)
    if seen.offset != snapshot.offset:
        return [f"{who} is at offset {seen.offset}, the log at {snapshot.offset}"]
    found: list[str] = []
    if seen.digest != digest(snapshot.room, snapshot.board):
        found.append(f"{who} has another digest than the log")
    if seen.room != snapshot.room:
        found.append(f"{who} sees {seen.room!r}, the log says {snapshot.room!r}")
    if seen.board != snapshot.board:
        found.append(f"{who} has {seen.board!r}, the log says {snapshot.board!r}")
    return found


def check_results(ledgers: Sequence[Ledger], folded: Folded) -> list[str]:
    """Check that the standings told are those that the engines come to."""
    if folded.room is None:
        return []
    room = folded.room.code
    replayed = replay(folded.entries)
    found = [
        f"{room}: {match} ended before {player} was done"
        for match, ended in replayed.items()
        for player, play in ended.plays.items()
        if play.state == "timed_out"
    ]
    for ledger in ledgers:
        for match, (epoch, result) in ledger.results.items():
            if epoch != folded.room.marks.epoch:
                continue
            if match not in replayed:
                found.append(f"{room}: {match} ended for {ledger.player} alone")
                continue
            why = why_not_the_result(replayed[match], result)
            if why is not None:
                found.append(f"{room}: {match} as told to {ledger.player}: {why}")
    return found
