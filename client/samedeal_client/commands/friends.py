"""The commands about other players: friends, blocks, reports, and asking to play."""

import argparse
from collections.abc import Mapping

from samedeal_client.commands.accounts import known_name
from samedeal_client.commands.beginnings import whole_id
from samedeal_client.context import Context
from samedeal_client.identity.connecting import playing
from samedeal_client.language import later, tr
from samedeal_client.view.people.accounts import circle_lines, relation_text
from samedeal_client.view.spans import line, printable
from samedeal_protocol.people.accounts import (
    Account,
    AskAccount,
    AskCircle,
    Circle,
    Relate,
    Related,
    Relation,
    RelationView,
)
from samedeal_protocol.people.presence import (
    AskFriends,
    BeSeen,
    Friends,
    FriendView,
    Invite,
    Invited,
    Seen,
)
from samedeal_protocol.people.reports import Report, Reported

RELATIONS: Mapping[str, Relation] = {
    "add": "friend",
    "remove": "none",
    "block": "blocked",
    "unblock": "none",
}
"""The relation to somebody that each word makes."""
HIDDEN = later("Friends are not told that you are here, nor you of them.")
REPORTED = later(
    "Whoever runs this server can read it, with what was said in that room."
)
SHOWN = later("Friends are told when you are here.")


async def friends(context: Context, arguments: argparse.Namespace) -> int:
    """List friends, with where they are, and blocked players."""
    async with playing(context, known_name(context, arguments)) as player:
        circle = await player.ask(AskCircle(id=player.next_id()), Circle)
        found = await player.ask(AskFriends(id=player.next_id()), Friends)
    people, here = circle.people, {one.who.player: one for one in found.friends}
    rows = [relation_document(one, here.get(one.who.player)) for one in people]
    return context.answer(rows, circle_lines(people, here))


def relation_document(
    one: RelationView, where: FriendView | None = None
) -> dict[str, object]:
    """Return a line of the list for programs, with where a friend is, if told."""
    place = None if where is None else where.place
    game = None if where is None else where.game
    told = {"relation": one.relation, "mutual": one.mutual}
    return {**one.who.model_dump(), **told, "place": place, "game": game}


async def relate(context: Context, arguments: argparse.Namespace) -> int:
    """Put somebody on the list, or take them off it."""
    relation = RELATIONS[arguments.command.name]
    async with playing(context, known_name(context, arguments)) as player:
        asked = Relate(id=player.next_id(), who=arguments.who, relation=relation)
        related = (await player.ask(asked, Related)).relation
    told = (line(relation_text(related)),)
    return context.answer(relation_document(related), told)


async def be_seen(context: Context, arguments: argparse.Namespace) -> int:
    """Choose whether friends are told that one is here."""
    async with playing(context, known_name(context, arguments)) as player:
        shows = arguments.command.name == "show"
        asked = BeSeen(id=player.next_id(), seen=shows)
        seen = (await player.ask(asked, Seen)).seen
    return context.answer({"seen": seen}, (line(tr(SHOWN if seen else HIDDEN)),))


async def report(context: Context, arguments: argparse.Namespace) -> int:
    """Report somebody to the operator of the server."""
    words, room = " ".join(arguments.why.split()), arguments.room.upper()
    async with playing(context, known_name(context, arguments)) as player:
        asked = Report(id=player.next_id(), who=arguments.who, room=room, why=words)
        await player.ask(asked, Reported)
    return context.answer({"reported": True}, (line(tr(REPORTED)),))


async def challenge(context: Context, arguments: argparse.Namespace) -> int:
    """Ask a friend to play the deal of a match that one has played."""
    async with playing(context, known_name(context, arguments)) as player:
        match = await whole_id(context, player, arguments.match)
        asked = AskAccount(id=player.next_id(), who=arguments.who)
        friend = (await player.ask(asked, Account)).account
        invite = Invite(id=player.next_id(), who=friend.player, match=match)
        await player.ask(invite, Invited)
    told = tr(
        "{name} finds your challenge in their lobby, for three days.",
        name=printable(friend.name),
    )
    return context.answer({**friend.model_dump(), "match": match}, (line(told),))
