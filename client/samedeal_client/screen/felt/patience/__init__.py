"""A patience board on the felt: columns, and what lies above them, by size."""
