"""What people are told never depends on a card that they may not know."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.core.table import NAMES, Table, playing, resulting

from samedeal_games.catalogue import GAMES
from samedeal_games.game import AnyGame
from samedeal_games.patience.position import Column, PatiencePosition
from samedeal_games.squares.engine import CARDS_LAID, SquaresPosition
from samedeal_protocol.codec import encode
from samedeal_protocol.updates import News
from samedeal_server.core import facts
from samedeal_server.core.facts import Entry
from samedeal_server.core.rooms.evolve import evolve
from samedeal_server.core.rooms.updates import snapshot, summary, tell
from samedeal_server.core.state import Room


def with_hidden_permuted(position: object, dice: Random) -> object:
    """Return the position with every card that its player cannot see elsewhere."""
    if isinstance(position, SquaresPosition):
        seen = min(len(position.cells) + 1, CARDS_LAID)
        hidden = list(position.cards[seen:])
        dice.shuffle(hidden)
        return position._replace(cards=(*position.cards[:seen], *hidden))
    assert isinstance(position, PatiencePosition)
    unseen = [card for c in position.columns for card in c.cards[: c.hidden]]
    unseen += position.stock
    dice.shuffle(unseen)
    columns: list[Column] = []
    for column in position.columns:
        turned, unseen = unseen[: column.hidden], unseen[column.hidden :]
        columns.append(Column((*turned, *column.cards[column.hidden :]), column.hidden))
    redeals = tuple(tuple(dice.sample(order, len(order))) for order in position.redeals)
    return position._replace(
        columns=tuple(columns), stock=tuple(unseen), redeals=redeals
    )


def with_other_hidden_cards(room: Room, dice: Random) -> Room:
    assert room.table.match is not None
    plays = tuple(
        play and play._replace(position=with_hidden_permuted(play.position, dice))
        for play in room.table.match.plays
    )
    match = room.table.match._replace(plays=plays)
    return room._replace(table=room.table._replace(match=match))


def frames_of(room: Room) -> list[bytes]:
    """Return all that anybody can be sent of a room and of what may come next."""
    nothing_new = Entry(
        room.marks.offset + 1, room.course.until, "", 0, facts.WentAway(0)
    )
    after = evolve(room, nothing_new)
    started: list[facts.Fact] = [facts.MatchStarted(), facts.Moved(0, "")]
    updates = [update for fact in started for update in tell(room, fact, room)]
    updates += tell(room, nothing_new.fact, after)
    news = News(since=0, offset=1, updates=tuple(updates))
    seen = [encode(snapshot(room, name)) for name in NAMES[:3]]
    return [encode(news), encode(summary(room)), *seen]


def after_some_moves(game: AnyGame, dice: Random) -> Table:
    table = playing("ann", "bob", game=game.about.key)
    for _ in range(dice.randrange(20)):
        moves = table.legal("ann")
        if moves:
            table.move("ann", dice.choice(moves))
    return table


@pytest.mark.parametrize("key", GAMES)
@given(dice=st.randoms(use_true_random=False))
def test_other_hidden_cards_leave_every_byte_as_it_is(key: str, dice: Random) -> None:
    room = after_some_moves(GAMES[key], dice).state
    assert frames_of(with_other_hidden_cards(room, dice)) == frames_of(room)


def test_the_result_reveals_the_seed_and_the_nonces() -> None:
    room = resulting("ann", "bob").state
    assert room.table.match is not None
    result = snapshot(room, "ann").room.result
    assert result is not None
    assert result.server_seed == room.table.match.server_seed
    assert all(nonce.nonce is not None for nonce in result.nonces)


def test_a_player_sees_the_own_board_and_a_stranger_none() -> None:
    table = playing("ann", "bob")
    table.move("ann", "a1")
    seen = snapshot(table.state, "ann")
    assert seen.board is not None
    assert seen.board.ply == 1
    other = snapshot(table.state, "bob")
    assert other.board is not None
    assert other.board.ply == 0
    assert snapshot(table.state, "eve").board is None


def test_others_are_told_counts_only() -> None:
    table = playing("ann", "bob")
    table.move("ann", "a1")
    assert [update.t for update in table.told] == ["progress"]
    assert set(table.told[0].model_dump()["play"]) == {"score", "ply", "state"}
