"""What lies below a page: which table it is, and what is told beside that."""
