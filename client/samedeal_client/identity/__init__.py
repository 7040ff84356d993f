"""Who plays on this machine, and how they come to a server and to their seat."""
