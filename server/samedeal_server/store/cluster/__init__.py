"""What is written to a Redis Cluster, which has its rooms at several nodes."""
