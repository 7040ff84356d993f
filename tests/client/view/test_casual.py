"""The best of what one plays alone or against bots, which no server books."""

from samedeal_client.view.people.casual import casual_bests, casual_lines
from samedeal_client.view.spans import text_of
from samedeal_protocol.results.profiles import EntryView, ShownRating
from samedeal_protocol.rooms.boards import SeatState


def entry(
    number: int, score: int, *, elapsed_ms: int = 1000, state: SeatState = "over"
) -> EntryView:
    return EntryView(
        index=number,
        match=f"m-{number:032x}",
        kind="match",
        deal=f"m-{number:032x}",
        game="easthaven",
        rated=False,
        at=number,
        place=1,
        players=3,
        score=score,
        plies=10,
        elapsed_ms=elapsed_ms,
        state=state,
        before=None,
        after=None,
        opponents=(),
    )


def test_the_best_is_most_points_then_least_time_then_first() -> None:
    tried = [entry(4, 9), entry(3, 12), entry(2, 12, elapsed_ms=900), entry(1, 11)]
    assert casual_bests(tried)["easthaven"].index == 2
    assert "12" in text_of(casual_lines(tried))


def test_what_was_rated_given_up_or_came_to_nothing_is_no_best() -> None:
    rating = ShownRating(rating=1500, provisional=True)
    rated = entry(1, 20).model_copy(update={"before": rating, "after": rating})
    daily = entry(2, 20).model_copy(update={"kind": "daily"})
    others = (rated, daily, entry(3, 30, state="resigned"), entry(4, 0))
    assert casual_bests(others) == {}
    assert casual_lines(others) == ()
