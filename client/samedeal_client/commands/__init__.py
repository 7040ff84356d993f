"""Commands of the command line: the functions that carry them out."""
