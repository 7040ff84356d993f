"""What lines are shown on and typed at: a terminal, a pipe, a file."""
