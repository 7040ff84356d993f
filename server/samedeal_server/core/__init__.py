"""Rooms and matches as pure folds over facts: no clock, no dice, no sockets."""
