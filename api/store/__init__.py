"""What is kept: an append-only log of events per table, and what is looked up from it. SQLite, or PostgreSQL by URL."""
