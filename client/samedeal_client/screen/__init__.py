"""The full-screen client: a table to play at with keys, mouse or notation."""
