"""Answers to an operator's machines: the numbers and the health of a process."""
