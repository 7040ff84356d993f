"""Players of skill: they know the rules and see what a player sees."""
