"""Who is told to have won a match: whom servers count as winners."""

from tests.golden.frames.examples import RESULT

from samedeal_client.play.sentences.outcomes import winner_lines
from samedeal_client.view.spans import text_of
from samedeal_games.catalogue import find_game
from samedeal_protocol.rooms.boards import SeatState, StandingView

ABOUT = find_game("squares/english").about


def row(
    seat: int, *, place: int = 1, score: int = 0, state: SeatState = "finished"
) -> StandingView:
    return StandingView(
        place=place,
        seat=seat,
        player=f"p-{seat}",
        name=("Ada", "Bob", "Eve")[seat],
        score=score,
        plies=1,
        elapsed_ms=1000 * (score > 0),
        state=state,
    )


def told(*rows: StandingView) -> str:
    result = RESULT.model_copy(update={"standings": rows})
    return text_of(winner_lines(result, ABOUT, 0)).strip()


def told_of_race(*rows: StandingView) -> str:
    result = RESULT.model_copy(update={"standings": rows})
    about = find_game("easthaven").about
    return text_of(winner_lines(result, about, 0)).strip()


def test_a_tie_in_cards_is_told_by_how_much_time_it_was_broken() -> None:
    later = row(1, place=2, score=7).model_copy(update={"elapsed_ms": 4250})
    told = "You win by 3.2 s, with as many cards up."
    assert told_of_race(row(0, score=7), later) == told
    close = later.model_copy(update={"elapsed_ms": 1003})
    told = "You win by 0.003 s, with as many cards up."
    assert told_of_race(row(0, score=7), close) == told


def test_nobody_is_told_to_have_won_where_all_gave_up_or_made_nothing() -> None:
    gave_up = [row(seat, score=4, state="resigned") for seat in (0, 1)]
    assert told(*gave_up) == "Nobody wins."
    assert told(row(0), row(1)) == "Nobody wins."


def test_equals_share_a_win_that_they_earned_or_that_somebody_gave_up() -> None:
    shared = "You and Bob share the win."
    assert told(row(0, score=7), row(1, score=7)) == shared
    assert told(row(0), row(1), row(2, place=3, state="resigned")) == shared
    assert told(row(0), row(1, place=2, state="resigned")) == "You win."
