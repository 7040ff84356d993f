"""Accounts on screens: one's own at a server, and one's list of friends."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from samedeal_client.language import later, tr, tr_n
from samedeal_client.view.cards import NAMED
from samedeal_client.view.names import name_of
from samedeal_client.view.spans import (
    Lines,
    Span,
    Style,
    line,
    padded,
    printable,
    table,
    width_of,
)
from samedeal_games.catalogue import GAMES
from samedeal_protocol.people.accounts import (
    Account,
    AccountView,
    Relation,
    RelationView,
)
from samedeal_protocol.people.presence import FriendView

NOWHERE: Mapping[str, FriendView] = MappingProxyType({})
NOBODY = later("Nobody is on your list. Add somebody:  samedeal friends add NAME")
RELATIONS: dict[Relation, str] = {
    "friend": later("friend"),
    "blocked": later("blocked"),
    "none": later("none"),
}


def account_lines(account: Account, server: str) -> Lines:
    """Return a player's account at a server."""
    who, left = account.account, account.claims_left
    claimed = (
        tr("{mark} claimed; you can change to {names}", mark=NAMED, names=more(left))
        if who.named
        else tr("not claimed; claim it with: samedeal account claim NAME")
    )
    rows = (
        (tr("name"), Span(_name(who), Style.OWN)),
        ("", Span(claimed, Style.GOOD if who.named else Style.DIM)),
        (tr("player"), Span(who.player)),
        (tr("server"), Span(printable(server))),
    )
    width = max(width_of(label) for label, _ in rows) + 2
    return tuple((Span(padded(label, width), Style.DIM), told) for label, told in rows)


def more(left: int) -> str:
    """Return the number of names that a player may still claim, in words."""
    if not left:
        return tr("no more names")
    return tr_n("{count} more name", "{count} more names", left)


def circle_lines(
    people: Sequence[RelationView], here: Mapping[str, FriendView] = NOWHERE
) -> Lines:
    """Return a player's list as a table, with where friends are, by id."""
    if not people:
        return (line(tr(NOBODY)),)
    rows = [
        (_name(one.who), _word(one), _where(here.get(one.who.player)), one.who.player)
        for one in people
    ]
    return table((tr("player"), "", tr("here"), tr("id")), rows)


def where_text(friend: FriendView) -> str:
    """Return the place of a friend who is here, or that they are not."""
    game = GAMES.get(friend.game or "")
    match friend.place:
        case "lobby":
            return tr("in the lobby")
        case "table":
            return tr("at a table") if game is None else tr(game.about.title)
        case "away":
            return tr("not here")


def _where(friend: FriendView | None) -> str:
    return "" if friend is None or friend.place == "away" else where_text(friend)


def relation_text(one: RelationView) -> str:
    """Return the new relation to somebody, as a sentence."""
    name = _name(one.who)
    match one.relation:
        case "friend" if one.mutual:
            return tr("{name} is your friend, and you are theirs.", name=name)
        case "friend":
            return tr("{name} is on your list of friends.", name=name)
        case "blocked":
            return tr("{name} is blocked and does not see your rooms.", name=name)
        case "none":
            return tr("{name} is no longer on your list.", name=name)


def _word(one: RelationView) -> str:
    return tr("friend, mutual") if one.mutual else tr(RELATIONS[one.relation])


def _name(who: AccountView) -> str:
    return name_of(who.name, bot=who.bot, named=who.named)
