"""The store's knowledge of rooms beside their logs, and of deals that are given."""
