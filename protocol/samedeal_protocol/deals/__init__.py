"""Deals that many play, each once: of a day, of a challenge, of an event."""
