"""Builds the image of the Dockerfile here, and runs it as compose does: `make image`.

The image that it begins with comes from a registry elsewhere; here it is made of
Debian's packages, with the Python that they have. Podman builds and runs it, as root,
in a folder of its own that goes afterwards.
"""

import json
import re
import sys
import tempfile
import time
from pathlib import Path

from deploy.shipping.debian import needed, unpack
from deploy.shipping.making import ROOT, Unmade, told

SUITE = "trixie"
"""The Debian whose Python is that of the image which the Dockerfile names."""

_PACKAGES = ("python3", "python3-venv", "ca-certificates", "passwd")
_PYTHON = 'ln -s /usr/bin/python3 "$1/usr/local/bin/python"'
_PATH = "PATH=/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin"
_TRUSTED = Path("/etc/ssl/certs/ca-certificates.crt")
_AS_COMPOSE_DOES = (
    *("--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
    # What an engine within a machine of few rights is not let do.
    *("--no-healthcheck", "--ulimit", "nofile=4096:4096", "--ulimit", "nproc=512:512"),
)
_PORT = "18765"
_TYPED = " ".join(f"{column}{row}" for row in range(1, 6) for column in "abcde")
_RACE = (
    f"printf 'ready\\n{_TYPED}\\n' | samedeal --server ws://127.0.0.1:{_PORT} --plain"
    " host squares/english --seats 1 --name Ada"
)
"""All of a match, typed for the program in the image, at the server in it."""
_HEALTHY_WITHIN_S = 30
_STOP_WITHIN_S = 15
_NAME = "samedeal-tried"


def main() -> None:
    """Build it, run it, race in it; ends with 1 if any of it goes wrong."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            _try_image(Path(folder))
    except Unmade as problem:
        sys.exit(f"not run: {problem}")


def _try_image(folder: Path) -> None:
    needed("mmdebstrap", "podman", "runc")
    engine = Engine(folder)
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    base = folder / "base.tar"
    unpack(base, "amd64", SUITE, _PACKAGES, _PYTHON)
    for name in set(re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)):
        engine.told("import", "--change", f"ENV {_PATH}", base, name)
    base.unlink()
    engine.build()
    print("built, step by step, as the Dockerfile says", flush=True)
    try:
        engine.run()
        engine.until_healthy()
        raced = engine.inside("sh", "-c", _RACE)
        status = engine.stop()
    finally:
        engine.told("rm", "--force", "--ignore", _NAME)
        engine.told("rmi", "--all", "--force")
    if "Match proven" not in raced or status != "0":
        raise Unmade(f"it ended with {status}, and had shown: {raced}")
    print(
        "run without rights on a file system that is only read: healthy; a match"
        f" played there, proven; stopped, status {status}"
    )


class Engine:
    """Podman, with all that it keeps in one folder."""

    def __init__(self, folder: Path) -> None:
        kept = ("--root", folder / "store", "--runroot", folder / "run")
        ways = ("--cgroup-manager", "cgroupfs", "--events-backend", "file")
        self._words = ("podman", *kept, *ways, "--runtime", "runc")

    def told(self, *words: str | Path) -> str:
        """Run a command of the engine; return its output. Raises Unmade."""
        return told((*self._words, *words), ROOT)

    def build(self) -> None:
        """Build the image of the Dockerfile."""
        trust = f"{_TRUSTED}:{_TRUSTED}:ro"
        ways = ("--isolation", "chroot", "--network", "host", "--volume", trust)
        form = ("--format", "docker", "--pull-never")
        self.told("build", *form, *ways, "--tag", _NAME, ".")

    def run(self) -> None:
        """Start a container with the rights that compose gives it."""
        where = ("--network", "host", "--env", f"SAMEDEAL_PORT={_PORT}")
        self.told("run", "--detach", "--name", _NAME, *_AS_COMPOSE_DOES, *where, _NAME)

    def inside(self, *words: str) -> str:
        """Run something in the container."""
        return self.told("exec", "--env", "HOME=/tmp", _NAME, *words)

    def until_healthy(self) -> None:
        """Run the image's own health check until it is well."""
        (image,) = json.loads(self.told("image", "inspect", _NAME))
        _, *asking = image["Healthcheck"]["Test"]
        until = time.monotonic() + _HEALTHY_WITHIN_S
        while True:
            try:
                self.inside(*asking)
            except Unmade:
                if time.monotonic() > until:
                    raise
                time.sleep(0.5)
            else:
                return

    def stop(self) -> str:
        """Stop it as compose does; return its status."""
        self.told("stop", "--time", str(_STOP_WITHIN_S), _NAME)
        return self.told("inspect", "--format", "{{.State.ExitCode}}", _NAME).strip()


if __name__ == "__main__":
    main()
