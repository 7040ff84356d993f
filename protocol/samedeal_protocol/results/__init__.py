"""What is kept of matches: records, and all that they add up to."""
