-- Finds the tables of a person, for a page that lists them all.
CREATE INDEX people_person ON people (person);

-- Tokens of the workspaces that installed a platform's app, encrypted by the adapter.
CREATE TABLE installations (
    platform text COLLATE "C" NOT NULL,
    workspace text COLLATE "C" NOT NULL,
    sealed bytea NOT NULL,
    PRIMARY KEY (platform, workspace)
);
