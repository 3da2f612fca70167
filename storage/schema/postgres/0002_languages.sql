-- The language that a person chose to be answered in.
CREATE TABLE IF NOT EXISTS languages (
    person text COLLATE "C" PRIMARY KEY,
    language text NOT NULL
);
