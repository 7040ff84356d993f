"""Pieces that screens of a table are set out with: frames, large letters."""
