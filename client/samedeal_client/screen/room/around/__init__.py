"""What there is of a room around its matches: who comes, what to do, the last one."""
