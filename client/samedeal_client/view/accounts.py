"""Accounts on screens: who one is to a server, and whom one likes to meet."""

from collections.abc import Sequence

from samedeal_client.view.cards import NAMED
from samedeal_client.view.spans import Line, Lines, Span, Style, line, printable, table
from samedeal_client.view.standings import name_of
from samedeal_protocol.accounts import Account, AccountView, RelationView

LABEL_WIDTH = 8
NOBODY = "Nobody is on your list. Add somebody:  samedeal friends add NAME"


def account_lines(account: Account, server: str) -> Lines:
    """Return who a player is to a server."""
    who, left = account.account, account.claims_left
    more = "1 more name" if left == 1 else f"{left or 'no'} more names"
    claimed = (
        f"{NAMED} claimed; you can change to {more}"
        if who.named
        else "not claimed; claim it with: samedeal account claim NAME"
    )
    return (
        _row("name", Span(_name(who), Style.OWN)),
        _row("", Span(claimed, Style.GOOD if who.named else Style.DIM)),
        _row("player", Span(who.player)),
        _row("server", Span(printable(server))),
    )


def circle_lines(people: Sequence[RelationView]) -> Lines:
    """Return a player's list as a table."""
    if not people:
        return (line(NOBODY),)
    rows = [(_name(one.who), _word(one), one.who.player) for one in people]
    return table(("player", "", "id"), rows)


def relation_text(one: RelationView) -> str:
    """Return what somebody is from now on, in a sentence."""
    name = _name(one.who)
    match one.relation:
        case "friend" if one.mutual:
            return f"{name} is your friend, and you are theirs."
        case "friend":
            return f"{name} is on your list of friends."
        case "blocked":
            return f"{name} is blocked: your rooms are not there for them."
        case "none":
            return f"{name} is not on your list any more."


def _word(one: RelationView) -> str:
    return "friend, mutual" if one.mutual else one.relation


def _name(who: AccountView) -> str:
    return name_of(who.name, bot=who.bot, named=who.named)


def _row(label: str, *spans: Span) -> Line:
    return (Span(f"{label:<{LABEL_WIDTH}}", Style.DIM), *spans)
