"""The result of a game alone, and the command for its deal."""

from samedeal_client.language import tr
from samedeal_client.play.solo_game import SoloGame
from samedeal_client.view.deals.challenges import command_hint
from samedeal_client.view.spans import Lines, Span, Style, line


def practised_lines(solo: SoloGame) -> Lines:
    """Return the result, and the command that deals the same again."""
    named = solo.named
    return (
        line(),
        (Span(f" {solo.result}", Style.GOOD),),
        *command_hint(tr(" The same deal again:"), f"samedeal practise {named}"),
        *command_hint(tr(" What was possible on it:"), f"samedeal solve {named}"),
    )
