"""The checks of a match's record, and their outcomes."""

import textwrap
from collections.abc import Iterator

from samedeal_client.language import later, tr, tr_n
from samedeal_client.view.names import called, told_apart
from samedeal_client.view.records.certified import choice_text
from samedeal_client.view.records.heads import short
from samedeal_client.view.records.seats import MOST_NAME, seat_name
from samedeal_client.view.records.voids import void_document, voids_lines
from samedeal_client.view.spans import Line, Lines, Span, Style, line, padded, printable
from samedeal_client.view.standings import counted
from samedeal_client.view.times import clock, stopwatch
from samedeal_games.catalogue import GAMES
from samedeal_games.contests import has_earned
from samedeal_records.record import (
    Record,
    check_of_seat,
    date_text,
    names_of_checks,
)
from samedeal_records.transcripts import SeatRecord, Transcript
from samedeal_records.verification import no_shows, revealed, seed_of

WIDTH = 78
PROVEN = later("Proven: dealt as committed to, and played as recorded.")

CHECKS = {
    "rules": later("rules"),
    "kind": later("kind"),
    "commitment": later("commitment"),
    "nonces": later("nonces"),
    "deal": later("deal"),
    "voids": later("void starts"),
    "people": later("people"),
    "times": later("times"),
    "places": later("places"),
    "choice": later("choice"),
    "digest": later("digest"),
}
"""The names of the checks that are not about a seat."""
KINDS = {
    "match": later("match"),
    "daily": later("daily"),
    "challenge": later("challenge"),
    "event": later("event"),
}


def proof_lines(record: Record) -> Lines:
    """Return one line a check and a verdict, 79 cells wide; doubts may take more."""
    labels = dict(_labels(record.transcript))
    width = max(len(label) for label in labels.values())
    doubts = {check.what: check.doubt for check in record.checks}
    rows: list[Line] = [*head_lines(record.transcript), ()]
    for what, label in labels.items():
        name = Span(f" {padded(label, width)}  ")
        if what not in doubts:
            rows.append((name, Span(tr("not checked"), Style.DIM)))
        elif doubts[what]:
            rows += _doubt(name, doubts[what])
        else:
            rows.append(_holds(name, _said(record, what)))
    rows += _choices_told(record.transcript)
    seed = deal_seed(record)
    if seed is not None:
        rows += [(), line(tr(" Seed {seed}", seed=seed.hex()))]
    return (*rows, (), *_verdict(record))


def head_lines(transcript: Transcript) -> Lines:
    """Return the game, the match and its time."""
    game = GAMES.get(transcript.game)
    title = tr("A game that is not known here")
    if game is not None:
        title = tr(game.about.title)
    lasted = clock((transcript.ended_at - transcript.started_at) / 1000)
    match, key = _short(transcript.match, 40), _short(transcript.game, 30)
    return (
        line(" ", Span(title, Style.TITLE), f" ({key})"),
        line(tr(" Match {match}", match=match)),
        line(
            Span(
                tr(
                    " {when}, {time}; kept by {server}",
                    when=date_text(transcript.started_at),
                    time=lasted,
                    server=_short(transcript.server, 24),
                ),
                Style.DIM,
            )
        ),
    )


def _choices_told(transcript: Transcript) -> Lines:
    """Return the void starts, or the chances that the deal had to be another one."""
    missing = no_shows(transcript)
    if not missing:
        voids = voids_lines(transcript.voids)
        return ((), *voids) if voids else ()
    text = tr_n(
        " {count} no-show: one of {decks} deals could have been chosen.",
        " {count} no-shows: one of {decks} deals could have been chosen.",
        missing,
        decks=2**missing,
    )
    return ((), (Span(text, Style.WARNING),))


def proof_document(record: Record) -> dict[str, object]:
    """Return the document of ``samedeal verify --json``."""
    doubts = {check.what: check.doubt for check in record.checks}
    transcript = record.transcript
    labels = _labels(transcript)
    players = {
        check_of_seat(seat): {"player": seat.player, "name": seat.name}
        for seat in record.transcript.seats
    }
    return {
        "match": record.transcript.match,
        "game": record.transcript.game,
        "proven": record.is_proven,
        "digest": record.digest.hex(),
        "voids": [void_document(void) for void in transcript.voids or ()],
        "no_shows": no_shows(transcript),
        "seed": None if (seed := deal_seed(record)) is None else seed.hex(),
        "checks": [
            {
                "check": what,
                **players.get(what, {}),
                "holds": None if what not in doubts else not doubts[what],
                "doubt": doubts.get(what) or None,
            }
            for what, _ in labels
        ],
    }


