"""The face in lines: what happens is told, and what is typed is done."""
