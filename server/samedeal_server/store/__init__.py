"""The store: logs, leaderboards and identities in Redis or Valkey."""
