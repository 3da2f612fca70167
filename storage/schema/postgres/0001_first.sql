-- COLLATE "C": ids compare byte by byte, as in SQLite. The order is the same on every server, and prefixes use the key.

CREATE TABLE tables (
    id text COLLATE "C" PRIMARY KEY,
    game text NOT NULL,
    seed bytea NOT NULL,
    opened double precision NOT NULL
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
    request text COLLATE "C",
    PRIMARY KEY (table_id, sequence)
);

CREATE UNIQUE INDEX events_request ON events (request) WHERE request IS NOT NULL;

CREATE TABLE rooms (
    room text COLLATE "C" PRIMARY KEY,
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id),
    shown bigint NOT NULL,
    message text NOT NULL DEFAULT ''
);

CREATE INDEX rooms_table ON rooms (table_id);

CREATE TABLE people (
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id),
    person text COLLATE "C" NOT NULL,
    name text NOT NULL,
    seat integer,
    host boolean NOT NULL,
    place integer NOT NULL, -- position in the list of people
    PRIMARY KEY (table_id, person)
);

-- A running table has one or two timers, so a full scan finds those that are due.
CREATE TABLE timers (
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id),
    name text COLLATE "C" NOT NULL,
    due double precision NOT NULL,
    leased_until double precision,
    PRIMARY KEY (table_id, name)
);
