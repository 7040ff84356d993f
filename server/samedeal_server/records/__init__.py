"""The records of finished matches: transcripts, the chain, and the books."""
