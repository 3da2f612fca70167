"""SQLite in one file, through aiosqlite."""
