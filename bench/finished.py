"""Matches that are over, made up for the books: nobody played them."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import NamedTuple

from samedeal_games.catalogue import GAMES
from samedeal_games.contests import merit, places
from samedeal_games.fairness import LinkKind, chain_head
from samedeal_games.game import Contest
from samedeal_records.sealing import digest_of, seal
from samedeal_records.transcripts import SeatRecord, Transcript, to_plain
from samedeal_server.core.books.dailies import DailyDeal, daily_id
from samedeal_server.core.books.windows import day_of
from samedeal_server.records.links import link_of, pack_link
from samedeal_server.store.chain import NewLink
from samedeal_server.store.redis import Store

HOUR_MS = 3600 * 1000
NOON = round(datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp() * 1000)
PLAYED = ("westcliff/american", "squares/english", "pas-seul")


class Came(NamedTuple):
    """A player's end of a match."""

    player: str
    score: int = 10
    elapsed_ms: int = 60_000
    state: str = "finished"
    plies: int = 20
    bot: bool = False
    named: bool = False


def finished(
    match: str,
    *came: Came | str,
    game: str = "squares/english",
    at: int = NOON,
    deal: str = "",
    rated: bool | None = None,
) -> Transcript:
    """Return the transcript of a match; a name alone stands for an ordinary result."""
    seats = [one if isinstance(one, Came) else Came(one) for one in came]
    people = sum(not one.bot for one in seats)
    return Transcript(
        match=match,
        deal=deal or match,
        rated=people > 1 and not deal if rated is None else rated,
        game=game,
        rules=GAMES[game].about.rules_hash,
        commitment=bytes(32),
        server_seed=bytes(32),
        nonces=(),
        started_at=at - 120_000,
        ended_at=at,
        stood_ms=0,
        time_limit_s=300,
        seats=_placed(seats, GAMES[game].about.contest),
        server="test",
    )


def _placed(seats: Sequence[Came], contest: Contest) -> tuple[SeatRecord, ...]:
    merits = [
        merit(
            contest,
            resigned=one.state == "resigned",
            score=one.score,
            reached_ms=one.elapsed_ms,
        )
        for one in seats
    ]
    return tuple(
        SeatRecord(
            seat=number,
            player=one.player,
            name=one.player.upper(),
            bot=one.bot,
            place=place,
            score=one.score,
            plies=one.plies,
            elapsed_ms=one.elapsed_ms,
            state=one.state,
            moves=(),
            named=one.named,
        )
        for number, (one, place) in enumerate(zip(seats, places(merits), strict=True))
    )


def series(dice: Random, count: int, players: int = 7) -> Iterator[Transcript]:
    """Yield matches of every kind, bots among the players, over some weeks."""
    at, ordinary = NOON, list[Transcript]()
    for number in range(count):
        at += dice.randrange(20 * HOUR_MS)
        game = dice.choice(PLAYED)
        deal = _deal(dice, at, game, ordinary)
        if deal in {each.match for each in ordinary}:
            game = next(each.game for each in ordinary if each.match == deal)
        is_alone = deal and not deal.startswith("event/")
        came = _came(dice, players, 1 if is_alone else dice.randint(1, 5))
        rated = None if dice.random() < 0.9 else False
        match = finished(f"m-{number}", *came, game=game, at=at, deal=deal, rated=rated)
        if match.kind == "match":
            ordinary.append(match)
        yield match


def _deal(dice: Random, at: int, game: str, ordinary: Sequence[Transcript]) -> str:
    kind = dice.random()
    if kind < 0.2:
        day = day_of(at) - timedelta(days=dice.randrange(3))
        return daily_id(DailyDeal(game, day))
    if kind < 0.3 and ordinary:
        return dice.choice(ordinary).match
    return f"event/e-{dice.randrange(2)}/{dice.randrange(3)}" if kind < 0.35 else ""


def _came(dice: Random, players: int, count: int) -> list[Came]:
    names = dice.sample([f"p-{number}" for number in range(players)], count)
    return [
        Came(
            name,
            score=dice.randrange(12),
            elapsed_ms=dice.randrange(5) * 1000,
            state=dice.choice(("finished", "out", "timed_out", "resigned")),
            plies=dice.randrange(4),
            bot=name == "p-0",
        )
        for name in names
    ]


async def keep(store: Store, *transcripts: Transcript) -> None:
    """Put transcripts into a store and link them, as the server does."""
    for transcript in transcripts:
        sealed = seal(to_plain(transcript))
        await store.transcripts.put(transcript.match, sealed, 0)
        await link(store, "end", transcript.match, digest_of(sealed))


async def link(store: Store, kind: LinkKind, match: str, proof: bytes) -> None:
    """Make a link of the chain, whoever else makes some meanwhile."""
    wanted = link_of(kind, match, proof)
    _, head = await store.chain.end()
    made = 0
    while not made:
        then = chain_head(head or bytes(32), kind, wanted.shown, proof)
        new = NewLink(f"{kind}:{match}", then, pack_link(wanted))
        _, head, made = await store.chain.append(head, [new])
