"""A room line by line: what happens is told, what is typed is done."""
