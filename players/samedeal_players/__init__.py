"""Players of skill, and what they know: bots, solver, and what a deal had in it.

Stands on the rules alone, without server or client.
"""
