"""A match that is over, seen again on the full screen: stepped through, tried."""
