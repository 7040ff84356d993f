"""What the store keeps of rooms beside their logs."""
