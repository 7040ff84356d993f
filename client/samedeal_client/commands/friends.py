"""The commands about other players: friends, blocks, reports, and asking to play."""

import argparse
import asyncio
from collections.abc import Mapping

from samedeal_client.commands.accounts import known_name
from samedeal_client.commands.beginnings import whole_id
from samedeal_client.context import Context
from samedeal_client.identity.connecting import playing
from samedeal_client.language import later, tr
from samedeal_client.terminal.output import print_document
from samedeal_client.view.people.accounts import circle_lines, relation_text
from samedeal_client.view.spans import line, printable
from samedeal_protocol.people.accounts import (
    Account,
    AccountView,
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


def friends(context: Context, arguments: argparse.Namespace) -> int:
    """List friends, with where they are, and blocked players."""
    people, here = asyncio.run(_circle(context, known_name(context, arguments)))
    if arguments.json:
        rows = [relation_document(one, here.get(one.who.player)) for one in people]
        print_document(rows)
    else:
        context.show(circle_lines(people, here))
    return 0


async def _circle(
    context: Context, name: str
) -> tuple[tuple[RelationView, ...], Mapping[str, FriendView]]:
    async with playing(context, name) as player:
        circle = await player.ask(AskCircle(id=player.next_id()), Circle)
        found = await player.ask(AskFriends(id=player.next_id()), Friends)
        return circle.people, {one.who.player: one for one in found.friends}


def relation_document(
    one: RelationView, where: FriendView | None = None
) -> dict[str, object]:
    """Return a line of the list for programs, with where a friend is, if told."""
    place = None if where is None else where.place
    game = None if where is None else where.game
    told = {"relation": one.relation, "mutual": one.mutual}
    return {**one.who.model_dump(), **told, "place": place, "game": game}


def relate(context: Context, arguments: argparse.Namespace) -> int:
    """Put somebody on the list, or take them off it."""
    name = known_name(context, arguments)
    relation = RELATIONS[arguments.command.name]
    related = asyncio.run(_relate(context, name, arguments.who, relation))
    if arguments.json:
        print_document(relation_document(related))
    else:
        context.show((line(relation_text(related)),))
    return 0


async def _relate(
    context: Context, name: str, who: str, relation: Relation
) -> RelationView:
    async with playing(context, name) as player:
        asked = Relate(id=player.next_id(), who=who, relation=relation)
        return (await player.ask(asked, Related)).relation


def be_seen(context: Context, arguments: argparse.Namespace) -> int:
    """Choose whether friends are told that one is here."""
    name = known_name(context, arguments)
    seen = asyncio.run(_be_seen(context, name, seen=arguments.command.name == "show"))
    if arguments.json:
        print_document({"seen": seen})
    else:
        context.show((line(tr(SHOWN if seen else HIDDEN)),))
    return 0


async def _be_seen(context: Context, name: str, *, seen: bool) -> bool:
    async with playing(context, name) as player:
        return (await player.ask(BeSeen(id=player.next_id(), seen=seen), Seen)).seen


def report(context: Context, arguments: argparse.Namespace) -> int:
    """Report somebody to the operator of the server."""
    name = known_name(context, arguments)
    asyncio.run(_report(context, name, arguments.who, arguments.room, arguments.why))
    if arguments.json:
        print_document({"reported": True})
    else:
        context.show((line(tr(REPORTED)),))
    return 0


async def _report(context: Context, name: str, who: str, room: str, why: str) -> None:
    words = " ".join(why.split())
    async with playing(context, name) as player:
        asked = Report(id=player.next_id(), who=who, room=room.upper(), why=words)
        await player.ask(asked, Reported)


def challenge(context: Context, arguments: argparse.Namespace) -> int:
    """Ask a friend to play the deal of a match that one has played."""
    name = known_name(context, arguments)
    asked = _challenge(context, name, arguments.who, arguments.match)
    friend, match = asyncio.run(asked)
    if arguments.json:
        print_document({**friend.model_dump(), "match": match})
    else:
        told = tr(
            "{name} finds your challenge in their lobby, for three days.",
            name=printable(friend.name),
        )
        context.show((line(told),))
    return 0


async def _challenge(
    context: Context, name: str, who: str, match: str
) -> tuple[AccountView, str]:
    async with playing(context, name) as player:
        match = await whole_id(context, player, match)
        asked = AskAccount(id=player.next_id(), who=who)
        friend = (await player.ask(asked, Account)).account
        invite = Invite(id=player.next_id(), who=friend.player, match=match)
        await player.ask(invite, Invited)
        return friend, match
