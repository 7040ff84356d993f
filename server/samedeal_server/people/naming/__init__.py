"""What a name may be: what it looks like, reads like, and would say."""
