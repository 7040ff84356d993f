"""What happens in a room, in sentences; short, and only what is worth one."""

from samedeal_client.language import later, listed, tr, tr_n
from samedeal_client.language.texts import close_text, error_text
from samedeal_client.proof.records import date_text
from samedeal_client.view.certified import certified_result_lines
from samedeal_client.view.profiles import rating_text
from samedeal_client.view.series import event_lines, series_lines
from samedeal_client.view.spans import Lines, Span, Style, line, printable
from samedeal_client.view.standings import (
    clock,
    counted,
    name_of,
    sitter_name,
    standings_lines,
    state_name,
)
from samedeal_client.view.talk import said_lines
from samedeal_client.wire.happenings import (
    Answering,
    Back,
    Checked,
    Happening,
    Lost,
    Proven,
    Renewed,
    Slow,
    Unseated,
)
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_protocol.boards import OpenMatchView, RoomView, SeatView
from samedeal_protocol.errors import CloseCode, ErrorCode
from samedeal_protocol.profiles import EntryView
from samedeal_protocol.talk import Said
from samedeal_protocol.updates import (
    ClockStood,
    Error,
    HostChanged,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    PhaseChanged,
    Progress,
    RoomClosed,
    SeatChanged,
    SeatLeft,
    Service,
    Watched,
)

LEFT = {
    "left": later("{name} has left."),
    "not_ready": later("{name} was not ready in time and lost the seat."),
    "no_show": later("{name} did not reveal a nonce in time and lost the seat."),
    "away": later("{name} was away too long and lost the seat."),
}
BOT_TOO = later(" Race a bot meanwhile:  samedeal bot {code} --kind good")
UNSEATED = {
    "not_ready": later("You were not ready in time and lost your seat."),
    "no_show": later("You did not reveal a nonce in time and lost your seat."),
    "away": later("You were away too long and lost your seat."),
}
"""What befalls oneself; who leaves knows it."""
CLOSED = {
    "empty": later("Everybody has left; the room is closed."),
    "idle": later("Nobody got ready in time; the room is closed."),
    "worn": later("This room has seen enough matches; open a new one."),
    "lost": later("The service has lost this room; open a new one."),
}

WELL_AGAIN = later("The service is well again; the clocks run.")
DEGRADED = later(
    "The service has trouble: nothing is lost, and the clocks stand still."
)
DRAINING = later("This server is stopping; another one takes over in a moment.")
TAKEN_OVER = later("Another server has taken over.")
REWOUND = (
    later("The service has lost the last moments of this room;"),
    later("it goes on for everybody from the last one that is left."),
)
UNFAIR = later("THIS DEAL IS NOT FAIR AS FAR AS CAN BE SEEN:")
UNPROVEN = later("THE RECORD OF THIS MATCH IS NOT WHAT WAS PLAYED:")
PROVEN = later("Match proven. See it: samedeal replay {match}")
VERIFIED = later("Deal verified: shuffled from the seed committed to and all nonces.")
AGAIN = later(" The same id again: verify, export, analyse (what was possible).")
ONCE_REVEALED = later(" then: samedeal verify {match}")
NO_RECORD = later(" Not yet kept as a record: samedeal verify {match}")
CLOSED_MEANWHILE = later("The room has closed meanwhile.")


def refusal_text(error: Error) -> str:
    """Return why a request was refused."""
    text = error_text(error.code)
    if error.code is ErrorCode.OTHER_ROOM and error.detail:
        return f"{text.rstrip('.')}: {printable(error.detail)}."
    return text


def slow_text(silent_s: float) -> str:
    """Return that a server has not answered for so long."""
    return tr("The server is slow to answer: silent for {s} s.", s=round(silent_s))


