"""The client in Spanish: what it says, and what can be typed to it.

The catalogue is loaded when the language is spoken, its typed words always.
"""
