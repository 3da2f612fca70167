-- WITHOUT ROWID stores rows in primary key order, so a table's events are read in one sweep and an append writes to two
-- places only: the events and one index entry for the request. More indexes would slow down every move.

CREATE TABLE tables (
    id TEXT PRIMARY KEY NOT NULL,
    game TEXT NOT NULL,
    seed BLOB NOT NULL,
    opened REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- No foreign key: it would cost a lookup for each event. The append statement checks that the table exists.
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
    place INTEGER NOT NULL, -- position in the list of people
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

-- A running table has one or two timers, so a full scan finds those that are due.
CREATE TABLE timers (
    table_id TEXT NOT NULL REFERENCES tables (id),
    name TEXT NOT NULL,
    due REAL NOT NULL,
    leased_until REAL,
    PRIMARY KEY (table_id, name)
) STRICT, WITHOUT ROWID;
