-- Every table that a room has shown so far; `rooms` knows only the one it shows now.
CREATE TABLE visits (
    room TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    at REAL NOT NULL, -- how far the table's own time had come when the room began to show it
    PRIMARY KEY (room, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX visits_table ON visits (table_id);

INSERT INTO visits (room, table_id, at)
SELECT rooms.room, rooms.table_id, tables.opened FROM rooms JOIN tables ON tables.id = rooms.table_id;

-- Whoever knows the code may bring the table into another room.
CREATE TABLE links (
    code TEXT PRIMARY KEY NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    expires REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX links_table ON links (table_id);

-- After how many seconds a person wants to be reminded; 0: never, NULL: as the table has it.
ALTER TABLE people ADD COLUMN remind REAL;
