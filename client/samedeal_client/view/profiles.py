"""Profiles: what a player has come to, game by game."""

from collections.abc import Sequence

from samedeal_client.view.cards import Glyphs
from samedeal_client.view.leaderboards import day_text, marked, percentage
from samedeal_client.view.spans import Line, Lines, Span, Style, line, table
from samedeal_client.view.sparklines import sparkline
from samedeal_client.view.standings import reached
from samedeal_games.catalogue import GAMES
from samedeal_protocol.profiles import (
    EntryView,
    GameView,
    PersonView,
    Profile,
    ShownRating,
    VersusView,
)

CHART_MOST = 24
"""Values of a chart; the newest."""


def profile_lines(
    profile: Profile, entries: Sequence[EntryView], glyphs: Glyphs
) -> Lines:
    """Return a profile; `entries` are the player's newest matches, newest first."""
    blocks: list[Lines] = [_head(profile, glyphs)]
    if profile.ratings:
        blocks.append(((), *_ratings(profile, entries, glyphs)))
    if profile.games:
        blocks.append(((), *_games(profile.games)))
    if not profile.ratings and not profile.games:
        blocks.append((line("No rated match and no daily yet."),))
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
    kind = "a claimed name" if profile.who.named else "a guest"
    since = "" if profile.since is None else f", here since {day_text(profile.since)}"
    name = Span(person_name(profile.who, glyphs), Style.TITLE)
    about = f"{'a bot' if profile.who.bot else kind}{since}"
    return (
        (name, Span(f"  {about}")),
        (Span(f"id {profile.who.player}", Style.DIM),),
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
    lines = table(("ratings", "", "matches", "lately"), rows)
    if any(one.rating.provisional for one in profile.ratings):
        note = "? provisional: too few matches are known."
        return (*lines, (Span(note, Style.DIM),))
    return lines


def _games(games: Sequence[GameView]) -> Lines:
    rows = [
        (
            game.game,
            "-" if game.best is None else str(game.best.score),
            "-"
            if game.best is None
            else reached(game.best.score, game.best.elapsed_ms),
            str(game.matches),
            str(game.wins),
            percentage(game.wins, game.matches),
            "-"
            if game.streak is None
            else f"{game.streak.current} (longest {game.streak.longest})",
        )
        for game in games
    ]
    return table(("game", "best", "time", "matches", "won", "share", "dailies"), rows)


def _versus(who: PersonView, versus: VersusView, glyphs: Glyphs) -> Line:
    one, other = person_name(who, glyphs), person_name(versus.who, glyphs)
    if not versus.matches:
        return line(f"{one} and {other} have played no rated match together.")
    level = versus.matches - versus.won - versus.lost
    equal = f", {level} level" if level else ""
    return line(
        f"{one} against {other}: {versus.won} won, {versus.lost} lost{equal}, "
        f"of {versus.matches}."
    )
