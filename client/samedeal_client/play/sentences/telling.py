"""What happens in a room, in sentences; short, and only what is worth one."""

from samedeal_client.language import later, listed, tr, tr_n
from samedeal_client.language.texts import error_text
from samedeal_client.play.sentences.pauses import pause_told
from samedeal_client.play.sentences.proofs import UNFAIR, doubts_told, proof_told
from samedeal_client.play.sentences.service import ServiceTeller
from samedeal_client.view.records.voids import void_text
from samedeal_client.view.room import starts_soon
from samedeal_client.view.spans import (
    Lines,
    Span,
    Style,
    good_news,
    line,
    printable,
    wrapped,
)
from samedeal_client.view.standings import (
    clock,
    counted,
    sitter_name,
    state_name,
)
from samedeal_client.view.talk import said_lines
from samedeal_client.wire.happenings import (
    Answering,
    Back,
    Checked,
    Happening,
    Lost,
    NotReady,
    OtherChain,
    Proven,
    Renewed,
    Revived,
    Slow,
    Unseated,
)
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_protocol.boards import PauseView, SeatView
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.talk import Said
from samedeal_protocol.updates import (
    ClockStood,
    Error,
    HostChanged,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    PauseChanged,
    PhaseChanged,
    Progress,
    RoomClosed,
    SeatChanged,
    SeatLeft,
    Service,
    StartVoided,
    Watched,
)

LEFT = {
    "left": later("{name} has left."),
    "not_ready": later("{name} was not ready in time and lost the seat."),
    "no_show": later("{name} did not reveal a nonce in time and lost the seat."),
    "away": later("{name} was away too long and lost the seat."),
}
UNSEATED = {
    "not_ready": later("You were not ready in time and lost your seat."),
    "no_show": later("You did not reveal a nonce in time and lost your seat."),
    "away": later("You were away too long and lost your seat."),
}
"""What befalls oneself; who leaves knows it."""
CLOSED = {
    "empty": later("Everybody has left; the room is closed."),
    "idle": later("Nobody got ready in time; the room is closed."),
    "worn": later("This room has had as many matches as it can; open a new one."),
    "lost": later("The service has lost this room; open a new one."),
}

LAST_ONE = later("Nobody else plays on: the match ends when you do.")
REWOUND = (
    later("The service has lost the last moments of this room;"),
    later("it goes on for everybody from what is left."),
)
PAUSED_NOW = later("The match is paused.")
CLOSED_MEANWHILE = later("The room has closed meanwhile.")


def refusal_text(error: Error) -> str:
    """Return why a request was refused."""
    text = error_text(error.code)
    if error.code is ErrorCode.OTHER_ROOM and error.detail:
        return f"{text.rstrip('.')}: {printable(error.detail)}."
    if error.code is ErrorCode.HELD_UP and isinstance(error.retry, int):
        return tr(
            "{text} Come again in {time}.",
            text=text,
            time=clock(error.retry / 1000),
        )
    return text


