"""Who somebody is, and how they stand: profiles, histories, leaderboards."""
