"""People and their results: accounts, profiles, histories, leaderboards."""
