"""Tables, and the steps to them and through a race: for commands and for the lobby."""
