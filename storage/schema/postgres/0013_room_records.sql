-- What a room keeps between its tables. No table names a person: an owner is a seat of a table.

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
