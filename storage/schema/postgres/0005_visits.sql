-- Every table that a room has shown so far; `rooms` has only the current one.
CREATE TABLE visits (
    room text COLLATE "C" NOT NULL,
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id),
    at double precision NOT NULL, -- time of the table's last event when the room first showed it
    PRIMARY KEY (room, table_id)
);

CREATE INDEX visits_table ON visits (table_id);

INSERT INTO visits (room, table_id, at)
SELECT rooms.room, rooms.table_id, tables.opened FROM rooms JOIN tables ON tables.id = rooms.table_id;

-- Anyone with the code may bring the table into another room.
CREATE TABLE links (
    code text COLLATE "C" PRIMARY KEY,
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id),
    expires double precision NOT NULL
);

CREATE INDEX links_table ON links (table_id);

-- Seconds after which a person wants a reminder; 0: never, NULL: the table's setting.
-- Last: older processes that are still running lock `tables` before `people`, as the statements above do.
ALTER TABLE people ADD COLUMN remind double precision;
