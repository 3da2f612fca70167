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
