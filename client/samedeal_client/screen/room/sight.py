"""A room as seen and heard on the full screen, in a match and around it."""

from collections.abc import Callable
from functools import partial

from textual.worker import WorkType

from samedeal_client.families import family_of
from samedeal_client.language import tr
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.sentences.outcomes import (
    winner_lines,
    winner_told,
)
from samedeal_client.screen.felt.felt import Felt
from samedeal_client.screen.keys.foot import KeyHint
from samedeal_client.screen.keys.helping import LOOK_THEM_UP
from samedeal_client.screen.keys.key_hints import study_keys
from samedeal_client.screen.motion.cascade import Won
from samedeal_client.screen.panels.blocks import Block
from samedeal_client.screen.panels.frame import Frame
from samedeal_client.screen.room.around import pages
from samedeal_client.screen.room.around.aftermath import Aftermath
from samedeal_client.screen.room.around.before import Coming, room_lines, seats_page
from samedeal_client.screen.room.around.ending import Ending
from samedeal_client.screen.room.around.evening import evening_deals
from samedeal_client.screen.room.around.lingering import Lingering, Timed
from samedeal_client.screen.room.around.ratings import Ratings
from samedeal_client.screen.room.around.result import Result
from samedeal_client.screen.room.around.sharing import (
    Shared,
    share_hint,
    share_page,
)
from samedeal_client.screen.room.beside import panels_beside
from samedeal_client.screen.room.heading import room_headline, trouble_lines
from samedeal_client.screen.room.seen import Seen
from samedeal_client.screen.table.picture import Picture
from samedeal_client.screen.table.race.bars import Bars
from samedeal_client.screen.table.race.racers import Racer
from samedeal_client.screen.table.strokes import Pace
from samedeal_client.screen.table.study import study_page
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, wrapped
from samedeal_client.wire.happenings import Happening, Proven, Slow
from samedeal_games.catalogue import find_game
from samedeal_protocol.rooms.boards import RoomView
from samedeal_protocol.updates import MatchEnded, MatchStarted, SeatChanged, SeatLeft


