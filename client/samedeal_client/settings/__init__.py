"""What is chosen once for every command, and which language that makes."""
