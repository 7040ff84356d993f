"""The page of settings: the keys of the config file, shown and changed."""

from collections.abc import Callable, Mapping
from functools import partial

from samedeal_client.identity.names import own_name
from samedeal_client.kept.files import IdentityError
from samedeal_client.language import later, spoken, tr
from samedeal_client.lobby.lobby import Done, Lobby, Page
from samedeal_client.lobby.names import setting_name, stepped, value_told
from samedeal_client.lobby.sheet import MARGIN, Row, Sheet, explained, read
from samedeal_client.lobby.ways import Changed
from samedeal_client.settings import config, config_file
from samedeal_client.settings.config import ConfigError, Value
from samedeal_client.settings.held import SOURCES, Held, as_typed, held_by
from samedeal_client.view.spans import (
    Span,
    Style,
    line,
    printable,
    sentence,
    width_of,
    wrapped,
)

ANOTHER = later(
    "Another name is another player here, with other matches, and today's deal anew; "
    "this one's wait under the old name. To keep them: samedeal account claim NAME"
)
GIVEN = later("{setting} was given on the command line, which comes before the file.")


class SettingsPage(Page):
    """The keys of the config file; a change holds at once.

    While the file cannot be used, as may be in the middle of an edit elsewhere, the
    choices of before are shown, which still hold here.
    """

    title = later("Settings")
    is_form = True

    def __init__(self, lobby: Lobby) -> None:
        super().__init__(lobby)
        self.path = config_file.default_config_path()
        self._file = config_file.Reading(self.path)

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the value that holds for each key, and its source if it was chosen."""
        keys = tr("up/down choose   left/right change   Enter type   x default")
        rows: list[Row] = []
        for key, one in self._held().items():
            value = "" if one.value is None else value_told(one.value)
            means = tr(config.KEYS[key].meaning)
            if one.source != "default":
                means = f"{means} ({tr(SOURCES[one.source])})"
            row, *more = explained(
                setting_name(key), value or "-", key, means, width=width
            )
            is_known = key == "name" and one.value is not None
            rows += [row._replace(more=tr(ANOTHER)) if is_known else row, *more]
        where = tr("Kept in {path}", path=printable(str(self.path)))
        is_short = width_of(where) <= width - 2 * MARGIN
        foot = () if is_short else read([(), *wrapped(where, MARGIN, width - 1)])
        trouble = printable(self._file.trouble)
        head = (line(Span(f" {trouble}", Style.WARNING)), ()) if trouble else ()
        return Sheet(
            head,
            (*rows, *foot),
            keys,
            has_felt=True,
            title=tr("Settings"),
            below=where if is_short else "",
        )

    async def choose(self, does: str) -> None:
        """Change a value: by stepping where there are few, else by typing."""
        if config.KEYS[does].choices:
            self._step(does, 1)
            return
        now = self._held()[does].value
        prompt = f"{setting_name(does)}, {tr(config.KEYS[does].values)}:"
        typed = await self.lobby.desk.ask(prompt, "" if now is None else as_typed(now))
        if typed is None:
            return
        try:
            self._put(
                does, config.typed(does, typed.strip()) if typed.strip() else None
            )
        except ConfigError as error:
            self.lobby.note(str(error))

    def keys(self, does: str) -> Mapping[str, Callable[[], Done]]:
        """Step through values, or take the choice back."""
        if not does:
            return {}
        reset = {"x": partial(self._put, does, None)}
        if not config.KEYS[does].choices:
            return reset
        step = self._step
        return reset | {
            "left": partial(step, does, -1),
            "right": partial(step, does, 1),
        }

    def _held(self) -> dict[str, Held]:
        self._file.look()
        held = held_by(self._file.choices, self.lobby.context.options)
        # Whatever was said where: this is what is read here.
        held["language"] = held["language"]._replace(value=spoken())
        if held["name"].value is None:
            # The one that is kept is played under where none is chosen.
            kept = own_name(self.lobby.context)
            held["name"] = held["name"]._replace(value=kept)
        return held

    def _step(self, key: str, step: int) -> None:
        now = self._held()[key].value
        choices: tuple[Value, ...] = config.KEYS[key].choices
        self._put(key, choices[0] if now is None else stepped(choices, now, step))

    def _put(self, key: str, value: Value | None) -> None:
        self._file.look()
        before = self._file.choices
        try:
            config_file.change(self.path, key, value)
        except (ConfigError, IdentityError) as error:
            self.lobby.note(str(error))
            return
        self._file.look(anew=True)
        held = held_by(self._file.choices, self.lobby.context.options)[key]
        if value is not None and held.value != value:
            self.lobby.note(_why_not(key, held))
        if self._file.choices != before:
            self.lobby.desk.go(Changed())


def _why_not(key: str, held: Held) -> str:
    """Return the reason that another value holds than the file's."""
    if held.source == "options":
        return sentence(tr(GIVEN, setting=setting_name(key)))
    variable = config.SERVER_VARIABLE
    return tr("{variable} is set and comes before the file.", variable=variable)
