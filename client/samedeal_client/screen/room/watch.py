"""The full screen of a spectator of a room."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial

from samedeal_client.language import later, tr
from samedeal_client.play.orders import Order, may_see
from samedeal_client.play.room.focus import ALL, STEPS, Focus, key_of_seat
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.sentences.telling import CLOSED_MEANWHILE
from samedeal_client.screen.app import begin
from samedeal_client.screen.felt.felt import Felt, Spot
from samedeal_client.screen.felt.watched import BOARDS_SOON, Boards, Watched
from samedeal_client.screen.keys.foot import KeyHint
from samedeal_client.screen.keys.key_hints import hint_of
from samedeal_client.screen.keys.key_rows import (
    AtFoot,
    KeyRow,
    action_of,
    foot_of,
    help_of,
)
from samedeal_client.screen.replay.trying import Trying
from samedeal_client.screen.room.around import pages
from samedeal_client.screen.room.around.aftermath import Aftermath
from samedeal_client.screen.room.around.before import Coming, room_page
from samedeal_client.screen.room.comeback import attempt_lines
from samedeal_client.screen.room.listening import listen
from samedeal_client.screen.room.seen import Seen
from samedeal_client.screen.room.sight import RoomSight
from samedeal_client.screen.table.base import TableScreen
from samedeal_client.screen.table.layout import WIDE, Plan, counts_alone, plan_for
from samedeal_client.screen.table.picture import Picture
from samedeal_client.screen.table.race.asides import Asides
from samedeal_client.screen.table.race.racers import race_title, racers_in
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines, Span, Style, line
from samedeal_client.view.watching import watched_seat
from samedeal_client.wire.happenings import Happening, Unseated
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_protocol.updates import MatchStarted

NO_BOARDS = later("In this room only counts can be watched, no boards.")
SHOWN_LATE = later(
    " A board is shown as far as everybody still playing has seen its cards."
)


class WatchScreen(TableScreen):
    """One spectator's view of one room, until they have had enough."""

    def __init__(self, player: Player, glyphs: Glyphs, *, colour: bool) -> None:
        super().__init__(glyphs, colour=colour)
        self.player = player
        self._session = player.session
        self._play = RoomPlay(player)
        beside = partial(begin, self)
        self._trying = Trying(self, beside)
        self._aftermath = Aftermath(
            *(self._play, self.now_s, self.warn, self._trying.begin),
            copy=self.copy,
        )
        self._sight = RoomSight(
            *(self._play, self._aftermath, self.glyphs, self, beside),
            watches=True,
        )
        self._focus = Focus()
        """The board that is looked at."""
        self._boards = Boards(self.glyphs)
        self._asides = Asides()
        self._parting: Lines = ()
        """The reason that there is no more to see."""

    def on_mount(self) -> None:
        """Begin to listen; Textual itself calls what the class above does."""
        self._play.start()
        begin(self, self._listen)
        self._sight.ask_ratings()

    async def on_unmount(self) -> None:
        """Look for nothing any more."""
        await self._play.close()

    def is_cut(self) -> bool:
        """Tell whether there is no connection now."""
        return self._play.is_cut

    @property
    def farewell(self) -> Lines:
        """The lines that stay when the screen is gone."""
        return (*self._sight.farewell, *self._parting)

    # What happens

    async def _listen(self) -> None:
        await listen(self, self._play, self._sight, self._hear)

    def _hear(self, happening: Happening) -> None:
        if isinstance(happening, MatchStarted):
            self._trying.end()
        if isinstance(happening, Unseated) and happening.why is not None:
            # Of a room that is gone nothing more is seen.
            text = self._play.teller.unseated or tr(CLOSED_MEANWHILE)
            gone = Span(f" {text}", Style.WARNING)
            self._parting = (line(gone),)
            self.leave()

    # What is done

    async def press(self, key: str) -> None:
        """Look at a board, see a match again, or go."""
        if self._sight.press(key):
            return
        if (does := action_of(self._keys, key)) is not None:
            does()

    @property
    def _keys(self) -> tuple[KeyRow[None], ...]:
        room, has_boards = self._session.room, self._sight.has_board
        has_replay = room is not None and may_see(room)
        tab = tr("Tab player") if self._is_open else tr("Tab boards")
        return (
            KeyRow(
                self._turning(STEPS),
                tr("  Tab, arrows   the next player's board, or the one before"),
                (AtFoot(1, KeyHint("tab", tab), has_boards),),
            ),
            KeyRow(
                self._turning("123456789"),
                tr("  1, 2, 3 ...   the board of the player with this number"),
                (AtFoot(2, KeyHint("", self._boards_hint), has_boards),),
            ),
            KeyRow(
                self._turning(ALL),
                tr("  0             all alike if readable, or the leader's large"),
            ),
            KeyRow({}, tr("  mouse         press a name, or a small board")),
            KeyRow(
                {"enter": self._sight.turn_to_result},
                tr("  Enter         after a match: from the boards back to the result"),
                (
                    AtFoot(
                        0,
                        KeyHint("enter", tr("Enter the result")),
                        has_replay and self._is_open,
                    ),
                ),
            ),
            KeyRow(
                # Beside the keys: whoever has asked a slow server can still go.
                {
                    key: partial(self._begin, does)
                    for key, does in self._aftermath.keys.items()
                },
                tr(
                    "  r, a, m, s    after a match: see it again; what was possible; "
                    "what mattered; a link"
                ),
                (
                    AtFoot(3, hint_of(Order.REPLAY), has_replay),
                    AtFoot(4, hint_of(Order.ANALYSE), has_replay),
                    AtFoot(6, hint_of(Order.MOMENTS), has_replay),
                    AtFoot(6, hint_of(Order.SHARE), has_replay),
                ),
            ),
            KeyRow(
                dict.fromkeys(("q", "escape"), self.leave),
                tr("  ctrl+x        leave, as Esc and q do; ? this help"),
                (AtFoot(5, hint_of(Order.LEAVE)), AtFoot(7, hint_of(Order.HELP))),
            ),
        )

    @property
    def _boards_hint(self) -> str:
        """The keys of the boards, all of them first."""
        last = max(self._session.watched, default=0)
        return tr("{keys} board", keys=f"{ALL}-{key_of_seat(last)}")

    def _begin(self, does: Callable[[], Awaitable[None]]) -> None:
        begin(self, partial(self._do, does))

    async def _do(self, does: Callable[[], Awaitable[None]]) -> None:
        await does()
        self.draw_soon()

    def _turning(self, keys: Iterable[str]) -> Mapping[str, Callable[[], None]]:
        """Return the actions of keys that turn to boards."""
        return {key: partial(self._turn, key) for key in keys}

    @property
    def _is_open(self) -> bool:
        """Whether boards are in sight, and not the result."""
        room = self._session.room
        is_on = room is not None and room.phase == "playing"
        return is_on or self._sight.shows_end

    def _turn(self, key: str) -> None:
        room = self._session.room
        if room is None or not self._focus.turn(key, sorted(self._session.watched)):
            return
        if room.result is not None and not self._sight.shows_end:
            self._sight.stay_at_end()

    async def point(self, spot: Spot | None) -> None:
        """Look at the board that was pressed."""
        if spot is not None:
            self._turn(spot.pile)

    async def obey(self, text: str) -> None:
        """Do nothing: a spectator has nothing to type."""

    def opening(self, key: str) -> str | None:
        """Open no line."""
        return None

    async def action_go(self) -> None:
        """Go."""
        self.leave()

    # What is shown

    def picture(self, felt: tuple[int, int], bars: tuple[int, int]) -> Picture | None:
        """Return the room, or the boards while a match is on."""
        room, sight = self._session.room, self._sight
        if room is None:
            return None
        seen = Seen(room, felt, bars, self.size.width)
        head = sight.headline(seen, tr("watching"))
        after = sight.afterwards(seen, head)
        if after is not None:
            return after._replace(banner=(*after.banner, *self._banner(seen)))
        page = sight.end_page(seen, self.strokes.pace)
        is_open, about = self._is_open, find_game(room.game).about
        return Picture(
            head=head,
            bars=self._bar_lines(seen) if is_open else (),
            race=race_title(about),
            asides=self._asides.look(racers_in(room, None), about) if is_open else (),
            side=sight.side(seen) if is_open and seen.across >= WIDE else (),
            foot=foot_of(self._keys),
            felt=page[0] if page else self._felt(seen, is_open=is_open),
            tail=() if is_open else page[1] if page else sight.tail(seen),
            banner=self._banner(seen),
        )

    @property
    def plan(self) -> Plan:
        """What stands beside the boards, or below them."""
        has_boards = bool(self._session.watched)
        return plan_for(self.size) if has_boards else counts_alone(self.size)

    def _felt(self, seen: Seen, *, is_open: bool) -> Felt:
        room, (width, height) = seen.room, seen.felt
        if not is_open:
            page = self._sight.gathering(seen, Coming())
            rows = self._sight.room_lines(room, ())
            return page or room_page(rows, self.glyphs, seen.felt)
        boards = self._session.watched
        if boards:
            watched = Watched(room, boards, self._focus.seat)
            return self._boards.felt(watched, height, width)
        why = NO_BOARDS if room.watch != "boards" else BOARDS_SOON
        told = line(Span(f" {tr(why)}", Style.DIM))
        rows = (*pages.gathering_lines(room, None, {}), (), told)
        return room_page(rows, self.glyphs, (width, height))

    def _bar_lines(self, seen: Seen) -> Lines:
        racers = racers_in(seen.room, None)
        self._sight.notice(racers)
        watched = watched_seat(seen.room, self._session.watched, self._focus.seat)
        followed = None if watched is None else watched.seat
        marked = tuple(
            one._replace(is_followed=one.number == followed) for one in racers
        )
        return self._sight.bar_lines(seen, marked)

    def _banner(self, seen: Seen) -> Lines:
        if self.is_cut():
            return attempt_lines(self.player.trying, self.now_s())
        return self._sight.banner(seen)

    @property
    def is_whole(self) -> bool:
        """Whether the page of a match takes the whole width."""
        return self._sight.is_whole

    def help_lines(self) -> Lines:
        """Return the help on the keys."""
        late = line(Span(tr(SHOWN_LATE), Style.DIM))
        own = (*help_of(self._keys, tr("watching")), (), late)
        return self._sight.help_lines() or own
