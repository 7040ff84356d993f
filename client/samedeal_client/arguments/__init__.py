"""The arguments of every command, a module for each topic."""
