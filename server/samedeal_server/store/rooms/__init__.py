"""The store's knowledge of rooms beside their logs."""
