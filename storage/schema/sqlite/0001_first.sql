-- WITHOUT ROWID stores rows in primary key order, so a table's events are read in one sweep and an append writes to two
-- places only: the events and one index entry for the request. More indexes would slow down every move.

-- Tables, their events and their people

CREATE TABLE tables (
    id TEXT PRIMARY KEY NOT NULL,
    game TEXT NOT NULL,
    seed BLOB NOT NULL,
    opened REAL NOT NULL,
    changed REAL NOT NULL, -- time of the last event
    last_sequence INTEGER NOT NULL DEFAULT 0, -- of the last event, so that missing ones are noticed
    last_hash TEXT NOT NULL DEFAULT '',
    -- Counts every change: events, people, timers, rooms, forgotten people. A change names the version that it was
    -- decided on, so that none is based on what another process has changed since.
    version INTEGER NOT NULL DEFAULT 0
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
    request TEXT, -- on its first event
    seat INTEGER, -- whose move it was, on the first event of that move
    move TEXT, -- the move itself as JSON, so that the rules can be re-run
    PRIMARY KEY (table_id, sequence)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX events_request ON events (request) WHERE request IS NOT NULL;

CREATE TRIGGER events_appended AFTER INSERT ON events BEGIN
    UPDATE tables SET last_sequence = NEW.sequence, last_hash = NEW.hash, changed = NEW.at WHERE id = NEW.table_id;
END;

-- Tables whose record is removed and whose events are being removed, a few at a time.
CREATE TABLE removals (
    table_id TEXT PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE people (
    table_id TEXT NOT NULL REFERENCES tables (id),
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    seat INTEGER,
    host INTEGER NOT NULL,
    wants_text INTEGER NOT NULL DEFAULT 0, -- instead of pictures in private replies
    remind REAL, -- seconds until a reminder; 0: never, NULL: the table's setting
    place INTEGER NOT NULL, -- position in the list of people
    prepared TEXT NOT NULL DEFAULT '', -- the command to give as soon as it is this person's turn
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX people_person ON people (person);

-- Rooms

CREATE TABLE rooms (
    room TEXT PRIMARY KEY NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    shown INTEGER NOT NULL, -- the last event that the room has seen
    message TEXT NOT NULL DEFAULT '',
    since INTEGER NOT NULL, -- the last event before those that the message narrates
    telling REAL -- until when a process has claimed announcing to the room what another one stored
) STRICT, WITHOUT ROWID;

CREATE INDEX rooms_table ON rooms (table_id);

-- Every table that a room has shown so far; `rooms` has only the current one.
CREATE TABLE visits (
    room TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    at REAL NOT NULL, -- time of the table's last event when the room first showed it
    PRIMARY KEY (room, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX visits_table ON visits (table_id);

-- Anyone with the code may bring the table into another room.
CREATE TABLE links (
    code TEXT PRIMARY KEY NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    expires REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX links_table ON links (table_id);

-- The schedule

-- A running table has one or two timers, so a full scan finds those that are due.
CREATE TABLE timers (
    table_id TEXT NOT NULL REFERENCES tables (id),
    name TEXT NOT NULL,
    due REAL NOT NULL,
    set_at REAL NOT NULL DEFAULT 0, -- if that is in the future, the clock was set back since
    leased_until REAL,
    PRIMARY KEY (table_id, name)
) STRICT, WITHOUT ROWID;

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

-- Platforms

-- Tokens of the workspaces that installed a platform's app, encrypted by the adapter.
CREATE TABLE installations (
    platform TEXT NOT NULL,
    workspace TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (platform, workspace)
) STRICT, WITHOUT ROWID;

-- What may be used once and was: states of installations that have begun. Few, and each for some minutes.
CREATE TABLE used_words (
    word TEXT PRIMARY KEY NOT NULL,
    until REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- Meetings: what a room keeps between its tables. Nothing here names a person: an owner is a seat of a table.

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

-- Requests about what a room keeps, so that each counts once: slow digests, kept for two days. None leads to a note.
CREATE TABLE room_requests (
    id TEXT PRIMARY KEY NOT NULL,
    day REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- Workshops, and who is in which team of them. Only `workshop_people` names people.

CREATE TABLE workshops (
    id TEXT PRIMARY KEY NOT NULL,
    version INTEGER NOT NULL,
    opened REAL NOT NULL,
    changed REAL NOT NULL,
    entrance TEXT NOT NULL UNIQUE,
    desk TEXT NOT NULL UNIQUE, -- a hash of the key
    seed BLOB NOT NULL,
    body TEXT NOT NULL -- everything else, as JSON
) STRICT;

CREATE TABLE workshop_people (
    workshop TEXT NOT NULL REFERENCES workshops (id),
    person TEXT NOT NULL,
    team INTEGER NOT NULL,
    luck TEXT NOT NULL,
    name TEXT NOT NULL, -- this and the time are for an attendance sheet only
    arrived REAL NOT NULL,
    place INTEGER NOT NULL, -- in the order in which they came
    PRIMARY KEY (workshop, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX workshop_people_person ON workshop_people (person);

-- Personal links, and the seats that were carried by them to other devices.
CREATE TABLE seat_links (
    id TEXT PRIMARY KEY NOT NULL, -- a hash of the secret
    room TEXT NOT NULL,
    person TEXT NOT NULL, -- whose seat it is
    made REAL NOT NULL,
    expires REAL NOT NULL,
    used_by TEXT NOT NULL -- a hash of the browser; empty: nobody has used it
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_links_person ON seat_links (person, room);

-- Who has a page of a table open now, at which process; unused with one process.
CREATE TABLE presence (
    process TEXT NOT NULL,
    table_id TEXT NOT NULL,
    person TEXT NOT NULL,
    until REAL NOT NULL, -- a process that is killed doesn't say who left
    PRIMARY KEY (process, table_id, person)
) STRICT, WITHOUT ROWID;
