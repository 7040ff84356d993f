"""The full screen outside the table: what there is to do, and what has come of it."""
