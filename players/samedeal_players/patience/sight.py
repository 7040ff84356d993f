"""Looking around: all that can be done before another card is turned up.

Works on what a player sees, by the rules engine, in which a card face down stays one.
sight.h does the same on tables, in the same order.
"""

import heapq
from typing import NamedTuple

from samedeal_games.patience import (
    FOUNDATION,
    REDEAL,
    WASTE,
    Move,
    PatienceGame,
    PatiencePosition,
)
from samedeal_games.patience.foundations import HEIGHT, goes_up
from samedeal_players.patience.seen import unseen_cards
from samedeal_players.patience.skills import Skill
from samedeal_players.patience.worth import worth
from samedeal_players.solver.problem import has_safe_ups, packs_whole_runs
from samedeal_players.solver.rules import is_safe

MOST_NODES = 2048

Line = tuple[Move, ...]


class _Node(NamedTuple):
    position: PatiencePosition
    parent: int
    move: Move | None
    value: int


class _Option(NamedTuple):
    value: int
    node: int
    move: Move


def foresee(game: PatienceGame, position: PatiencePosition, skill: Skill) -> Line:
    """Choose what to do up to the next card that is turned up, at sight.

    Nothing where nothing is left to gain.
    """
    return _View(game, skill, position._replace(plies=0)).line()


def ways(game: PatienceGame, position: PatiencePosition, skill: Skill) -> list[Line]:
    """Return all ways to turn up a card, at sight; what promises most comes first."""
    return _View(game, skill, position._replace(plies=0)).ways()


class _View:
    """All in reach without turning up a card, and the moves that turn one up."""

    def __init__(
        self, game: PatienceGame, skill: Skill, start: PatiencePosition
    ) -> None:
        self._game = game
        self._policies = game.policies
        self._packs_whole_runs = packs_whole_runs(game.ruleset)
        self._has_safe_ups = has_safe_ups(game.ruleset)
        self._skill = skill
        self._unseen = unseen_cards(game, start) if game.ruleset.packs == 1 else []
        self._known = set[object]()
        self._nodes: list[_Node] = []
        self._options: list[_Option] = []
        self._waiting: list[tuple[int, int]] = []
        self._meet(start, -1, None)
        for _ in range(skill.wide):
            if not self._waiting:
                break
            self._go_on(heapq.heappop(self._waiting)[1])

    def line(self) -> Line:
        """Return the way to a win in sight, or through what seems best."""
        nodes = self._nodes
        highest = max(range(len(nodes)), key=self._count_up)
        if self._count_up(highest) == self._game.about.top_score:
            return self._path(highest)
        if not self._options:
            gained = self._count_up(highest) - self._count_up(0)
            return self._path(highest if gained else self._best())
        option = max(self._options, key=lambda option: option.value)
        line = self._line(option)
        return line[:-1] if option.move.source == REDEAL and line[1:] else line

    def ways(self) -> list[Line]:
        """Return the ways through all options, the best one first."""
        options = sorted(self._options, key=lambda option: -option.value)
        return [self._line(option) for option in options]

    def _line(self, option: _Option) -> Line:
        return (*self._path(option.node), option.move)

    def _best(self) -> int:
        nodes = self._nodes
        return max(range(len(nodes)), key=lambda number: nodes[number].value)

    def _count_up(self, number: int) -> int:
        return sum(self._nodes[number].position.foundations)

    def _path(self, number: int) -> Line:
        moves: list[Move] = []
        node = self._nodes[number]
        while node.move is not None:
            moves.append(node.move)
            node = self._nodes[node.parent]
        return tuple(reversed(moves))

    def _meet(self, position: PatiencePosition, parent: int, move: Move | None) -> None:
        key = self._key(position)
        if key in self._known or len(self._nodes) == MOST_NODES:
            return
        self._known.add(key)
        value = self._worth(position, 0)
        heapq.heappush(self._waiting, (-value, len(self._nodes)))
        self._nodes.append(_Node(position, parent, move, value))

    def _worth(self, position: PatiencePosition, deals: int) -> int:
        return worth(self._policies, self._skill.weights, position, self._unseen, deals)

    def _key(self, position: PatiencePosition) -> object:
        columns = [(column.cards, column.hidden) for column in position.columns]
        if not self._is_ordered(position):
            columns.sort()
        return tuple(columns), position.foundations, position.waste

    def _is_ordered(self, position: PatiencePosition) -> bool:
        policies = self._policies
        if policies.has_stock and not policies.has_waste:
            return bool(position.stock)
        return not policies.shuffles and bool(position.redeals)

    def _go_on(self, number: int) -> None:
        position = self._nodes[number].position
        for move in self._moves(position):
            if move.source < WASTE:
                self._options.append(_Option(self._worth(position, 1), number, move))
                continue
            after = self._game.apply(position, move)._replace(plies=0)
            if self._uncovers(position, move):
                self._options.append(_Option(self._worth(after, 0), number, move))
            else:
                self._meet(after, number, move)

    def _uncovers(self, position: PatiencePosition, move: Move) -> bool:
        if move.source == WASTE:
            return False
        column = position.columns[move.source - 1]
        return 0 < column.hidden == len(column.cards) - move.size

    def _moves(self, position: PatiencePosition) -> list[Move]:
        """List what is worth trying; where a card may safely go up, only that."""
        moves = sorted(
            self._game.legal_moves(position),
            key=lambda move: _order(position, move),
        )
        if self._is_anything_safe(position):
            for move in moves:
                if _goes_up_safely(position, move):
                    return [move]
        if self._is_ordered(position):
            return moves
        return [move for move in moves if not self._is_idle(position, move)]

    def _is_idle(self, position: PatiencePosition, move: Move) -> bool:
        """Tell whether something else does as well, as docs/explanation/solver.md says.

        That is to fill another space than the first, to move a column to a space, and
        to move part of a run if what is under it does not go up.
        """
        source, target, size = move
        if target <= FOUNDATION:
            return False
        columns = position.columns
        if not columns[target - 1].cards:
            first = next(n for n, column in enumerate(columns, 1) if not column.cards)
            whole = source != WASTE and size == len(columns[source - 1].cards)
            return whole or target != first
        if source == WASTE or not self._packs_whole_runs:
            return False
        cards = columns[source - 1].cards
        return size < self._policies.run_length(columns[source - 1]) and (
            goes_up(self._policies.places, position.foundations, cards[-size - 1])
            is None
        )

    def _is_anything_safe(self, position: PatiencePosition) -> bool:
        """Tell whether sending cards up can be safe at all; see the solver's rules."""
        if not self._has_safe_ups:
            return False
        if not self._policies.fills_first or not position.stock:
            return True
        settled = sum(height == HEIGHT for height in position.foundations)
        settled += sum(
            self._policies.fills_space[column.cards[0]]
            for column in position.columns
            if column.cards
        )
        return settled == len(position.foundations)


def _order(position: PatiencePosition, move: Move) -> tuple[int, ...]:
    """Columns come first, and of a column what goes up, then the smallest parts."""
    source, target, size = move
    place = source if source > WASTE else len(position.columns) + 1 - source
    if source < WASTE:
        return (place,)
    if target <= FOUNDATION:
        return place, 0, -target
    return place, size, not position.columns[target - 1].cards, target


def _goes_up_safely(position: PatiencePosition, move: Move) -> bool:
    source, target, _ = move
    if source < WASTE or target > FOUNDATION:
        return False
    pile = position.waste if source == WASTE else position.columns[source - 1].cards
    return is_safe(position.foundations, pile[-1])
