"""Who is there: greetings, accounts, friends, reports, and the house's bots."""
