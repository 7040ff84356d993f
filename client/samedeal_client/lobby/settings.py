"""What is chosen for every command, to be looked at and changed."""

from samedeal_client.commands.configuring import held_in, spelled
from samedeal_client.kept import config
from samedeal_client.kept.config import Config, ConfigError, Value
from samedeal_client.kept.identity import IdentityError
from samedeal_client.language import tr
from samedeal_client.lobby.names import stepped, value_name
from samedeal_client.lobby.outcome import Changed
from samedeal_client.lobby.page import House, Page
from samedeal_client.lobby.sheet import MARGIN, Row, Sheet, explained, read
from samedeal_client.view.spans import printable, wrapped


class SettingsPage(Page):
    """The keys of the config file; what is changed holds at once."""

    letters = "x"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.path = config.default_config_path()

    def sheet(self, width: int, height: int) -> Sheet:
        """Return what holds for each key."""
        keys = tr("up/down choose   left/right change   Enter type   x default")
        held = held_in(self.path)
        rows: list[Row] = []
        for key, one in held.items():
            value = "" if one.value is None else value_name(spelled(one.value))
            means = tr(config.KEYS[key].meaning)
            rows += explained(key, value or "-", key, means, width=width)
        where = tr("Kept in {path}", path=printable(str(self.path)))
        foot = wrapped(where, MARGIN, width - 1)
        return Sheet(((),), (*rows, *read([(), *foot])), keys)

    async def choose(self, does: str) -> None:
        """Change a value, by stepping where there are few and by typing otherwise."""
        if config.KEYS[does].choices:
            self._step(does, 1)
            return
        now = held_in(self.path)[does].value
        prompt = f"{does}, {tr(config.KEYS[does].values)}:"
        typed = await self.house.ask(prompt, "" if now is None else spelled(now))
        if typed is None:
            return
        try:
            self._put(
                does, config.typed(does, typed.strip()) if typed.strip() else None
            )
        except ConfigError as error:
            self.house.note(str(error))

    async def press(self, key: str, does: str) -> bool:
        """Step through values, or choose nothing."""
        if key in ("left", "right") and does and config.KEYS[does].choices:
            self._step(does, 1 if key == "right" else -1)
        elif key == "x" and does:
            self._put(does, None)
        return False

    def _step(self, key: str, step: int) -> None:
        now = held_in(self.path)[key].value
        choices: tuple[Value, ...] = config.KEYS[key].choices
        self._put(key, choices[0] if now is None else stepped(choices, now, step))

    def _put(self, key: str, value: Value | None) -> None:
        before: Config = config.read(self.path)
        try:
            config.change(self.path, key, value)
        except (ConfigError, IdentityError) as error:
            self.house.note(str(error))
            return
        held = held_in(self.path)[key]
        if value is not None and held.value != value:
            variable = config.SERVER_VARIABLE
            self.house.note(
                tr("{variable} is set and comes before the file.", variable=variable)
            )
        if config.read(self.path) != before:
            self.house.go(Changed())
