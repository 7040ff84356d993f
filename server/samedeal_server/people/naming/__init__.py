"""Names that may be had: by their looks, their sound, and their sense."""
