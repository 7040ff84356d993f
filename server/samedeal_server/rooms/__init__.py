"""The rooms that this process carries, and who is told what of them."""
