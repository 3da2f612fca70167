-- Ids compare byte by byte (COLLATE "C"), as in SQLite: the same order on every server, and prefixes use the key.

CREATE TABLE tables (
    id text COLLATE "C" PRIMARY KEY,
    game text NOT NULL,
    seed bytea NOT NULL,
    opened double precision NOT NULL
);

-- No foreign key: it would lock a row of `tables` for each event. The append itself refuses an event that follows none.
CREATE TABLE events (
    table_id text COLLATE "C" NOT NULL,
    sequence bigint NOT NULL,
    kind text NOT NULL,
    payload text NOT NULL, -- not jsonb: the hash is made of exactly this text
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
    place integer NOT NULL, -- keeps the order in which they were given
    PRIMARY KEY (table_id, person)
);

-- A running table has a timer or two, so what is due is found by looking at all of them.
CREATE TABLE timers (
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id),
    name text COLLATE "C" NOT NULL,
    due double precision NOT NULL,
    leased_until double precision,
    PRIMARY KEY (table_id, name)
);
