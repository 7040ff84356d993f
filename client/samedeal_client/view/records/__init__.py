"""Records on screens: their checks, and analyses of their matches."""
