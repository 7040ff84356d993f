"""What an operator's machines ask of a process that serves: numbers, and how it is."""
