"""What operators ask of a store beside serving, and change: `samedeal-server admin`."""
