"""Boards, ratings and histories: what finished matches come to."""
