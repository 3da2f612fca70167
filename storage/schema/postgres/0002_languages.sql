-- The language that a person chose to be answered in.
CREATE TABLE languages (
    person TEXT PRIMARY KEY,
    language TEXT NOT NULL
);
