"""One process of the server: its settings, its store, its log, and its end."""
