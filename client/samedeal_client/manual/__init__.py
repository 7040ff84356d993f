"""The rules in words; each sentence belongs to one value of a ruleset."""
