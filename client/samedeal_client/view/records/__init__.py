"""What was checked in a record, and what was possible in its match."""