class Teller:
    """Turns happenings into sentences; remembers only who was how before."""

    def __init__(self, player: Player) -> None:
        self._session = player.session
        self._seats: dict[int, SeatView] = {}
        self._own: int | None = None
        """The own seat, as far as told: the session knows at once that it is gone."""
        self.unseated = ""
        """Why it was lost, empty as long as it was not."""
        self._missing: set[int] = set()
        """Seats whose players gave up and went; that they are free says no more."""
        self._phase = ""
        self._told_to_hurry = False
        self._service: Service | None = None
        self._is_moving = False
        """Whether the connection was lost to a server that had said so before."""
        self._look()

    def _look(self) -> None:
        """Remember who is how now."""
        room = self._session.room
        self._phase = "" if room is None else room.phase
        self._own = self._session.seat
        self._seats.clear()
        for seat in () if room is None else room.seats:
            self._seats[seat.seat] = seat

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
            case MatchStarted(at=at, until=until):
                go = tr("Go! You have {time}.", time=clock((until - at) / 1000))
                return (line(), line(self._good(go)))
            case Progress(seat=number):
                return self._progress(happening, number)
            case ClockStood(ms=ms):
                time = clock(ms / 1000)
                return self._note(
                    tr("The service was away for {time}; no clock ran.", time=time)
                )
            case Service():
                return self._served(happening)
            case Said(line=said):
                own = self._session.own
                is_own = own is not None and own.player == said.player
                return said_lines(said, own=is_own)
            case RoomClosed(why=why):
                return self._warning(tr(CLOSED[why]))
            case Checked(doubts=doubts):
                return self._doubted(UNFAIR, doubts) if doubts else ()
            case Proven():
                return self._proven(happening)
            case Lost(code=code, again=again):
                return self._lost(code, again=again)
            case Back():
                return self._back()
            case Slow(silent_s=silent_s):
                return self._warning(slow_text(silent_s))
            case Answering(silent_s=silent_s):
                text = tr("The server answers again, after {s} s.", s=round(silent_s))
                return (line(self._good(text)),)
            case Renewed():
                return self._renewed(happening)
            case Unseated(why=why):
                return () if why is None else self._warning(self._gone(why))
            case MatchOpened() | MatchEnded() | Watched():
                return ()

    def standings(self) -> Lines:
        """Return the result of the last match, and what the series came to."""
        result, evening = self.result(), self.evening()
        if not result:
            return ()
        return (line(), *result, *((line(), *evening) if evening else ()))

    def result(self) -> Lines:
        """Return the result of the last match, and who won a series by matches."""
        room = self._session.room
        if room is None or room.result is None:
            return ()
        about, result = find_game(room.game).about, room.result
        lines = (
            *standings_lines(result, about, self._session.seat),
            *certified_result_lines(result),
        )
        if room.best_of == 1 or room.series is not None or not result.series_over:
            return lines
        names = [
            sitter_name(seat)
            for seat in room.seats
            if seat.seat in result.series_winners
        ]
        won = tr("Nobody won the series.")
        if names:
            won = tr_n(
                "{names} won the series.",
                "{names} won the series together.",
                len(names),
                names=listed(names),
            )
        return (*lines, line(self._good(won)))

    def evening(self) -> Lines:
        """Return what a duplicate evening came to so far; nothing in other rooms."""
        room, own = self._session.room, self._session.own
        if room is None or room.series is None:
            return ()
        lines = series_lines(room, "" if own is None else own.player)
        is_over = room.result is not None and room.result.series_over
        if not is_over or room.kind == "event":
            # Who wins an event is not for one room to say.
            return lines
        # Who won may have left.
        winners = [row for row in room.series.rows if row.place == 1]
        names = [name_of(row.name, bot=row.bot, named=row.named) for row in winners]
        won = tr("Nobody won the evening.")
        if names:
            won = tr_n(
                "{names} won the evening.",
                "{names} won the evening together.",
                len(names),
                names=listed(names),
            )
        return (*lines, line(self._good(won)))

    def what_now(self) -> Lines:
        """Return what the player can type next, outside a match."""
        room = self._session.room
        if room is None or self._session.own is None or room.kind == "daily":
            return ()
        if room.phase == "gathering":
            invitation = line(
                tr(" Others join with:  samedeal join {code}", code=room.room)
            )
            prompt = line(tr(" Type ready to play, ? for help, leave to go."))
            if len(room.seats) == room.seats_max:
                return (prompt,)
            bot = (line(tr(BOT_TOO, code=room.room)),) if room.kind == "match" else ()
            return (invitation, *bot, prompt)
        if room.phase == "result" and room.kind == "challenge":
            return (line(tr(" Type leave to go.")),)
        if room.phase == "result":
            again = tr("another match") if room.result is None else tr("the next match")
            if room.result is not None and room.result.series_over:
                again = tr("a rematch")
            if room.kind == "event" and room.next_match is None:
                played = room.result is not None and room.result.series_over
                where = () if played else event_lines(room)
                return (*where, line(tr(" No deal is left here; type leave to go.")))
            if room.scoring == "duplicate" and room.next_match is not None:
                again = _next_deal(room, room.next_match)
            ready = line(tr(" Type ready for {what}, leave to go.", what=again))
            if room.result is None or room.result.reveal_at:
                return (ready,)
            return (ready, line(tr(" Type analyse to be told what was possible.")))
        return ()

    def _seat(self, seat: SeatView) -> Lines:
        before = self._seats.get(seat.seat)
        self._seats[seat.seat] = seat
        room = self._session.room
        name, own = sitter_name(seat), seat.seat == self._session.seat
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
            ready = tr("You are ready.") if own else tr("{name} is ready.", name=name)
            return self._note(ready)
        phase = "" if room is None else room.phase
        waiting = phase in ("gathering", "result") and phase == self._phase
        if before.ready and not seat.ready and waiting:
            return self._note(
                tr("You are not ready any more.")
                if own
                else tr("{name} is not ready any more.", name=name)
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
        return self._note(tr(LEFT[why], name=sitter_name(seat)))

    def _host(self, number: int) -> Lines:
        seat = self._seats.get(number)
        if seat is None:
            return ()
        if number == self._session.seat:
            return self._note(tr("You are the host now."))
        return self._note(tr("{name} is the host now.", name=sitter_name(seat)))

    def _phase_changed(self, changed: PhaseChanged) -> Lines:
        before, self._phase = self._phase, changed.phase
        if changed.phase == "countdown":
            self._told_to_hurry = False
            return self._note(tr("Everybody is ready: the cards are being dealt."))
        if changed.phase == "gathering" and before == "countdown":
            return self._no_deal()
        if changed.phase == before:
            return self._hurry()
        return ()

    def _no_deal(self) -> Lines:
        """Tell that a countdown came to nothing, unless that is long past."""
        room = self._session.room
        if room is not None and room.phase != "gathering":
            # What was heard before somebody looked at the table is told after it.
            return ()
        return self._warning(
            tr("Not enough players are left.")
            if self._session.own is None
            else tr("Not enough players are left; get ready again.")
        )

    def _hurry(self) -> Lines:
        """Warn once who is awaited, when the others will not wait much longer."""
        own, room = self._session.own, self._session.room
        if own is None or room is None or own.ready or self._told_to_hurry:
            return ()
        if sum(seat.ready for seat in room.seats) < min(2, room.seats_max):
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
        name = tr("You") if number == self._session.seat else sitter_name(before)
        return self._note(f"{name}: {state}, {count}.")

    def _proven(self, proven: Proven) -> Lines:
        if proven.doubts:
            return self._doubted(UNPROVEN, proven.doubts)
        if proven.reveal_at:
            when = date_text(proven.reveal_at)
            again = tr(ONCE_REVEALED, match=printable(proven.match))
            return (
                line(tr(" The seed is revealed at {when};", when=when)),
                line(again),
            )
        if not proven.is_recorded:
            return (
                line(self._good(tr(VERIFIED))),
                line(tr(NO_RECORD, match=printable(proven.match))),
            )
        shown = self._good(tr(PROVEN, match=printable(proven.match)))
        return (line(shown), line(tr(AGAIN)), *self._rated(proven.entry))

    def _rated(self, entry: EntryView | None) -> Lines:
        """Return how a match has changed the own rating."""
        if entry is None or entry.before is None or entry.after is None:
            return ()
        change = entry.after.rating - entry.before.rating
        told = f"{rating_text(entry.after)} ({change:+})"
        text = tr("Your rating: {rating}.", rating=told)
        if entry.after.provisional:
            text = tr(
                "Your rating: {rating}, ? while few matches are known.", rating=told
            )
        return (line(self._good(text)),)

    def _doubted(self, headline: str, doubts: tuple[str, ...]) -> Lines:
        lines = [Span(f" {tr(headline)}", Style.WARNING)]
        lines += [Span(f"   {printable(tr(doubt))}", Style.WARNING) for doubt in doubts]
        return tuple((span,) for span in lines)

    def _served(self, service: Service) -> Lines:
        """Tell how the service is, when that changes; at first all is well."""
        before = "ok" if self._service is None else self._service.state
        self._service = service
        if service.state == before:
            return ()
        match service.state:
            case "degraded":
                return self._warning(tr(DEGRADED))
            case "draining":
                return self._note(tr(DRAINING))
            case "ok":
                return self._note(tr(WELL_AGAIN)) if before == "degraded" else ()

    def _lost(self, code: int, *, again: bool) -> Lines:
        text = close_text(code)
        if not again or code != CloseCode.GOING_AWAY:
            return self._warning(text)
        # A deploy: nothing to be alarmed by, and announced as a rule.
        self._is_moving = True
        announced = self._service is not None and self._service.state == "draining"
        return () if announced else self._note(text)

    def _back(self) -> Lines:
        text = tr(TAKEN_OVER) if self._is_moving else tr("Connected again.")
        self._is_moving, self._service = False, None
        return (line(self._good(text)),)

    def _renewed(self, renewed: Renewed) -> Lines:
        self._look()
        lines: list[Span] = []
        if renewed.is_rewound:
            lines += [Span(f" {tr(text)}", Style.WARNING) for text in REWOUND]
        if self._phase == "closed":
            lines.append(Span(f" {tr(CLOSED_MEANWHILE)}"))
        return tuple((span,) for span in lines)

    def _gone(self, why: ErrorCode) -> str:
        return tr("Your seat is gone. {why}", why=error_text(why))

    def _good(self, text: str) -> Span:
        return Span(" " + text, Style.GOOD)

    def _note(self, text: str) -> Lines:
        return (line(" " + text),)

    def _warning(self, text: str) -> Lines:
        return ((Span(" " + text, Style.WARNING),),)


def _next_deal(room: RoomView, opened: OpenMatchView) -> str:
    title = tr(find_game(opened.game or room.game).about.title)
    deal = tr(
        "deal {number} of {all}, {game}",
        number=opened.number,
        all=room.best_of,
        game=title,
    )
    if opened.number == 1:
        return tr("another evening: {deal}", deal=deal)
    return deal
