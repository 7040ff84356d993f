"""The place of old transcripts: files beside the store, written once."""
