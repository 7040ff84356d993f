"""Where the full screen of watchers looks as long as it is not moved."""
