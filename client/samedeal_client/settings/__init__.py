"""Settings: choices for every command, the language among them."""
