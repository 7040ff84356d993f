"""Screens of lines: a terminal, a pipe, or a file to show and to read them."""
