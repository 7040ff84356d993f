"""Positions, boards and rooms as lines of styled text; nothing here prints."""
