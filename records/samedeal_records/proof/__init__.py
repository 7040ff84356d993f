"""Records of matches, deals and days, held against what was seen and committed to."""
