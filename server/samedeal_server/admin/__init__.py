"""The commands of operators over a store, beside serving: `samedeal-server admin`."""
