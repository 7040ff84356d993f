"""What was seen of servers and matches, kept so that neither can be told otherwise."""
