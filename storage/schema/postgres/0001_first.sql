-- COLLATE "C": ids compare byte by byte, as in SQLite. The order is the same on every server, and prefixes use the key.

-- Tables, their events and their people

CREATE TABLE tables (
    id text COLLATE "C" PRIMARY KEY,
    game text NOT NULL,
    seed bytea NOT NULL,
    opened double precision NOT NULL,
    changed double precision NOT NULL, -- time of the last event
    last_sequence bigint NOT NULL DEFAULT 0, -- of the last event, so that missing ones are noticed
    last_hash text NOT NULL DEFAULT '',
    -- Counts every change: events, people, timers, rooms, forgotten people. A change names the version that it was
    -- decided on, so that none is based on what another process has changed since.
    version bigint NOT NULL DEFAULT 0
);

-- No foreign key: it would lock a row of `tables` for each event. The append statement checks that the table exists.
CREATE TABLE events (
    table_id text COLLATE "C" NOT NULL,
    sequence bigint NOT NULL,
    kind text NOT NULL,
    payload text NOT NULL, -- not jsonb: the hash covers exactly this text
    at double precision NOT NULL,
    drawn bigint NOT NULL,
    hash text NOT NULL,
    request text COLLATE "C", -- on its first event
    seat integer, -- whose move it was, on the first event of that move
    move text, -- the move itself as JSON, so that the rules can be re-run
    PRIMARY KEY (table_id, sequence)
);

CREATE UNIQUE INDEX events_request ON events (request) WHERE request IS NOT NULL;

CREATE FUNCTION event_appended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE tables SET last_sequence = NEW.sequence, last_hash = NEW.hash, changed = NEW.at WHERE id = NEW.table_id;
    IF NOT FOUND THEN
        RAISE foreign_key_violation USING MESSAGE = 'the table was removed';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER events_appended AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION event_appended();

-- Tables whose record is removed and whose events are being removed, a few at a time.
CREATE TABLE removals (
    table_id text COLLATE "C" PRIMARY KEY
);

CREATE TABLE people (
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id),
    person text COLLATE "C" NOT NULL,
    name text NOT NULL,
    seat integer,
    host boolean NOT NULL,
    wants_text boolean NOT NULL DEFAULT false, -- instead of pictures in private replies
    remind double precision, -- seconds until a reminder; 0: never, NULL: the table's setting
    place integer NOT NULL, -- position in the list of people
    prepared text NOT NULL DEFAULT '', -- the command to give as soon as it is this person's turn
    PRIMARY KEY (table_id, person)
);

CREATE INDEX people_person ON people (person);

-- Rooms

CREATE TABLE rooms (
    room text COLLATE "C" PRIMARY KEY,
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id),
    shown bigint NOT NULL, -- the last event that the room has seen
    message text NOT NULL DEFAULT '',
    since bigint NOT NULL, -- the last event before those that the message narrates
    telling double precision -- until when a process has claimed announcing to the room what another one stored
);

CREATE INDEX rooms_table ON rooms (table_id);

-- Every table that a room has shown so far; `rooms` has only the current one.
CREATE TABLE visits (
    room text COLLATE "C" NOT NULL,
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id),
    at double precision NOT NULL, -- time of the table's last event when the room first showed it
    PRIMARY KEY (room, table_id)
);

CREATE INDEX visits_table ON visits (table_id);

-- Anyone with the code may bring the table into another room.
CREATE TABLE links (
    code text COLLATE "C" PRIMARY KEY,
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id),
    expires double precision NOT NULL
);

CREATE INDEX links_table ON links (table_id);

-- The schedule

-- A running table has one or two timers, so a full scan finds those that are due.
CREATE TABLE timers (
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id),
    name text COLLATE "C" NOT NULL,
    due double precision NOT NULL,
    set_at double precision NOT NULL DEFAULT 0, -- if that is in the future, the clock was set back since
    leased_until double precision,
    PRIMARY KEY (table_id, name)
);

CREATE TABLE jobs (
    id text COLLATE "C" PRIMARY KEY,
    room text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    due double precision NOT NULL,
    payload text NOT NULL,
    leased_until double precision
);

CREATE INDEX jobs_due ON jobs (due);
CREATE INDEX jobs_room ON jobs (room);

-- Platforms

-- Tokens of the workspaces that installed a platform's app, encrypted by the adapter.
CREATE TABLE installations (
    platform text COLLATE "C" NOT NULL,
    workspace text COLLATE "C" NOT NULL,
    sealed bytea NOT NULL,
    PRIMARY KEY (platform, workspace)
);

-- What may be used once and was: states of installations that have begun. Few, and each for some minutes.
CREATE TABLE used_words (
    word text COLLATE "C" PRIMARY KEY,
    until double precision NOT NULL
);

-- Meetings: what a room keeps between its tables. Nothing here names a person: an owner is a seat of a table.

CREATE TABLE action_changes (
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id),
    number integer NOT NULL,
    status text NOT NULL,
    due text NOT NULL,
    owner text NOT NULL,
    at double precision NOT NULL,
    PRIMARY KEY (table_id, number)
);

CREATE TABLE saved_notes (
    id text COLLATE "C" PRIMARY KEY,
    room text COLLATE "C" NOT NULL,
    text text NOT NULL,
    day double precision NOT NULL
);

CREATE INDEX saved_notes_room ON saved_notes (room);

-- Requests about what a room keeps, so that each counts once: slow digests, kept for two days. None leads to a note.
CREATE TABLE room_requests (
    id text COLLATE "C" PRIMARY KEY,
    day double precision NOT NULL
);

-- Workshops, and who is in which team of them. Only `workshop_people` names people.

CREATE TABLE workshops (
    id text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL,
    opened double precision NOT NULL,
    changed double precision NOT NULL,
    entrance text COLLATE "C" NOT NULL UNIQUE,
    desk text COLLATE "C" NOT NULL UNIQUE, -- a hash of the key
    seed bytea NOT NULL,
    body text NOT NULL -- everything else, as JSON
);

CREATE TABLE workshop_people (
    workshop text COLLATE "C" NOT NULL REFERENCES workshops (id),
    person text COLLATE "C" NOT NULL,
    team integer NOT NULL,
    luck text NOT NULL,
    name text NOT NULL, -- this and the time are for an attendance sheet only
    arrived double precision NOT NULL,
    place integer NOT NULL, -- in the order in which they came
    PRIMARY KEY (workshop, person)
);

CREATE INDEX workshop_people_person ON workshop_people (person);

-- Personal links, and the seats that were carried by them to other devices.
CREATE TABLE seat_links (
    id text COLLATE "C" PRIMARY KEY, -- a hash of the secret
    room text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL, -- whose seat it is
    made double precision NOT NULL,
    expires double precision NOT NULL,
    used_by text COLLATE "C" NOT NULL -- a hash of the browser; empty: nobody has used it
);

CREATE INDEX seat_links_person ON seat_links (person, room);

-- Who has a page of a table open now, at which process; unused with one process.
CREATE TABLE presence (
    process text COLLATE "C" NOT NULL,
    table_id text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    until double precision NOT NULL, -- a process that is killed doesn't say who left
    PRIMARY KEY (process, table_id, person)
);
