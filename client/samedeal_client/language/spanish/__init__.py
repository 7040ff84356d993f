"""The client in Spanish: its texts, and the words that can be typed.

The catalogue is loaded when the language is spoken, its typed words always.
"""
