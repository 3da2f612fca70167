-- What a room keeps between its tables. No table names a person: an owner is a seat of a table.

CREATE TABLE action_changes (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    status TEXT NOT NULL,
    due TEXT NOT NULL,
    owner TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

-- WITHOUT ROWID also keeps the order in which notes were saved out of the file: they are stored by their random ids.
CREATE TABLE saved_notes (
    id TEXT PRIMARY KEY NOT NULL,
    room TEXT NOT NULL,
    text TEXT NOT NULL,
    day REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX saved_notes_room ON saved_notes (room);

CREATE TABLE jobs (
    id TEXT PRIMARY KEY NOT NULL,
    room TEXT NOT NULL,
    kind TEXT NOT NULL,
    due REAL NOT NULL,
    payload TEXT NOT NULL,
    leased_until REAL
) STRICT, WITHOUT ROWID;

CREATE INDEX jobs_due ON jobs (due);
CREATE INDEX jobs_room ON jobs (room);