class RoomSight:
    """Everything that a player or spectator has seen and heard of a room so far."""

    def __init__(
        self,
        play: RoomPlay,
        aftermath: Aftermath,
        glyphs: Glyphs,
        at: Timed,
        beside: Callable[[WorkType[None]], None],
        *,
        watches: bool = False,
        is_attempt: bool = False,
    ) -> None:
        """See it by a clock; what is to be found out goes on beside all else.

        To an attempt at a given deal nobody is invited.
        """
        self._play, self._session = play, play.session
        self._player = play.player
        self._aftermath, self._glyphs = aftermath, glyphs
        self._at, self._beside = at, beside
        self._watches, self._is_attempt = watches, is_attempt
        self._result = Result(play)
        self._lingering = Lingering(at)
        self._bars = Bars()
        self._ratings = Ratings(play.player)
        self._ending = Ending(play)
        self._won = ""
        """The match that the player has just won, as long as it is the last one."""
        self._page_top = 0
        """The row of its page below the words that tell of it."""
        self._knows_hands = False
        """Whether the player was told where the points of hands are told."""

    @property
    def sits(self) -> bool:
        """Whether there is a seat, or eyes on others': else no more is heard of it."""
        return self._session.seat is not None or self._session.is_watching

    @property
    def farewell(self) -> Lines:
        """The lines that stay when the screen is gone: the last match."""
        return self._result.farewell

    # What happens

    def hear(self, happening: Happening) -> Lines:
        """Take in what happened; return what is told of it."""
        told = self._play.hear(happening)
        self._result.hear(happening, told)
        match happening:
            case Proven(doubts=doubts):
                # Stands with the result, where nothing pushes it away.
                told = told if doubts else ()
                self._beside(partial(self._ending.learn, happening))
            case SeatLeft() if self._play.teller.unseated:
                told = ()  # stands above the foot, where nothing pushes it away
            case Slow():
                told = ()  # so does this, and counts
            case _:
                pass
        match happening:
            case MatchStarted():
                return (*told, *self._begin_match())
            case MatchEnded():
                self._ratings.forget()
                self._ending.forget()
                self.ask_ratings()
                return (*told, *self._show_end())
            case SeatChanged():
                self.ask_ratings()
            case _:
                pass
        return told

    def _begin_match(self) -> Lines:
        """See what there is of a new match; return what is told of its keys."""
        self._aftermath.close()
        self._ending.forget()
        self._bars = Bars()
        is_looked_up = bool(family_of(self._play.game).worth())
        if not is_looked_up or not self.sits or self._knows_hands:
            return ()
        self._knows_hands = True
        return wrapped(tr(LOOK_THEM_UP), 1)

    def _show_end(self) -> Lines:
        """Return the winner's lines, and keep the last board in sight for a moment."""
        room = self._session.room
        self._won = ""
        if room is None or room.result is None or not self.has_board:
            return ()
        self._lingering.begin()
        about, seat = find_game(room.game).about, self._session.seat
        _, is_won = winner_told(room.result, about, seat)
        self._won = room.result.match if is_won else ""
        return winner_lines(room.result, about, seat)

    def turn_to_result(self) -> None:
        """See the last board no longer."""
        self._lingering.end()

    def stay_at_end(self) -> None:
        """See the last board until it has been enough."""
        self._lingering.stay()

    def ask_ratings(self) -> None:
        """Find out the ratings of those who sit here, beside all else."""
        self._beside(self._ratings.ask)

    @property
    def has_board(self) -> bool:
        """Whether there is a board to look at."""
        if self._watches:
            return bool(self._session.watched)
        return self._session.board is not None

    @property
    def shows_end(self) -> bool:
        """Whether a last board is still shown, before the result."""
        room = self._session.room
        is_over = room is not None and room.phase in ("result", "closed")
        is_shown = is_over and self._lingering.is_on
        # Once all seats were left, nothing is there to be looked at.
        return is_shown and (self.has_board or not self._watches)

    @property
    def has_just_turned(self) -> bool:
        """Whether the result has come only now, and by itself."""
        return self._lingering.has_just_ended

    def press(self, key: str) -> bool:
        """Take a key; tell whether it was for what is seen of the last match."""
        if self._aftermath.press(key):
            return True
        # Who watches has a page of boards, where the same keys turn to them.
        turns = self.shows_page and not self._watches
        return turns and self._ending.press(key)

    # What is shown

    def afterwards(self, seen: Seen, head: Line) -> Picture | None:
        """Return the picture of the last match in place of the room, if there is one.

        Below the `head` of the room, where it has none of its own.
        """
        if self._session.may_move:
            # What was asked for before a match began, or while the line was cut,
            # may come now: it would hide a board that takes all keys.
            self._aftermath.close()
        self._aftermath.look()
        if self._aftermath.study is not None:
            foot = study_keys(seen.room, self._session.own)
            read = partial(study_page, self._aftermath.study, self._glyphs, head, foot)
            return self._above_next(seen, read)._replace(is_apart=True)
        if self._aftermath.is_shared:
            deals = evening_deals(seen.room, self._session.own_id)
            shared = Shared(self._to_send, self._result.proof, deals)
            return self._above_next(
                seen, partial(share_page, shared, head, self._glyphs)
            )
        if self._aftermath.rerun is None:
            return None
        again = self._aftermath.rerun.picture(
            *(self._glyphs, seen.felt, seen.bars, seen.across)
        )
        return again._replace(is_apart=True)

    def _above_next(
        self,
        seen: Seen,
        read: Callable[[tuple[int, int], tuple[Block, ...]], Picture],
    ) -> Picture:
        """Return a page to read with what is next on it, or kept in sight below it."""
        width, height = seen.felt
        following = pages.ready_lines(seen.room, self._session.seat)
        if following:
            frame = Frame(tr("Next"), is_marked=self._session.seat is not None)
            whole = read(seen.felt, (Block(frame, following),))
            if len(whole.felt.rows) <= height:
                return whole
        tail = self.tail(seen)
        left = height - len(tail) - bool(tail)
        return read((width, left), ())._replace(tail=tail)

    @property
    def shows_afterwards(self) -> bool:
        """Whether the last match is seen in place of the room."""
        return self._aftermath.study is not None or self._aftermath.rerun is not None

    def headline(self, seen: Seen, note: str) -> Line:
        """Return the line of the game and the room, a note on them, and the clock."""
        return room_headline(
            *(self._play, seen, note, self._glyphs),
            sits=self.sits,
            shows_end=self.shows_end,
        )

    def banner(self, seen: Seen, waiting: str = "") -> Lines:
        """Return the trouble while there is any, and moves that wait to be sent."""
        return trouble_lines(self._play, seen, self._at.now_s(), waiting)

    def notice(self, racers: tuple[Racer, ...]) -> Lines:
        """Compare places with the last time; return what to say, often nothing."""
        told, room = self._bars.look(racers, self._at.now_s()), self._session.room
        return told if room is not None and room.phase == "playing" else ()

    def bar_lines(self, seen: Seen, racers: tuple[Racer, ...]) -> Lines:
        """Return everybody's bar, while there is a board."""
        if seen.room.phase != "playing" and not self.shows_end:
            return ()
        about, now_s = find_game(seen.room.game).about, self._at.now_s()
        return self._bars.lines(racers, about, seen.bars, self._glyphs, now_s)

    def side(self, seen: Seen) -> tuple[Block, ...]:
        """Return panels beside the felt: the time and pace, and one's own record."""
        width = seen.bars[0]
        return panels_beside(
            *(self._player, self._ratings, seen.room, width, self._glyphs)
        )

    def tail(self, seen: Seen) -> Lines:
        """Return the lines of what comes next."""
        return pages.tail_lines(seen.room, self._session.seat, seen.felt[0])

    @property
    def shows_page(self) -> bool:
        """Whether the last match is shown as a page of its own, with its boards."""
        room = self._session.room
        is_over = room is not None and room.phase in ("result", "closed")
        if room is None or not is_over or room.result is None or self.shows_end:
            return False
        is_again = self._aftermath.rerun is not None or self._aftermath.is_shared
        return not (is_again or self._aftermath.study)

    def end_page(self, seen: Seen, pace: Pace) -> tuple[Felt, Lines] | None:
        """Return the page of the last match, and the lines to keep in sight below it.

        None where it is not shown.
        """
        room, games = seen.room, self._ratings.own
        if room.result is None or not self.shows_page:
            return None
        page, below = self._ending.page(
            *(room, room.result, games, pace, self._more, self._glyphs, seen.felt)
        )
        self._page_top = page.head
        return page.felt, below

    @property
    def won(self) -> Won | None:
        """What the player has just won; None where that is nothing."""
        return Won(self._won, self._page_top) if self._won else None

    @property
    def end_keys(self) -> tuple[KeyHint, ...]:
        """The keys of that page."""
        turns = self.shows_page and self._ending.turns
        return (KeyHint("tab", tr("Tab player")),) if turns else ()

    @property
    def is_whole(self) -> bool:
        """Whether what is shown takes the whole width."""
        return self.shows_page or self.is_before_match or self._aftermath.is_shared

    @property
    def _to_send(self) -> Lines:
        return () if self._is_attempt else self._play.race.to_send()

    @property
    def _more(self) -> Lines:
        """What is told of the last match below all else."""
        is_apart = self._is_attempt or bool(self._play.race.met())
        ghosts = () if is_apart else self._play.race.standings(())
        return (*ghosts, *self.proof_lines)

    @property
    def is_before_match(self) -> bool:
        """Whether seats are seen round the felt."""
        room = self._session.room
        return room is not None and room.phase in ("gathering", "countdown")

    def gathering(self, seen: Seen, coming: Coming) -> Felt | None:
        """Return the page of a room before a match, with how others come to it.

        None where it is not shown, or has no room.
        """
        if not self.is_before_match:
            return None
        ratings = self._ratings.of(seen.room)
        return seats_page(
            *(self._play, ratings, seen, coming, self._glyphs), sits=self.sits
        )

    def room_lines(self, room: RoomView, invited: Lines) -> Lines:
        """Return the room while no board is seen, with how others come to it."""
        ratings = self._ratings.of(room)
        return room_lines(self._play, ratings, room, invited, sits=self.sits)

    @property
    def proof_lines(self) -> Lines:
        """Whether the last match is proven, and where more of that is told."""
        has_more = bool(self._to_send or self._result.proof)
        return (*self._result.brief, *((share_hint(),) if has_more else ()))

    def help_lines(self) -> Lines | None:
        """Return the help on a replay; None where none is seen."""
        rerun = self._aftermath.rerun
        is_seen = rerun is not None and self._aftermath.study is None
        return rerun.help_lines() if rerun is not None and is_seen else None
