"""Settings of a server process, from the environment.

Unknown names that begin with ``SAMEDEAL_`` are refused, because a mistyped
setting that is silently ignored costs more than a start that fails.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, Self

import platformdirs
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_core import PydanticCustomError

from samedeal_server.process.values import (
    Names,
    Origins,
    PageUrl,
    Proxies,
    Words,
    sentences,
)
from samedeal_server.store.people import GUEST_DAYS

PREFIX = "SAMEDEAL_"

Milliseconds = Annotated[int, Field(ge=50, le=24 * 3_600_000)]


SHARED = (
    *("gather_ms", "ready_ms", "countdown_ms", "result_ms", "away_ms"),
    *(
        "transcript_days",
        "guest_days",
        "matches_in_store",
        "days_in_store",
        "rooms_by_path",
    ),
    *("public_address", "public_url", "server_name", "welcome"),
    *("allow_origins", "known_as"),
)
"""Where two processes over one store should not differ; no secrets, and nothing that
may depend on the machine."""


class SettingsError(ValueError):
    """A setting that cannot be used; its text is fit to print."""


def default_data() -> Path:
    """Return the folder of the embedded store in the user's data folder."""
    return platformdirs.user_data_path("samedeal") / "store"


class Settings(BaseModel):
    """Everything an operator can set; each is an environment variable."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = Field("127.0.0.1", description="address to listen on")
    port: int = Field(8765, ge=0, le=65535, description="port; 0 for any free one")
    data: Path = Field(
        default_factory=default_data,
        description="folder of the embedded store, when there is no REDIS_URL",
    )
    redis_url: SecretStr | None = Field(
        None, description="a Redis 7+ or Valkey to use instead of the embedded store"
    )
    fsync: Literal["always", "everysec"] = Field(
        "everysec", description="how often the embedded store syncs its log to disk"
    )
    write_window_ms: Annotated[int, Field(ge=0, le=50)] = Field(
        4,
        description="for how long moves that come close upon each other gather before "
        "they are written together, which spares the store; whoever is alone waits for "
        "nothing; 0 to write each at once",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="how much to log, to standard error"
    )
    log_format: Literal["text", "json"] = Field(
        "text", description="one line of text or one JSON object per entry"
    )
    gather_ms: Milliseconds = Field(
        30 * 60_000, description="how long a room waits for players to be ready"
    )
    ready_ms: Milliseconds = Field(
        60_000,
        description="once enough players are ready, how long the others have before "
        "the match starts without them",
    )
    countdown_ms: Milliseconds = Field(
        5_000,
        description="length of the countdown; who plays alone waits for none, but for "
        "a certified deal that is still looked for",
    )
    result_ms: Milliseconds = Field(
        10 * 60_000,
        description="how long a room stays open after a match, for a rematch",
    )
    away_ms: Milliseconds = Field(
        60_000,
        description="how long a seat is kept for a player whose connection was lost "
        "between matches; that of a host who waits for others, while the room does",
    )
    transcript_days: int = Field(
        90,
        ge=0,
        description="for how many days transcripts are kept of matches that are "
        "neither rated nor on the deal of a day, an event or a challenge; 0 means for "
        "ever",
    )
    guest_days: Annotated[int, Field(ge=30)] = Field(
        GUEST_DAYS,
        description="for how many days after the last visit somebody is known who has "
        "claimed no name",
    )
    metrics_port: int | None = Field(
        None,
        ge=0,
        le=65535,
        description="port of `/metrics`, `/live` and `/ready`, where nobody plays; "
        "0 for any free one; without it there is none",
    )
    metrics_host: str = Field(
        "127.0.0.1",
        description="address to listen on for those; whoever reaches it learns the "
        "numbers, and nobody's name",
    )
    archive: str | None = Field(
        None,
        description="the archive's folder, or its bucket as `s3://BUCKET/PREFIX`, into "
        "which transcripts of older matches are moved, older lines of histories, and "
        "boards of windows that are over; all processes over one store need the same. "
        "With the embedded store it is `archive` in that store's folder, if nothing is "
        "named; without it there is none then, and all stay in the store",
    )
    matches_in_store: int = Field(
        10_000,
        ge=0,
        description="how many of the newest matches have their transcripts in the "
        "store, where there is an archive; 0 means all of them, and all boards",
    )
    days_in_store: int = Field(
        7,
        ge=1,
        description="for how many days after a day, week or month is over its boards "
        "stay in the store, where there is an archive",
    )
    erased_list: Path | None = Field(
        None,
        description="the file in which operators' commands note who was erased, so "
        "that nobody comes back with an older backup; keep it where the backups are. "
        "With the embedded store it is `erased.list` in that store's folder, if "
        "nothing is named; without it there is none then",
    )
    drain_ms: Annotated[int, Field(ge=0, le=600_000)] = Field(
        5_000,
        description="after SIGTERM, how long handing players over to other processes "
        "may take",
    )
    connections: int = Field(
        20_000,
        ge=1,
        description="how many connections may be open at once; any more are answered "
        "with 503",
    )
    connections_per_address: int = Field(
        200, ge=1, description="the same for one address, or one IPv6 /64 network"
    )
    handshakes_per_s: int = Field(
        1_000,
        ge=1,
        description="how many new connections a second are taken; any more are "
        "answered with 503",
    )
    command_burst: int = Field(
        40, ge=1, description="how many requests one player may send at once"
    )
    commands_per_s: int = Field(
        20,
        ge=1,
        description="how many requests a second one player may send after that",
    )
    joins_per_minute: int = Field(
        30,
        ge=1,
        description="how many rooms one player may host or join in a minute; ten "
        "times as many for one address",
    )
    wrong_codes_per_minute: int = Field(
        10,
        ge=1,
        description="how many wrong room codes one player may try in a minute; ten "
        "times as many for one address",
    )
    house_key: SecretStr | None = Field(
        None,
        min_length=16,
        max_length=100,
        description="what a house of bots, `samedeal house`, shows to be believed: 16 "
        "characters or more; without it there is none",
    )
    public_address: str | None = Field(
        None,
        pattern=r"^wss?://[^\s@?#]+$",
        max_length=100,
        description="the address that players on other machines type for this server, "
        "such as wss://cards.example, if it is not an address of this machine; "
        "SAMEDEAL_PUBLIC_URL says it, too",
    )
    public_url: PageUrl = Field(
        None,
        max_length=100,
        description="where others open the page in a browser, such as "
        "`https://cards.example` or `https://cards.example/patience`; known if nobody "
        "says it, where the page is asked for by an address",
    )
    server_name: Words = Field(
        "",
        max_length=40,
        description="what players see this server called; 40 characters at most",
    )
    welcome: Words = Field(
        "",
        max_length=200,
        description="a sentence for everybody who comes, in the terminal and at the "
        "page; 200 characters at most",
    )
    tls_cert: Path | None = Field(
        None,
        description="file with the certificate, and those between it and its issuer, "
        "by which the server speaks TLS itself; read again when it changes",
    )
    tls_key: Path | None = Field(
        None, description="file with the key of SAMEDEAL_TLS_CERT, without a password"
    )
    trusted_proxies: Proxies = Field(
        (),
        description="addresses or networks whose X-Forwarded-For is believed, "
        "separated by commas; none wider than a /8, or a /16 of IPv6",
    )
    rooms_by_path: bool = Field(
        False,
        description="whether a proxy before several processes brings every connection "
        "at `/play/CODE` to one of them by that path; players who come into a room by "
        "another path are then asked to come back by that one",
    )
    allow_origins: Origins = Field(
        (),
        description="web pages that may connect, separated by commas, such as "
        "`https://cards.example`; all others are answered with 403",
    )
    known_as: Names = Field(
        (),
        description="names that the server goes by, separated by commas; a request "
        "for any other name is answered with 421. Addresses and `localhost` are "
        "always accepted, and so is any name in a request that comes through a "
        "trusted proxy and from no web page. If no name is given here, all are "
        "accepted, unless only this machine can reach the server",
    )

    @model_validator(mode="after")
    def _certificate(self) -> Self:
        """Refuse half of a pair."""
        if (self.tls_cert is None) != (self.tls_key is None):
            raise PydanticCustomError(
                "tls", "SAMEDEAL_TLS_CERT and SAMEDEAL_TLS_KEY belong together"
            )
        return self

    @property
    def shared(self) -> dict[str, str]:
        """The settings in which all processes over one store should agree, in words."""
        values = self.model_dump(mode="json", include=set(SHARED))
        return {f"{PREFIX}{name.upper()}": str(values[name]) for name in SHARED}

    @property
    def archive_place(self) -> str | None:
        """The place of older transcripts; None if all stay in the store."""
        if self.archive is not None or self.redis_url is not None:
            return self.archive
        return str(self.data.expanduser() / "archive")

    @property
    def erased_place(self) -> Path | None:
        """The file that lists who was erased; None if there is none."""
        if self.erased_list is not None or self.redis_url is not None:
            return self.erased_list and self.erased_list.expanduser()
        return self.data.expanduser() / "erased.list"

    @property
    def told_url(self) -> str:
        """The address of the page for others, where an operator says so; or nothing."""
        if self.public_url is None and self.public_address is not None:
            return f"http{self.public_address.removeprefix('ws').rstrip('/')}"
        return self.public_url or ""

    @property
    def told_address(self) -> str | None:
        """The address that players type for this server, where an operator says so."""
        if self.public_address is not None or self.public_url is None:
            return self.public_address
        return f"ws{self.public_url.removeprefix('http')}"


def read_settings(
    environment: Mapping[str, str], overrides: Mapping[str, object]
) -> Settings:
    """Read settings, `overrides` (from the command line) first.

    Raises SettingsError with one sentence per setting that is wrong.
    """
    values: dict[str, object] = {
        name.removeprefix(PREFIX).lower(): value
        for name, value in environment.items()
        if name.startswith(PREFIX) and name not in CLIENT_NAMES
    }
    if "redis_url" in values:
        raise SettingsError("the store's address is REDIS_URL, without SAMEDEAL_")
    if environment.get("REDIS_URL"):
        values["redis_url"] = environment["REDIS_URL"]
    values.update({k: v for k, v in overrides.items() if v is not None})
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        raise SettingsError("; ".join(sentences(error, PREFIX))) from None


CLIENT_NAMES = frozenset({"SAMEDEAL_SERVER", "SAMEDEAL_IDENTITY", "SAMEDEAL_CONFIG"})
"""Names that belong to the client, which often shares the environment."""
