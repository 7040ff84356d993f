"""The compose file, the proxy's configuration and the image fit each other."""

import re
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path
from typing import Literal

import pytest
import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from tests.house.repository import CODE_ROOTS, ROOT

from samedeal_client.options.parser import command_parser
from samedeal_server.edge.stages import SILENT_AFTER_S
from samedeal_server.process.settings import Settings, read_settings

PORT = Settings.model_fields["port"].default
PROXY = (ROOT / "deploy" / "haproxy.cfg").read_text("utf-8")
NGINX = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")

Duration = str


class Strict(BaseModel):
    """Anything in the compose file; a misspelt key is a mistake."""

    model_config = ConfigDict(extra="forbid")


class Condition(Strict):
    condition: Literal["service_started", "service_healthy"]


class NoHealthCheck(Strict):
    disable: Literal[True]


class HealthCheck(Strict):
    test: list[str]
    interval: Duration
    timeout: Duration
    retries: int


class Service(Strict):
    image: str
    build: str | None = None
    command: list[str] = []
    environment: dict[str, str | None] = {}
    """None stands for what the environment of `docker compose` has, if anything."""
    depends_on: dict[str, Condition] | list[str] = []
    volumes: list[str] = []
    ports: list[str] = []
    healthcheck: HealthCheck | NoHealthCheck | None = None
    profiles: list[str] = []
    restart: Literal["unless-stopped"]
    read_only: bool = False
    cap_drop: list[str] = []
    security_opt: list[str] = []
    stop_grace_period: Duration = "10s"


class Compose(Strict):
    name: str
    x_server: object = Field(alias="x-server")
    services: dict[str, Service]
    volumes: dict[str, None]


@pytest.fixture(scope="module")
def compose() -> Compose:
    text = (ROOT / "docker-compose.yml").read_text("utf-8")
    return TypeAdapter(Compose).validate_python(yaml.safe_load(text), strict=True)


def servers(compose: Compose) -> dict[str, Service]:
    return {name: one for name, one in compose.services.items() if one.build}


def test_there_are_two_servers_one_store_one_proxy_and_a_house(
    compose: Compose,
) -> None:
    names = {"valkey", "server-1", "server-2", "proxy", "house"}
    assert set(compose.services) == names
    assert set(servers(compose)) == {"server-1", "server-2"}


def test_only_the_proxy_is_published(compose: Compose) -> None:
    published = {name: one.ports for name, one in compose.services.items() if one.ports}
    assert published == {"proxy": [f"{PORT}:{PORT}"]}


def test_services_wait_for_services_that_exist(compose: Compose) -> None:
    for service in compose.services.values():
        assert set(service.depends_on) <= set(compose.services)
    for server in servers(compose).values():
        assert isinstance(server.depends_on, dict)
        assert server.depends_on["valkey"].condition == "service_healthy"
    assert compose.services["valkey"].healthcheck


def test_what_is_mounted_exists(compose: Compose) -> None:
    for service in compose.services.values():
        for volume in service.volumes:
            source = volume.split(":")[0]
            if source.startswith("."):
                assert (ROOT / source).is_file()
            else:
                assert source in compose.volumes


def test_the_servers_understand_their_settings(compose: Compose) -> None:
    for server in servers(compose).values():
        said = {k: v for k, v in server.environment.items() if v is not None}
        settings = read_settings(said, {})
        assert settings.port == PORT
        assert settings.redis_url is not None
        assert settings.redis_url.get_secret_value().startswith("redis://valkey:")


def test_where_the_page_is_can_be_said_to_all_servers(compose: Compose) -> None:
    for server in servers(compose).values():
        assert server.environment["SAMEDEAL_TRUSTED_PROXIES"]
        assert server.environment["SAMEDEAL_PUBLIC_URL"] is None


