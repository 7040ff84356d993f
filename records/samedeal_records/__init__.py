"""Records of matches: what is kept of one, and whether it is true.

Begin at `samedeal_records.record`; it needs neither a client nor a server nor a socket.
"""
