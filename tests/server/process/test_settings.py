"""Settings: what is mistyped is refused, and secrets stay hidden."""

import re
from ipaddress import ip_network

import pytest

from samedeal_server.process.settings import Settings, SettingsError, read_settings


def test_without_any_there_are_defaults() -> None:
    settings = read_settings({}, {})
    assert (settings.host, settings.port) == ("127.0.0.1", 8765)
    assert settings.redis_url is None


def test_an_unknown_name_is_refused_by_name() -> None:
    with pytest.raises(SettingsError, match="there is no setting SAMEDEAL_PROT"):
        read_settings({"SAMEDEAL_PROT": "1"}, {})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SAMEDEAL_PORT", "eighty"),
        ("SAMEDEAL_SERVER_NAME", "x" * 41),
        ("SAMEDEAL_WELCOME", "two\nlines"),
        ("SAMEDEAL_WELCOME", "\x1b[2J"),
        ("SAMEDEAL_METRICS_PORT", "65536"),
        ("SAMEDEAL_PORT", "65536"),
        ("SAMEDEAL_COUNTDOWN_MS", "-1"),
        ("SAMEDEAL_FSYNC", "sometimes"),
        ("SAMEDEAL_LOG_LEVEL", "loud"),
        ("SAMEDEAL_TRUSTED_PROXIES", "0.0.0.0/0"),
        ("SAMEDEAL_TRUSTED_PROXIES", "10.0.0.0/8,::/0"),
        ("SAMEDEAL_TRUSTED_PROXIES", "0.0.0.0/1,128.0.0.0/1"),
        ("SAMEDEAL_TRUSTED_PROXIES", "128.0.0.0/1"),
        ("SAMEDEAL_TRUSTED_PROXIES", "::/1"),
        ("SAMEDEAL_TRUSTED_PROXIES", "2000::/3"),
        ("SAMEDEAL_TRUSTED_PROXIES", "10.0.0.0/8,11.0.0.0/8"),
        ("SAMEDEAL_ALLOW_ORIGINS", "*"),
        ("SAMEDEAL_ALLOW_ORIGINS", "null"),
        ("SAMEDEAL_ALLOW_ORIGINS", "https://cards.example, cards.example"),
        ("SAMEDEAL_ALLOW_ORIGINS", "https://cards.example/"),
        ("SAMEDEAL_KNOWN_AS", "https://cards.example"),
        ("SAMEDEAL_KNOWN_AS", "cards.example:8765"),
        ("SAMEDEAL_KNOWN_AS", "*"),
        ("SAMEDEAL_KNOWN_AS", "cards.example, *.example"),
        ("SAMEDEAL_KNOWN_AS", ".example"),
        ("SAMEDEAL_KNOWN_AS", "tarjetas.españa"),
        ("SAMEDEAL_PUBLIC_ADDRESS", "wss://cards.example/?r=1"),
        ("SAMEDEAL_PUBLIC_ADDRESS", "wss://cards.example#r"),
        ("SAMEDEAL_ALLOW_ORIGINS", "http://*"),
        ("SAMEDEAL_ALLOW_ORIGINS", "https://*.example"),
        ("SAMEDEAL_ALLOW_ORIGINS", "https://cards.example:*"),
        ("SAMEDEAL_ALLOW_ORIGINS", "https://cards.example:https"),
    ],
)
def test_a_bad_value_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        read_settings({name: value}, {})


@pytest.mark.parametrize("field", Settings.model_fields)
def test_what_is_wrong_is_told_in_words_for_operators(field: str) -> None:
    name = "REDIS_URL" if field == "redis_url" else f"SAMEDEAL_{field.upper()}"
    for value in ("", "?", "1.5", "-1", "9" * 30, "9" * 5_000):
        try:
            read_settings({name: value}, {})
        except SettingsError as error:
            told = str(error)
            assert not re.search("(?i)input|string|value|should|parse|field", told), (
                told
            )


def test_a_refusal_says_what_would_do() -> None:
    wrong = {
        "SAMEDEAL_COUNTDOWN_MS": "1.5",
        "SAMEDEAL_GUEST_DAYS": "7",
        "SAMEDEAL_LOG_LEVEL": "loud",
        "SAMEDEAL_HOUSE_KEY": "short",
        "SAMEDEAL_TRUSTED_PROXIES": "nginx",
    }
    with pytest.raises(SettingsError) as refused:
        read_settings(wrong, {})
    assert sorted(str(refused.value).split("; ")) == [
        "SAMEDEAL_COUNTDOWN_MS has to be a whole number",
        "SAMEDEAL_GUEST_DAYS has to be 30 or more",
        "SAMEDEAL_HOUSE_KEY needs 16 characters or more",
        "SAMEDEAL_LOG_LEVEL has to be 'debug', 'info', 'warning' or 'error'",
        (
            "SAMEDEAL_TRUSTED_PROXIES: these are addresses or networks, as in "
            "10.0.0.7,10.1.0.0/16"
        ),
    ]


@pytest.mark.parametrize(
    "networks",
    [
        "10.0.0.0/8,172.16.0.0/12,127.0.0.1",
        "fd00::/8,fc00::/7,fe80::/10",
        "2400:cb00::/32,::1",
    ],
)
def test_networks_as_people_have_them_can_be_trusted(networks: str) -> None:
    settings = read_settings({"SAMEDEAL_TRUSTED_PROXIES": networks}, {})
    assert settings.trusted_proxies == tuple(map(ip_network, networks.split(",")))


def test_lists_are_read_from_one_line() -> None:
    settings = read_settings(
        {
            "SAMEDEAL_ALLOW_ORIGINS": "https://Cards.example , http://[::1]:81,",
            "SAMEDEAL_KNOWN_AS": "Cards.example, xn--espaa-rta",
            "SAMEDEAL_TRUSTED_PROXIES": "",
        },
        {},
    )
    assert settings.allow_origins == ("https://cards.example", "http://[::1]:81")
    assert settings.known_as == ("cards.example", "xn--espaa-rta")
    assert settings.trusted_proxies == ()


def test_the_command_line_comes_before_the_environment() -> None:
    settings = read_settings({"SAMEDEAL_PORT": "1"}, {"port": 2, "host": None})
    assert settings.port == 2


def test_the_clients_names_are_none_of_the_servers_business() -> None:
    theirs = {"SERVER": "ws://x", "IDENTITY": "y", "CONFIG": "z"}
    read_settings({f"SAMEDEAL_{name}": v for name, v in theirs.items()}, {})


def test_the_stores_password_is_not_shown() -> None:
    settings = read_settings({"REDIS_URL": "redis://:hunter2@h:1"}, {})
    assert settings.redis_url is not None
    assert settings.redis_url.get_secret_value() == "redis://:hunter2@h:1"
    assert "hunter2" not in repr(settings)
    assert "hunter2" not in str(settings)


def test_the_stores_address_has_no_prefix() -> None:
    with pytest.raises(SettingsError, match="is REDIS_URL"):
        read_settings({"SAMEDEAL_REDIS_URL": "redis://h"}, {})
