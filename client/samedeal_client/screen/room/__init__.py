"""Rooms on the full screen: from a seat in them, and watched."""
