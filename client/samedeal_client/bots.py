"""Bots, ordinary clients of the protocol that say what they are.

A chooser looks at nothing but the board that its player was sent.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from random import Random

from samedeal_client.happenings import Lost, NotDone, Unseated
from samedeal_client.player import Player
from samedeal_client.session import board_of
from samedeal_games.catalogue import find_game
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import FOUNDATION, WASTE, PatienceGame, PatiencePosition
from samedeal_games.patience import Move as PatienceMove
from samedeal_games.patience.foundations import goes_up
from samedeal_games.squares import Cell, Laying, SquaresGame
from samedeal_games.squares.cells import legal_cells
from samedeal_players import AnyPlayer, Level, players_for
from samedeal_protocol.errors import ErrorCode

Chooser = Callable[[AnyGame, Board, Random], str | None]
"""From a board to a move in notation; None to stop and keep the score."""

RANDOM_PLIES = 150
"""A random player of patience shuttles for ever; it stops here."""


def choose_at_random(game: AnyGame, board: Board, dice: Random) -> str | None:
    """Choose any legal move."""
    moves = game.legal_moves(game.position_from(board))
    if not moves or board.plies >= RANDOM_PLIES:
        return None
    return game.format(dice.choice(moves))


def choose_greedily(game: AnyGame, board: Board, dice: Random) -> str | None:
    """Choose what gains most at once."""
    if isinstance(game, SquaresGame):
        return _best_cell(game, board, dice)
    if isinstance(game, PatienceGame):
        return _most_useful(game, board, dice)
    return choose_at_random(game, board, dice)


def with_skill(level: Level) -> Chooser:
    """Return a chooser that plays as well as a level says; greedily where none does."""

    def choose(game: AnyGame, board: Board, dice: Random) -> str | None:
        player = _player_of(game.about.key, level)
        if player is None:
            return choose_greedily(game, board, dice)
        moves = game.legal_moves(game.position_from(board))
        return game.format(player.choose(board, moves, dice)) if moves else None

    return choose


@cache
def _player_of(key: str, level: Level) -> AnyPlayer | None:
    make = players_for(key).get(level)
    return None if make is None else make()


CHOOSERS: Mapping[str, Chooser] = {
    "random": choose_at_random,
    "greedy": choose_greedily,
    **{level.value: with_skill(level) for level in Level},
}
"""By the name of the kind of bot."""


async def play_as_bot(
    player: Player,
    chooser: Chooser,
    dice: Random,
    *,
    pace_s: float = 0.0,
    matches: int | None = None,
) -> None:
    """Play in the room where a connected player sits, until it is gone.

    Gets ready by itself, for rematches too, up to so many `matches` or while
    there is a person to play with; `pace_s` is the pause before each move, so
    that people can follow.
    """
    played = 0
    while True:
        room = player.session.room
        own = player.session.own
        if room is None or own is None:
            return
        if player.session.may_move:
            await _play_match(player, chooser, dice, pace_s)
            played += 1
        waiting = room.phase in ("gathering", "result")
        if matches is not None and played >= matches and room.phase == "result":
            return
        if (
            waiting
            and matches is None
            and played
            and all(seat.bot for seat in room.seats)
        ):
            await _try(player.leave())
            return
        if waiting and room.next_match is not None and not own.ready:
            await _try(player.ready())
        happening = await player.happenings.get()
        if isinstance(happening, Unseated):
            return
        if isinstance(happening, Lost) and not happening.again:
            return


async def _play_match(
    player: Player, chooser: Chooser, dice: Random, pace_s: float
) -> None:
    session = player.session
    room = session.room
    if room is None:
        return
    game = find_game(room.game)
    while session.may_move and session.board is not None:
        if pace_s:
            await asyncio.sleep(pace_s * dice.uniform(0.5, 1.5))
        choice = chooser(game, board_of(session.board), dice)
        if choice is None:
            await _try(player.finish())
        else:
            await _try(player.move(choice))


async def _try(asking: Awaitable[None]) -> None:
    """Await a request; what is refused will be seen in the session anyway."""
    try:
        await asking
    except NotDone as refusal:
        if refusal.error.code is ErrorCode.TOO_FAST:
            retry = refusal.error.retry
            await asyncio.sleep(retry / 1000 if isinstance(retry, int) else 1.0)


def _best_cell(game: SquaresGame, board: Board, dice: Random) -> str | None:
    """Lay the card where all lines, open ones too, then count most.

    A serpent looks first for room to go on, and then for the narrowest way.
    """
    position = game.position_from(board)
    cells = list(game.legal_moves(position))
    if not cells:
        return None
    dice.shuffle(cells)

    def worth(cell: Cell) -> tuple[int, int, int]:
        after = game.apply(position, cell)
        points = sum(line.points for line in game.lines(after))
        if game.ruleset.laying is not Laying.SERPENT:
            return 0, points, 0
        return _room(after.cells), points, -len(game.legal_moves(after))

    return game.format(max(cells, key=worth))


def _room(cells: tuple[Cell, ...]) -> int:
    """Count the empty cells that are not walled off from a serpent's head."""
    seen, heads = set[Cell](), [cells[-1]]
    while heads:
        beside = legal_cells(Laying.SERPENT, (*cells, heads.pop()))
        heads += [cell for cell in beside if cell not in seen]
        seen.update(beside)
    return len(seen)


def _most_useful(game: PatienceGame, board: Board, dice: Random) -> str | None:
    """Take the best kind of progress there is; stop when there is none.

    Every kind plays a card up, turns one up, lays it where it fits, empties a
    column or the waste, or deals, so it cannot go round in circles.
    """
    position = game.position_from(board)
    moves = game.legal_moves(position)
    useful: dict[int, list[PatienceMove]] = {}
    for move in moves:
        rank = _use(game, position, move)
        if rank is not None:
            useful.setdefault(rank, []).append(move)
    if not useful:
        # Where spaces must be filled before dealing, a king has to move to one.
        kings = [m for m in moves if position.stock and _fills_space(position, m)]
        return game.format(kings[0]) if kings else None
    return game.format(dice.choice(useful[min(useful)]))


def _use(
    game: PatienceGame, position: PatiencePosition, move: PatienceMove
) -> int | None:
    """Rank a move by what it is good for, 0 first; None for nothing."""
    source, target, size = move
    if source < WASTE:
        return 6
    if target <= FOUNDATION:
        return 0
    to_space = not position.columns[target - 1].cards
    if source == WASTE:
        return 5 if to_space else 2
    column = position.columns[source - 1]
    cards, hidden = column
    if size != game.policies.run_length(column):
        return None
    if size == len(cards):
        return None if to_space else 3
    if size == len(cards) - hidden:
        return 4 if to_space else 1
    under, hosts = cards[-size - 1], game.policies.hosts
    if goes_up(game.policies.places, position.foundations, under) is not None:
        return 2
    if under in hosts[cards[-size]]:
        return None
    if not to_space:
        return 3
    # The next move is to lay what was below where it fits.
    exposed = {other.cards[-1] for other in position.columns if other.cards}
    lies_well = len(cards) > size + 1 and cards[-size - 2] in hosts[under]
    return None if lies_well or exposed.isdisjoint(hosts[under]) else 5


def _fills_space(position: PatiencePosition, move: PatienceMove) -> bool:
    """Tell whether a move takes part of a column to a space."""
    source, target, size = move
    if source <= WASTE or target <= FOUNDATION:
        return False
    columns = position.columns
    return not columns[target - 1].cards and size < len(columns[source - 1].cards)