def test_a_house_is_asked_for_and_has_the_key_of_the_servers(compose: Compose) -> None:
    house = compose.services["house"]
    assert house.profiles == ["house"]
    assert not any(
        one.profiles for name, one in compose.services.items() if name != "house"
    )
    for each in (house, *servers(compose).values()):
        assert each.environment["SAMEDEAL_HOUSE_KEY"] is None
    program, *words = house.command
    assert program == "samedeal"
    asked = command_parser().parse_args(words)
    assert asked.server == f"ws://proxy:{PORT}"
    assert asked.command.name == "house"
    assert {one.image for one in servers(compose).values()} == {house.image}


def test_the_store_logs_every_change_to_its_volume(compose: Compose) -> None:
    valkey = compose.services["valkey"]
    settings = dict(zip(valkey.command[1::2], valkey.command[2::2], strict=True))
    assert settings == {
        "--appendonly": "yes",
        "--appendfsync": "everysec",
        "--save": "",
        "--maxmemory-policy": "noeviction",
    }
    assert valkey.volumes == ["valkey-data:/data"]


def test_the_proxy_knows_exactly_the_servers(compose: Compose) -> None:
    lines = re.findall(r"^ +server (\S+) (\S+)(?: track (\S+))?$", PROXY, re.MULTILINE)
    known = [(name, f"{name}:{PORT}") for name in servers(compose)]
    by_room = [(*each, f"servers/{each[0]}") for each in known]
    assert lines == [*by_room, *((*each, "") for each in known)]
    assert f"bind :{PORT}\n" in PROXY


def test_servers_and_proxies_agree_on_the_paths_of_rooms(compose: Compose) -> None:
    for server in servers(compose).values():
        said = {k: v for k, v in server.environment.items() if v is not None}
        assert read_settings(said, {}).rooms_by_path
    (by_haproxy,) = re.findall(r"path_reg (\S+) ", PROXY)
    (by_nginx,) = re.findall(r'"~(\S+)" \$code', NGINX)
    for pattern in (by_haproxy, by_nginx.replace("?<", "?P<")):
        for path, is_room in {
            "/play/7KQ4P": True,
            "/patience/play/7KQ4P": True,
            "/7KQ4P": False,
            "/": False,
        }.items():
            assert bool(re.search(pattern, path)) is is_room


def test_the_proxy_is_more_patient_than_the_server() -> None:
    (tunnel,) = re.findall(r"^ +timeout tunnel (\d+)s$", PROXY, re.MULTILINE)
    assert int(tunnel) > SILENT_AFTER_S


def test_haproxy_accepts_the_configuration() -> None:
    haproxy = shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin:/usr/bin")
    if haproxy is None:
        pytest.skip("haproxy is not installed")
    checked = subprocess.run(
        [haproxy, "-c", "-f", ROOT / "deploy" / "haproxy.cfg"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr


def test_nginx_accepts_its_example(tmp_path: Path) -> None:
    nginx = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin")
    if nginx is None:
        pytest.skip("nginx is not installed")
    words = ("-t", "-q", "-g", f"pid {tmp_path}/pid;", "-c")
    checked = subprocess.run(
        [nginx, *words, ROOT / "deploy" / "nginx.conf"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr


def test_the_image_runs_as_nobody_in_particular() -> None:
    users = re.findall(r"^USER (.*)$", DOCKERFILE, re.MULTILINE)
    assert users == ["10001:10001"]
    assert f"EXPOSE {PORT}\n" in DOCKERFILE


def test_the_settings_of_the_image_are_understood() -> None:
    named = dict(re.findall(r"\b(SAMEDEAL_\w+)=(\S+)", DOCKERFILE))
    settings = read_settings(named, {})
    assert (settings.host, settings.port) == ("0.0.0.0", PORT)  # noqa: S104
    assert f"VOLUME {settings.data}\n" in DOCKERFILE


def test_what_the_image_copies_exists_and_is_not_left_out() -> None:
    lines = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    copied = [source for line in lines for source in line.split()]
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    let_in = [line[1:] for line in ignored if line.startswith("!")]
    assert set(CODE_ROOTS) <= set(copied)
    for source in copied:
        assert (ROOT / source).exists()
        assert any(fnmatch(source, pattern) for pattern in let_in), source
