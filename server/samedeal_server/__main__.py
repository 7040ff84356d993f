"""Run the server as ``python -m samedeal_server``."""

from samedeal_server.app import main

raise SystemExit(main())
