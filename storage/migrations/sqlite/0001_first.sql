-- Rows lie in the order of their primary key (WITHOUT ROWID), so a table's events are read in one sweep and an append
-- writes two places only: the events and, for its request, one index entry. More indexes would slow every move down.

CREATE TABLE tables (
    id TEXT PRIMARY KEY NOT NULL,
    game TEXT NOT NULL,
    seed BLOB NOT NULL,
    opened REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- No foreign key: it would be looked up for each event. The append itself refuses an event that follows none.
CREATE TABLE events (
    table_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    at REAL NOT NULL,
    drawn INTEGER NOT NULL,
    hash TEXT NOT NULL,
    request TEXT,
    PRIMARY KEY (table_id, sequence)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX events_request ON events (request) WHERE request IS NOT NULL;

CREATE TABLE rooms (
    room TEXT PRIMARY KEY NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    shown INTEGER NOT NULL,
    message TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE INDEX rooms_table ON rooms (table_id);

CREATE TABLE people (
    table_id TEXT NOT NULL REFERENCES tables (id),
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    seat INTEGER,
    host INTEGER NOT NULL,
    place INTEGER NOT NULL, -- keeps the order in which they were given
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

-- A running table has a timer or two, so what is due is found by looking at all of them.
CREATE TABLE timers (
    table_id TEXT NOT NULL REFERENCES tables (id),
    name TEXT NOT NULL,
    due REAL NOT NULL,
    leased_until REAL,
    PRIMARY KEY (table_id, name)
) STRICT, WITHOUT ROWID;
