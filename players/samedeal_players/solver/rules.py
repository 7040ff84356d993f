"""The rules as a search needs them: moves, what they do, and what may be left out.

The same as moves.h and rules.h, in the same order; why each thing may be left out is
told in docs/explanation/solver.md.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from samedeal_games.cards import Card
from samedeal_games.patience import (
    FOUNDATION,
    KINGS_FOUNDATION,
    REDEAL,
    STOCK,
    WASTE,
    Column,
    Move,
)
from samedeal_games.patience.dealing import dealt, gathered
from samedeal_games.patience.notation import DEAL, DEAL_AGAIN
from samedeal_players.solver.loose import LooseTable
from samedeal_players.solver.problem import FITS, Problem
from samedeal_players.solver.state import State, Step

HEIGHT = 13


Note = Callable[[Move], object]


def _unheard(_: Move) -> None:
    pass


class Rules:
    """One problem's rules; `note` hears every action of the moves it makes."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.talon = problem.talon
        self.weights = problem.plan.passes[0].weights
        self.note: Note = _unheard
        self._fits = problem.fits
        self._hosts = tuple(
            frozenset(under for under, fits in enumerate(row) if fits)
            for row in problem.fits
        )
        self._run_length = lru_cache(maxsize=1 << 16)(self._count_run)
        self._breaks = lru_cache(maxsize=1 << 16)(self._count_breaks)

    def root(self) -> State:
        """Return the state that a problem describes, before anything safe is done."""
        problem = self.problem
        return State(
            list(problem.tableau),
            list(problem.hidden),
            list(problem.heights),
            (1 << len(problem.talon)) - 1,
            problem.turned,
            problem.redeals,
        )

    def settled(self, state: State) -> State:
        """Do all that is safe, score the state, and return it."""
        self._go_up_safely(state)
        state.score = self._score(state)
        return state

    def made(self, state: State, step: Step) -> State:
        """Return the state after a step, and after all that is then safe."""
        after = state.copy()
        for _ in range(step.draws):
            self._turn_card(after)
        if step.move.source == REDEAL:
            self._deal_again(after)
        elif step.move.source != STOCK:
            self._move_cards(after, step.move)
        elif self.problem.rows:
            self._deal_row(after)
        else:
            self._turn_card(after)
        return self.settled(after)

    def key(self, state: State) -> bytes:
        """Return a key that two states share just when they are the same to a player.

        No card has the numbers 254 and 255, which set columns apart.
        """
        columns = [
            column + bytes((254, hidden))
            for column, hidden in zip(state.columns, state.hidden, strict=True)
        ]
        if not self._is_ordered(state):
            columns.sort()
        columns.append(bytes((*state.heights, state.turned, state.redeals)))
        return b"\xff".join(columns)

    def is_won(self, state: State) -> bool:
        """Tell whether every card is up."""
        return sum(state.heights) == self.problem.cards

    def steps(self, state: State) -> list[Step]:
        """List what a search has to try."""
        found: list[Step] = []
        ordered = self._is_ordered(state)
        for number in range(1, self.problem.columns + 1):
            found += self._from_column(state, number, ordered)
        if not self.problem.rows:
            found += self._from_talon(state)
        elif self._may_deal(state):
            found.append(Step(0, DEAL))
        if state.redeals:
            found.append(Step(0, DEAL_AGAIN))
        return found

    def is_lost(self, state: State) -> bool:
        """Tell whether a game with spaces for kings only is lost at a glance.

        It is if some card stays below even where a card that once lay open stays
        open for good, and a king always finds a space.
        """
        if not self.problem.glances:
            return False
        table = LooseTable(
            self._hosts,
            self.problem.fills_space,
            state.columns,
            state.hidden,
            state.heights,
            (card for at, card in enumerate(self.talon) if state.left >> at & 1),
        )
        return table.leaves_cards_below()

    def _is_ordered(self, state: State) -> bool:
        """Tell whether it matters which column is which."""
        if self.problem.rows:
            return state.turned < len(self.talon)
        return not self.problem.shuffles and state.redeals > 0

    def _takers(self, state: State, card: int) -> list[int]:
        return [
            foundation
            for foundation, height in self.problem.places[card]
            if state.heights[foundation] == height
        ]

    def _count_run(self, column: bytes, hidden: int) -> int:
        ways = ~FITS
        at = len(column) - 1
        while at > hidden:
            ways &= self._fits[column[at]][column[at - 1]]
            if not ways:
                break
            at -= 1
        return len(column) - at

    def _count_breaks(self, column: bytes) -> int:
        fits = self._fits
        return sum(
            not fits[card][under]
            for card, under in zip(column[1:], column[:-1], strict=True)
        )

    def _may_deal(self, state: State) -> bool:
        if state.turned >= len(self.talon):
            return False
        if not self.problem.fills_first or all(state.columns):
            return True
        for column, hidden in zip(state.columns, state.hidden, strict=True):
            if column:
                run = self._run_length(column, hidden)
                if run < len(column) and self.problem.fills_space[column[-run]]:
                    return False
        return True

    def _from_column(self, state: State, source: int, ordered: bool) -> Iterator[Step]:
        column = state.columns[source - 1]
        if not column:
            return
        yield from self._ups(state, column[-1], 0, source)
        plain = self.problem.is_plain
        partial = ordered or not self.problem.whole_runs
        length = self._run_length(column, state.hidden[source - 1])
        for size in range(1, length + 1):
            card = column[-size]
            if size == length or partial or self._takers(state, column[-size - 1]):
                yield from self._onto(state, card, 0, source, size)
            if size < len(column) or ordered or plain:
                every = ordered or plain
                yield from self._to_space(state, card, 0, source, size, every)

    def _from_talon(self, state: State) -> Iterator[Step]:
        """Yield the cards that may be turned and played.

        Turning a card commutes with all that is done on the tableau, so it is put
        off until the card turned last is played. But not where a card may only be
        turned once kings have filled the spaces.
        """
        plain = self.problem.is_plain
        singly = plain or self.problem.fills_first
        place, turned = state.waste_place(), state.turned
        most = 0 if singly else len(self.talon)
        for draws in range(most + 1):
            if place >= 0:
                card = self.talon[place]
                if draws and self.problem.by_itself[card]:
                    yield Step(draws - 1, DEAL)
                    return
                yield from self._ups(state, card, draws, WASTE)
                yield from self._onto(state, card, draws, WASTE, 1)
                yield from self._to_space(state, card, draws, WASTE, 1, plain)
            if turned >= len(self.talon):
                break
            place = turned
            turned += 1
        if singly and self._may_deal(state):
            yield Step(0, DEAL)

    def _ups(self, state: State, card: int, draws: int, source: int) -> Iterator[Step]:
        targets = (FOUNDATION, KINGS_FOUNDATION)
        for target, _ in zip(targets, self._takers(state, card), strict=False):
            yield Step(draws, Move(source, target, 1))

    def _onto(
        self, state: State, card: int, draws: int, source: int, size: int
    ) -> Iterator[Step]:
        fits = self._fits[card]
        for number, column in enumerate(state.columns, 1):
            if number != source and column and fits[column[-1]]:
                yield Step(draws, Move(source, number, size))

    def _to_space(
        self, state: State, card: int, draws: int, source: int, size: int, every: bool
    ) -> Iterator[Step]:
        """Yield moves to every space, or to the first one where spaces are alike."""
        if self.problem.fills_space[card]:
            for number, column in enumerate(state.columns, 1):
                if not column:
                    yield Step(draws, Move(source, number, size))
                    if not every:
                        return

    def _turn_card(self, state: State) -> None:
        self.note(DEAL)
        state.turned += 1
        self._settle_waste(state)

    def _deal_row(self, state: State) -> None:
        self.note(DEAL)
        row = self.talon[state.turned :][: self.problem.columns]
        for index, card in enumerate(row):
            state.columns[index] += bytes((card,))
            state.left &= ~(1 << (state.turned + index))
        state.turned += len(row)
        for index in range(len(row)):
            self._settle_column(state, index)

    def _move_cards(self, state: State, move: Move) -> None:
        source, target, size = move
        self.note(move)
        if source == WASTE:
            place = state.waste_place()
            state.left &= ~(1 << place)
            cards = self.talon[place : place + 1]
        else:
            cards = state.columns[source - 1][-size:]
            state.columns[source - 1] = state.columns[source - 1][:-size]
        if target <= FOUNDATION:
            state.heights[self._takers(state, cards[0])[-target]] += 1
        else:
            state.columns[target - 1] += cards
        if source == WASTE:
            self._settle_waste(state)
        else:
            self._settle_column(state, source - 1)

    def _settle_column(self, state: State, index: int) -> None:
        column, hidden = state.columns[index], state.hidden[index]
        while column:
            hidden = min(hidden, len(column) - 1)
            if not self.problem.by_itself[column[-1]]:
                break
            state.heights[self.problem.places[column[-1]][0][0]] += 1
            column = column[:-1]
        state.columns[index], state.hidden[index] = column, hidden

    def _settle_waste(self, state: State) -> None:
        while (place := state.waste_place()) >= 0:
            card = self.talon[place]
            if not self.problem.by_itself[card]:
                return
            state.heights[self.problem.places[card][0][0]] += 1
            state.left &= ~(1 << place)

    def _deal_again(self, state: State) -> None:
        self.note(DEAL_AGAIN)
        problem, policies = self.problem, self.problem.policies
        columns = tuple(Column(tuple(map(Card, each)), 0) for each in state.columns)
        order = problem.orders[problem.redeals - state.redeals]
        cards = gathered(policies.rules.redeal, columns, order)
        layout = dealt(policies.rules, policies.places, cards, state.heights)
        state.redeals -= 1
        state.columns = [bytes(column.cards) for column in layout.columns]
        state.heights = layout.heights
        for index in range(problem.columns):
            self._settle_column(state, index)

    def _go_up_safely(self, state: State) -> None:
        if not self._is_anything_safe(state):
            return
        again = True
        while again:
            again = False
            for index in range(self.problem.columns):
                while (column := state.columns[index]) and is_safe(
                    state.heights, column[-1]
                ):
                    self._move_cards(state, Move(index + 1, FOUNDATION, 1))
                    again = True
            while (place := state.waste_place()) >= 0 and is_safe(
                state.heights, self.talon[place]
            ):
                self._move_cards(state, Move(WASTE, FOUNDATION, 1))
                again = True

    def _is_anything_safe(self, state: State) -> bool:
        """Tell whether sending cards up can be safe at all.

        A rule that a deal waits until kings have filled the spaces can turn a card
        that went up into a loss, so there nothing is safe until every king has its
        column.
        """
        problem = self.problem
        if not problem.safe_ups:
            return False
        if not problem.fills_first or state.turned >= len(self.talon):
            return True
        settled = sum(height == HEIGHT for height in state.heights)
        settled += sum(
            problem.fills_space[column[0]] for column in state.columns if column
        )
        return settled == len(state.heights)

    def _score(self, state: State) -> int:
        weights = self.weights
        waste = (state.left & ((1 << state.turned) - 1)).bit_count()
        return (
            weights.hidden * sum(state.hidden)
            + weights.breaks * sum(map(self._breaks, state.columns))
            - weights.up * sum(state.heights)
            - weights.spaces * state.columns.count(b"")
            + weights.stock * state.left.bit_count()
            + weights.waste * waste
        )


def is_safe(heights: Sequence[int], card: int) -> bool:
    """Tell whether a card can go up and nothing will have to lie on it.

    Blake & Gent 2026, for one pack, packing in alternate colours, no take-back.
    """
    suit, rank = card // HEIGHT, card % HEIGHT + 1
    if heights[suit] != rank - 1:
        return False
    one, other = (0, 3) if suit in (1, 2) else (1, 2)
    low = min(heights[one], heights[other])
    return rank <= low + 1 or (rank <= low + 2 and rank <= heights[3 - suit] + 3)
