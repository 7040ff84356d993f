"""The edge: sockets, and what each of them may ask before anybody is asked."""
