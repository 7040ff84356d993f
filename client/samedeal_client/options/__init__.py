"""The command line as values, and all that is made of them."""
