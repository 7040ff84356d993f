"""Run the client, as ``python -m samedeal_client`` or as ``samedeal``."""

import gc
import sys


def main() -> int:
    """Run it, with what it imports kept out of the garbage collector's way.

    What a command needs besides is imported later: garbage is looked for less often,
    too. Returns the exit status.
    """
    gc.disable()
    from samedeal_client.cli import main as run

    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()
    return run()


if __name__ == "__main__":
    sys.exit(main())
