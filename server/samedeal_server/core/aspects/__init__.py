"""Requests to a room besides its match: `pauses`, `doors` and `talk`.

`aspect` says what each is, and `together` what all of them say.
"""
