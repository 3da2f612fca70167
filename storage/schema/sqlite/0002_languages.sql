-- The language that a person chose to be answered in.
CREATE TABLE IF NOT EXISTS languages (
    person TEXT PRIMARY KEY NOT NULL,
    language TEXT NOT NULL
) STRICT, WITHOUT ROWID;
