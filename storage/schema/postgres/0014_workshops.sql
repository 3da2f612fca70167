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
