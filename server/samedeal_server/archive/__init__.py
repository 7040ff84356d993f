"""Where transcripts go that are old: files beside the store, written once."""
