"""The pages of the lobby."""