class Teller:
    """Turns happenings into sentences; remembers only who was how before."""

    def __init__(self, player: Player) -> None:
        self._session = player.session
        self._watches = player.session.is_watching
        """Whether it is told to somebody without a seat."""
        self._elsewhere = player.elsewhere
        self._player = player
        self._seats: dict[int, SeatView] = {}
        self._own: int | None = None
        """The own seat, as far as told: the session knows at once that it is gone."""
        self.unseated = ""
        """Why it was lost, empty as long as it was not."""
        self._missing: set[int] = set()
        """Seats whose players gave up and went; that they are free says no more."""
        self._phase = ""
        self._pause: PauseView | None = None
        self._told_to_hurry = self._told_last = False
        self._is_void = False
        """Whether it was told why the countdown has led to no deal."""
        self._service = ServiceTeller()
        self._look()

    def _look(self) -> None:
        """Remember who is how now."""
        room = self._session.room
        self._phase = "" if room is None else room.phase
        self._pause = None if room is None else room.pause
        self._own = self._session.seat
        self._seats.clear()
        for seat in () if room is None else room.seats:
            self._seats[seat.seat] = seat

    def greet(self) -> Lines:
        """Return the notes for a player back in a match: which of their bots are gone.

        Bots that could still say so have finished as they went.
        """
        names = [
            self._name(seat)
            for seat in self._seats.values()
            if seat.bot and not seat.present and seat.play
            if seat.play.state in ("playing", "finished")
            if seat.name not in self._player.coming
        ]
        now = (*self._last_one(), *self._standing())
        if not names or self._phase != "playing":
            return now
        gone = self._note(
            tr_n(
                "{names} went with its program, and keeps what it has.",
                "{names} went with their program, and keep what they have.",
                len(names),
                names=listed(names),
            )
        )
        return (*gone, *now)

    def _standing(self) -> Lines:
        """Return what whoever comes to a pause must know."""
        if not self._session.is_paused:
            return ()
        return self._note(
            tr(PAUSED_NOW) if self._watches else error_text(ErrorCode.PAUSED)
        )

    def tell(self, happening: Happening) -> Lines:
        """Return what to say of a happening, often nothing."""
        match happening:
            case SeatChanged(seat=seat):
                return self._seat(seat)
            case SeatLeft(seat=number, why=why):
                return self._left(number, why)
            case HostChanged(seat=number):
                return self._host(number)
            case PhaseChanged():
                return self._phase_changed(happening)
            case StartVoided():
                return self._voided(happening)
            case MatchStarted(at=at, until=until):
                self._told_last = False
                return self._started(clock((until - at) / 1000))
            case Progress(seat=number):
                return self._progress(happening, number)
            case ClockStood(paused=True):
                return ()
            case PauseChanged(pause=pause):
                before, self._pause = self._pause, pause
                return pause_told(before, pause, self._session, self._name_at)
            case ClockStood(ms=ms):
                time = clock(ms / 1000)
                return self._note(
                    tr("The service was down for {time}; no clock ran.", time=time)
                )
            case Said(line=said):
                own = self._session.own
                is_own = own is not None and own.player == said.player
                seats = () if self._session.room is None else self._session.room.seats
                return said_lines(said, own=is_own, seats=seats)
            case RoomClosed(why=why):
                return self._warning(tr(CLOSED[why]))
            case Checked(doubts=doubts):
                return doubts_told(UNFAIR, doubts) if doubts else ()
            case Proven():
                room = self._session.room
                may_rate = room is not None and room.kind == "match" and room.rated
                return proof_told(happening, self._elsewhere, may_rate=may_rate)
            case NotReady(error=error):
                text = tr("You are not ready: {why}", why=refusal_text(error))
                return self._warning(text)
            case OtherChain(doubt=doubt):
                return wrapped(doubt, 1, style=Style.WARNING)
            case Renewed():
                return self._renewed(happening)
            case Unseated(why=why):
                return self._gone(why)
            case Service() | Lost() | Back() | Revived() | Slow() | Answering():
                return self._service.tell(happening)
            case MatchOpened() | MatchEnded() | Watched():
                return ()

    def _started(self, time: str) -> Lines:
        if self._watches:
            begins = tr("The match begins: {time} for all.", time=time)
            return (good_news(begins),)
        return (line(), good_news(tr("Go! You have {time}.", time=time)))

    def _seat(self, seat: SeatView) -> Lines:
        before = self._seats.get(seat.seat)
        self._seats[seat.seat] = seat
        room = self._session.room
        name, own = self._name(seat), seat.seat == self._session.seat
        if before is None or before.player != seat.player:
            self._missing.discard(seat.seat)
            return () if own else self._note(tr("{name} is here.", name=name))
        if before.present and not seat.present:
            if seat.play is not None and seat.play.state == "resigned":
                self._missing.add(seat.seat)
                return self._note(tr("{name} is gone.", name=name))
            return self._note(tr("{name} has lost the connection.", name=name))
        if seat.present and not before.present:
            self._missing.discard(seat.seat)
            return self._note(tr("{name} is back.", name=name))
        if seat.ready and not before.ready:
            if seat.bot:
                return ()  # they all are, and push away what people want to read
            ready = tr("You are ready.") if own else tr("{name} is ready.", name=name)
            return self._note(ready)
        phase = "" if room is None else room.phase
        waiting = phase in ("gathering", "result") and phase == self._phase
        if before.ready and not seat.ready and waiting:
            return self._note(
                tr("You are no longer ready.")
                if own
                else tr("{name} is no longer ready.", name=name)
            )
        return ()

    def _left(self, number: int, why: str) -> Lines:
        seat = self._seats.pop(number, None)
        if seat is None:
            return ()
        if number == self._own:
            self._own, self.unseated = (
                None,
                tr(UNSEATED[why]) if why in UNSEATED else "",
            )
            return self._warning(self.unseated) if self.unseated else ()
        if number in self._missing:
            self._missing.discard(number)
            return ()
        return self._note(tr(LEFT[why], name=self._name(seat)))

    def _host(self, number: int) -> Lines:
        seat = self._seats.get(number)
        if seat is None:
            return ()
        if number == self._session.seat:
            return self._note(tr("You are the host now."))
        return self._note(tr("{name} is the host now.", name=self._name(seat)))

    def _phase_changed(self, changed: PhaseChanged) -> Lines:
        before, self._phase = self._phase, changed.phase
        if changed.phase == "countdown":
            self._told_to_hurry = False
            return self._note(tr("Everybody is ready: the cards are being dealt."))
        was_void, self._is_void = self._is_void, False
        if before == "countdown" and changed.phase in ("gathering", "result"):
            return self._no_deal() if not was_void or self._is_short() else ()
        if changed.phase == before:
            return self._hurry()
        return ()

    def _voided(self, voided: StartVoided) -> Lines:
        """Tell once why there is no deal, and not again who has lost a seat for it."""
        self._is_void = True
        players = {who.player for who in voided.void.withheld}
        room = self._session.room
        seated = () if room is None else room.seats
        # They keep their seats where nobody has revealed.
        gone = players - {seat.player for seat in seated}
        seats = {n for n, seat in self._seats.items() if seat.player in gone}
        self._missing |= seats - {self._own}
        return () if self._own in seats else self._note(void_text(voided.void))

    def _is_short(self) -> bool:
        """Tell whether too few are left at the table to begin again at once."""
        room = self._session.room
        return room is not None and len(room.seats) < min(2, room.seats_max)

    def _no_deal(self) -> Lines:
        """Tell that a countdown came to nothing, unless that is long past."""
        room = self._session.room
        if room is not None and room.phase not in ("gathering", "result"):
            # What was heard before somebody looked at the table is told after it.
            return ()
        return self._warning(
            tr("Not enough players are left.")
            if self._session.own is None
            else tr("Not enough players are left; the room waits for more.")
        )

    def _hurry(self) -> Lines:
        """Warn once who is awaited, when the others will not wait much longer."""
        own, room = self._session.own, self._session.room
        if own is None or room is None or own.ready or self._told_to_hurry:
            return ()
        if not starts_soon(room):
            return ()
        self._told_to_hurry = True
        return self._warning(
            tr("The others are ready and will soon start without you.")
        )

    def _progress(self, progress: Progress, number: int) -> Lines:
        before = self._seats.get(number)
        if before is None:
            return ()
        self._seats[number] = before.model_copy(update={"play": progress.play})
        was = None if before.play is None else before.play.state
        room = self._session.room
        if room is None or progress.play.state in ("playing", was):
            return ()
        about = find_game(room.game).about
        count = counted(progress.play.score, about)
        state = state_name(progress.play.state, about)
        name = tr("You") if number == self._session.seat else self._name(before)
        return (*self._note(f"{name}: {state}, {count}."), *self._last_one())

    def _last_one(self) -> Lines:
        """Tell once in a match who plays on that nobody else does."""
        room, own = self._session.room, self._session.seat
        seats = () if room is None else room.seats
        plays = [s.play.state for s in seats if s.play is not None and s.seat != own]
        is_last = self._session.may_move and plays and "playing" not in plays
        if not is_last or self._told_last:
            return ()
        self._told_last = True
        return self._note(tr(LAST_ONE))

    def _renewed(self, renewed: Renewed) -> Lines:
        self._look()
        lines: list[Span] = []
        if renewed.is_rewound:
            lines += [Span(f" {tr(text)}", Style.WARNING) for text in REWOUND]
        if self._phase == "closed":
            lines.append(Span(f" {tr(CLOSED_MEANWHILE)}"))
        rows = ((span,) for span in lines)
        return (*rows, *self._last_one(), *self._standing())

    def _gone(self, why: ErrorCode | None) -> Lines:
        if why is None:
            return ()
        if self._watches:
            return self._warning(tr(CLOSED_MEANWHILE))
        return self._warning(tr("Your seat is gone. {why}", why=error_text(why)))

    def _name_at(self, number: int) -> str:
        seat = self._seats.get(number)
        return tr("somebody") if seat is None else self._name(seat)

    def _name(self, seat: SeatView) -> str:
        return sitter_name(seat, self._seats.values())

    def _note(self, text: str) -> Lines:
        return (line(" " + text),)

    def _warning(self, text: str) -> Lines:
        return ((Span(" " + text, Style.WARNING),),)
