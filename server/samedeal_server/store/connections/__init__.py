"""Connections to the store as redis-py makes them, and how their loss is said."""
