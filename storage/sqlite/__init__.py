"""One SQLite file, through aiosqlite."""
