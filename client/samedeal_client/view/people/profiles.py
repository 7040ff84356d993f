"""Profiles: a player's results, game by game."""

from collections.abc import Sequence

from samedeal_client.language import later, tr
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.people.leaderboards import day_text, marked
from samedeal_client.view.people.metrics import percentage
from samedeal_client.view.people.sparklines import sparkline
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    line,
    table,
    without_least,
)
from samedeal_client.view.times import reached
from samedeal_games.catalogue import GAMES
from samedeal_protocol.results.profiles import (
    BestView,
    EntryView,
    GameView,
    PersonView,
    Profile,
    ShownRating,
    VersusView,
)

HEADER = (
    *(later("game"), later("best"), later("time"), later("matches")),
    *(later("won"), later("win rate"), later("dailies")),
)
LEAST = (5, 2, 4, 6, 3)
"""The columns that are left out first where there is little room."""
CHART_MOST = 24
"""Values of a chart: the newest ones."""


def profile_lines(
    profile: Profile,
    entries: Sequence[EntryView],
    glyphs: Glyphs,
    width: int | None = None,
) -> Lines:
    """Return a profile; `entries` are the player's newest matches, newest first.

    On `width` cells, columns of games that have no room are left out.
    """
    blocks: list[Lines] = [_head(profile, glyphs)]
    if profile.ratings:
        blocks.append(((), *_ratings(profile, entries, glyphs)))
    if profile.games:
        blocks.append(((), *_games(profile.games, width)))
    if not profile.ratings and not profile.games:
        blocks.append((line(tr("No rated matches or dailies yet.")),))
    if profile.versus is not None:
        blocks.append(((), _versus(profile.who, profile.versus, glyphs)))
    return tuple(row for block in blocks for row in block)


def person_name(who: PersonView, glyphs: Glyphs) -> str:
    """Return a person's name with their marks."""
    return marked(who.name, glyphs, named=who.named, bot=who.bot)


def rating_text(rating: ShownRating) -> str:
    """Return a rating as it is shown, a provisional one with a question mark."""
    return f"{rating.rating}{'?' if rating.provisional else ''}"


def rating_chart(entries: Sequence[EntryView], family_games: set[str]) -> list[int]:
    """Return ratings after each rated match of some games, oldest first."""
    newest = [
        entry.after.rating
        for entry in entries
        if entry.after is not None and entry.game in family_games
    ]
    return newest[:CHART_MOST][::-1]


def games_of(family: str) -> set[str]:
    """Return the keys of a family's games."""
    return {key for key, game in GAMES.items() if game.about.family == family}


def _head(profile: Profile, glyphs: Glyphs) -> Lines:
    about = tr("a claimed name") if profile.who.named else tr("a guest")
    if profile.who.bot:
        about = tr("a bot")
    if profile.since is not None:
        about += tr(", here since {day}", day=day_text(profile.since))
    name = Span(person_name(profile.who, glyphs), Style.TITLE)
    return (
        (name, Span(f"  {about}")),
        (Span(tr("id {player}", player=profile.who.player), Style.DIM),),
    )


def _ratings(profile: Profile, entries: Sequence[EntryView], glyphs: Glyphs) -> Lines:
    rows = [
        (
            one.family,
            rating_text(one.rating),
            str(one.matches),
            sparkline(rating_chart(entries, games_of(one.family)), glyphs.bars),
        )
        for one in profile.ratings
    ]
    lines = table((tr("ratings"), "", tr("matches"), tr("recent")), rows)
    if any(one.rating.provisional for one in profile.ratings):
        note = tr("? provisional: too few matches played.")
        return (*lines, (Span(note, Style.DIM),))
    return lines


def is_achieved(entry: EntryView | BestView) -> bool:
    """Tell whether a player earned a score: aces go up by themselves."""
    return bool(entry.score and entry.plies and entry.elapsed_ms)


def _best(best: BestView | None) -> tuple[str, str]:
    """Return a best score and its time, dashes for none."""
    if best is None or not is_achieved(best):
        return "-", "-"
    return str(best.score), reached(best.score, best.elapsed_ms)


def _games(games: Sequence[GameView], width: int | None) -> Lines:
    rows = [
        (
            game.game,
            *_best(game.best),
            str(game.matches),
            str(game.wins),
            percentage(game.wins, game.matches),
            "-"
            if game.streak is None
            else tr(
                "{count} (best {most})",
                count=game.streak.current,
                most=game.streak.longest,
            ),
        )
        for game in games
    ]
    header = tuple(map(tr, HEADER))
    if width is None:
        return table(header, rows)
    return table(*without_least(header, rows, width, LEAST))


def _versus(who: PersonView, versus: VersusView, glyphs: Glyphs) -> Line:
    one, other = person_name(who, glyphs), person_name(versus.who, glyphs)
    if not versus.matches:
        return line(
            tr(
                "{one} and {other} have played no rated matches together.",
                one=one,
                other=other,
            )
        )
    level = versus.matches - versus.won - versus.lost
    return line(
        tr(
            "{one} against {other}: {won} won, {lost} lost{level}, of {all}.",
            one=one,
            other=other,
            won=versus.won,
            lost=versus.lost,
            level=tr(", {count} tied", count=level) if level else "",
            all=versus.matches,
        )
    )
