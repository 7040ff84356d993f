"""What is kept of finished matches: transcripts, the chain, and the books."""
