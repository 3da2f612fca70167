"""What players read at every table, by topic; the games have their own texts."""
