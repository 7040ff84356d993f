"""Records of matches, and the proof that they are true.

Begin at `samedeal_records.record`; it needs neither a client nor a server nor a socket.
"""
