"""A player in a room: all that they do and hear there, whatever it is shown on."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Literal

from samedeal_client.failed import Refused
from samedeal_client.families.boards import move_name
from samedeal_client.language import tr
from samedeal_client.language.texts import error_text
from samedeal_client.language.typed import word_for
from samedeal_client.play.input import read_move
from samedeal_client.play.orders import Order
from samedeal_client.play.room.first_card import first_move, lay_first
from samedeal_client.play.room.ghosts import Ghosts
from samedeal_client.play.room.herald import Herald
from samedeal_client.play.room.last_match import LastMatch
from samedeal_client.play.room.proof import prove
from samedeal_client.play.room.racing import GhostRace
from samedeal_client.play.room.talking import Talking, Wish
from samedeal_client.play.sentences.going import (
    LEAVE_WITHIN_S,
    ends_for,
    leaving_lines,
    stops_for,
    unheard_lines,
    unsent_lines,
    waiting_lines,
)
from samedeal_client.play.sentences.next_steps import (
    NO_MATCH_ON,
    WHY_ELSEWHERE,
    why_no_move,
)
from samedeal_client.play.sentences.telling import Teller, refusal_text
from samedeal_client.view.spans import Lines
from samedeal_client.wire.happenings import Back, Checked, Happening, NotDone
from samedeal_client.wire.player import Player
from samedeal_client.wire.session import board_of
from samedeal_games.catalogue import can_take_back, find_game
from samedeal_games.game import AnyGame
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.updates import MatchEnded, MatchStarted
from samedeal_records.proof.witness import Witness


class RoomPlay:
    """One player in one room, from coming in to going; a spectator, too.

    Everything that cannot be done raises Refused; faces say so in their own way.
    """

    def __init__(
        self,
        player: Player,
        *,
        is_alone: bool = False,
        ghosts: Ghosts | None = None,
        on_kept: Callable[[], None] = lambda: None,
        on_alert: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Sit there; `is_alone` tells that nobody but bots is to come.

        `ghosts` are raced beside the players there. `on_kept` is called when something
        asked for waits for a connection; `on_alert` with what others did that is worth
        a bell.
        """
        self.player = player
        self.session = player.session
        self.teller = Teller(player)
        self.talking = Talking(player)
        self._game = "" if player.session.room is None else player.session.room.game
        self.race = GhostRace(player, ghosts, is_alone=is_alone)
        self.last = LastMatch(player)
        self._herald = Herald(player.session)
        self.is_alone = is_alone
        self._asked: Order | Literal["hangup"] | None = None
        """The order that the player was asked about; said once more, it is done."""
        self.proving: set[asyncio.Task[None]] = set()
        """Proofs that are being made now."""
        self._on_kept, self._on_alert = on_kept, on_alert
        self.making, self._is_kept = "", False
        """The move that is not answered yet, and whether it was never sent."""
        self._learning: asyncio.Task[None] | None = None
        self._opening: asyncio.Task[bool] | None = None

    @property
    def game(self) -> AnyGame:
        """The game that is played here, or was before the room was left.

        What happened in a match may be told when there is no room any more.
        """
        if self.session.room is not None:
            self._game = self.session.room.game
        return find_game(self._game)

    @property
    def takes_back(self) -> bool:
        """Whether moves can be taken back here."""
        room = self.session.room
        return room is not None and room.takes_back and can_take_back(room.game)

    @property
    def is_cut(self) -> bool:
        """Whether there is no connection now."""
        return not self.player.is_connected

    def start(self) -> None:
        """Begin to find out whom the player has blocked; `close` ends that."""
        self._learning = asyncio.create_task(self.talking.learn())

    async def close(self) -> None:
        """Stop finding out and proving."""
        self.last.forget()
        running: list[asyncio.Task[object]] = [*self.proving]
        running += [] if self._learning is None else [self._learning]
        running += [] if self._opening is None else [self._opening]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def come_anew(self) -> None:
        """Sit in another room: nothing was told of it yet."""
        self.teller = Teller(self.player)
        self._herald = Herald(self.session)

    # Hearing

    async def heard(self) -> Happening:
        """Wait for the next happening that the player may hear of."""
        while True:
            happening = await self.player.happenings.get()
            if not self.talking.hides(happening):
                return happening

    def arrived(self) -> Iterator[Happening]:
        """Yield the happenings that came already and that the player may hear of."""
        while not self.player.happenings.empty():
            happening = self.player.happenings.get_nowait()
            if not self.talking.hides(happening):
                yield happening

    def hear(self, happening: Happening) -> Lines:
        """Take in a happening; return the lines that tell it."""
        told = self.teller.tell(happening)
        if alert := self._herald.hear(happening):
            self._on_alert(alert)
        match happening:
            case MatchStarted():
                self.last.forget()
                self.race.begin()
                self._asked = None
            case MatchEnded():
                self._asked = None
            case Back():
                self._is_kept = False
            case Checked(doubts=doubts, witness=witness) if not doubts:
                self._start_proof(witness)
            case _:
                pass
        return told

    def _start_proof(self, witness: Witness) -> None:
        """Begin to prove a match; a happening tells when it is done."""
        proving = asyncio.create_task(self._prove(witness))
        self.proving.add(proving)
        proving.add_done_callback(self.proving.discard)

    async def _prove(self, witness: Witness) -> None:
        self.player.happenings.put_nowait(await prove(self.last.records, witness))

    # Playing

    async def lay_first(self) -> bool:
        """Lay a first card that can go to one place only; tell whether one was laid.

        A second caller meanwhile waits for the same card.
        """
        if self._opening is None or self._opening.done():
            if not first_move(self.session):
                return False
            self._opening = asyncio.create_task(lay_first(self.player))
        return await asyncio.shield(self._opening)

    def read(self, word: str) -> str:
        """Return the notation of a move that may be made now; raises Refused."""
        if Order.WHY.is_said(word):
            raise Refused(tr(WHY_ELSEWHERE))
        board, room = self.session.board, self.session.room
        if board is None or not self.session.may_move:
            raise Refused(why_no_move("closed" if room is None else room.phase, word))
        return read_move(self.game, board_of(board), word)

    async def move(self, word: str) -> None:
        """Make a move as it is typed, or take one back; raises Refused."""
        if self.session.may_move and Order.TAKE_BACK.is_said(word):
            await self.take_back()
        else:
            await self.make(self.read(word))

    async def make(self, notation: str) -> None:
        """Make a move; raises Refused."""
        if self.session.is_paused:
            # Nobody waits for what would be refused.
            raise Refused(error_text(ErrorCode.PAUSED))
        self.making = move_name(self.game, notation)
        self._is_kept = not self.player.is_connected
        try:
            await self.ask(self.player.move(notation))
        finally:
            self.making = ""

    async def take_back(self) -> None:
        """Take the last move back; raises Refused in rooms without taking back."""
        await self.ask(self.player.take_back())

    async def obey(self, order: Order) -> None:
        """Carry out an order to the room; raises Refused."""
        if order.value.request is None:
            raise Refused(tr(order.value.refused))
        room = self.session.room
        is_of_match = order.value.script_waits == "start"
        is_early = is_of_match and room is not None and room.phase != "playing"
        early = tr(NO_MATCH_ON) if is_early else ""
        await self.ask(order.value.request(self.player), early)

    async def doubt(
        self, order: Order, again: str, *, is_person: bool = True, before: str = ""
    ) -> str:
        """Return the question to ask before an order; empty to carry it out at once.

        The same order again confirms it; `again` tells how, of leaving. A script is
        asked only where leaving ends the race of others. `before` is what has to be
        typed before a word for it to be one.
        """
        why = await ends_for(self.player) if order is Order.LEAVE else ""
        if not why and is_person and self.session.may_move:
            why = tr(order.value.sure, word=before + word_for(order.value.word))
        is_sure = order is self._asked
        self._asked = order if why and not is_sure else None
        if self._asked is None:
            return ""
        return f"{why} {tr(again)}" if order is Order.LEAVE else why

    async def doubt_hanging_up(self, again: str) -> str:
        """Return the question to ask before hanging up; empty to do so at once.

        It is asked once, and only where others race at a server that ends with it.
        """
        is_sure = self._asked == "hangup"
        why = "" if is_sure else await stops_for(self.player)
        self._asked = "hangup" if why else None
        return f"{why} {tr(again)}" if why else ""

    @property
    def asks(self) -> Order | Literal["hangup"] | None:
        """The order that the player is asked about; None without a question."""
        return self._asked

    def unask(self) -> None:
        """Forget the question: the player does something else."""
        self._asked = None

    async def talk(self, wish: Wish) -> Lines:
        """Carry out a line behind the mark for talk; raises Refused."""
        self._tell_if_kept()
        return await self.talking.do(wish)

    async def ask(self, asking: Awaitable[object], early: str = "") -> None:
        """Carry out a request; raises Refused.

        `early` is the reason where it is not the time for it, if that is known.
        """
        self._tell_if_kept()
        try:
            await asking
        except NotDone as refusal:
            is_early = refusal.error.code is ErrorCode.WRONG_PHASE
            why = early if is_early and early else refusal_text(refusal.error)
            raise Refused(why) from None

    def _tell_if_kept(self) -> None:
        if not self.player.is_connected:
            self._on_kept()

    # Going

    async def leave(self, waiting: str = "") -> Lines:
        """Give up the seat; return lines on the match, or on where the seat is.

        If leaving is refused, the seat is gone anyway; without a connection nobody is
        waited for. `waiting` has the moves that were still to be made, as typed.
        """
        told, unsent = leaving_lines(self.player), self._unsent(waiting)
        if not self.player.is_connected:
            return (*unsent, *unheard_lines(self.player, is_alone=self.is_alone))
        try:
            async with asyncio.timeout(LEAVE_WITHIN_S):
                await self.player.leave()
        except NotDone:
            return ()
        except TimeoutError:
            return (*unsent, *unheard_lines(self.player, is_alone=self.is_alone))
        return told

    def waiting(self, waiting: str = "") -> Lines:
        """Return lines on unsent moves and on the seat, for a player who hangs up.

        `waiting` has the moves that were still to be made, as typed.
        """
        seat = waiting_lines(self.player, is_alone=self.is_alone)
        return (*self._unsent(waiting), *seat)

    def _unsent(self, waiting: str) -> Lines:
        if self.player.is_connected:
            return ()
        unanswered = "" if self._is_kept else self.making
        kept = self.making if self._is_kept else ""
        return unsent_lines(f"{kept} {waiting}".strip(), unanswered)