def _labels(transcript: Transcript) -> list[tuple[str, str]]:
    """Return every check with its name: seats by their players' names."""
    seats = transcript.seats
    names = {check_of_seat(seat): seat_name(seat, seats) for seat in seats}
    return [
        (what, names[what] if what in names else tr(CHECKS[what]))
        for what in names_of_checks(transcript)
    ]


def _said(record: Record, what: str) -> str:
    """Return the detail of a check where nothing is in doubt."""
    transcript = record.transcript
    match what:
        case "rules":
            return transcript.rules
        case "commitment":
            return short(transcript.commitment)
        case "nonces":
            return tr("{count} in the deal", count=len(revealed(transcript)))
        case "voids":
            count = len(transcript.voids or ())
            return str(count) if count else tr("none")
        case "people":
            count = sum(seat.is_erased for seat in transcript.seats)
            return tr("{count} erased", count=count) if count else ""
        case "places":
            return ", ".join(_placed(transcript))
        case "digest":
            return short(record.digest)
        case "deal":
            return tr("of the seed {seed}", seed=short(seed_of(transcript)))
        case "kind":
            rated = tr(", rated") if transcript.rated else ""
            kind = tr(KINDS.get(transcript.kind, transcript.kind))
            return _short(f"{kind}{rated}", 30)
        case "times":
            return ""
        case "choice":
            return choice_text(transcript.certifier, transcript.counter)
        case _:
            seat = next(s for s in transcript.seats if check_of_seat(s) == what)
            return _attempt(transcript, seat)


def _attempt(transcript: Transcript, seat: SeatRecord) -> str:
    score = counted(seat.score, GAMES[transcript.game].about)
    moves = tr_n("{count} move", "{count} moves", seat.plies)
    told = f"{score}, {moves}"
    if not has_earned(seat.score, seat.elapsed_ms):
        return told
    return f"{told}, {stopwatch(seat.elapsed_ms)}"


def deal_seed(record: Record) -> bytes | None:
    """Return the seed that makes the deal again; None if it is in doubt."""
    held = {check.what for check in record.checks if not check.doubt}
    return seed_of(record.transcript) if "deal" in held else None


def _placed(transcript: Transcript) -> Iterator[str]:
    """Yield the players by place, as far as they fit on a line."""
    left = WIDTH - MOST_NAME
    names = [(seat.seat, called(seat.name)) for seat in transcript.seats]
    for seat in sorted(transcript.seats, key=lambda seat: seat.place):
        text = f"{seat.place} {told_apart(called(seat.name), seat.seat, names)}"
        left -= len(text) + 2
        if left < 0:
            yield "..."
            return
        yield text


def _holds(name: Span, said: str) -> Line:
    told = Span(f": {said}", Style.DIM)
    return (name, Span(tr("holds"), Style.GOOD), *((told,) if said else ()))


def _doubt(name: Span, doubt: str) -> Iterator[Line]:
    mark = tr("DOUBT") + "  "
    indent = len(name.text) + len(mark)
    wrapped = textwrap.wrap(printable(tr(doubt))[:400], WIDTH - indent) or [""]
    yield (name, Span(mark + wrapped[0], Style.WARNING))
    for row in wrapped[1:]:
        yield (Span(" " * indent), Span(row, Style.WARNING))


def _verdict(record: Record) -> Lines:
    digest = line(
        Span(tr(" Digest {digest}", digest=record.digest.hex()[:64]), Style.DIM)
    )
    if record.is_proven:
        return ((Span(f" {tr(PROVEN)}", Style.GOOD),), digest)
    failed = sum(bool(check.doubt) for check in record.checks)
    text = tr_n(
        " NOT PROVEN: {count} check failed.",
        " NOT PROVEN: {count} checks failed.",
        failed,
    )
    return ((Span(text, Style.WARNING),), digest)


def judgement(record: Record) -> Line:
    """Return whether a match is proven, in a few words."""
    if record.is_proven:
        return (Span(f" {tr(PROVEN)}", Style.GOOD),)
    return (Span(tr(" NOT PROVEN: see samedeal verify."), Style.WARNING),)


def _short(text: str, most: int) -> str:
    return padded(printable(text), most).rstrip()


def unfair_line(doubt: str) -> Line:
    """Return the warning about a room before anything is played in it."""
    return (Span(tr(" NOT FAIR: {doubt}", doubt=printable(tr(doubt))), Style.WARNING),)
