"""What operators ask of the store, and leave in it."""
