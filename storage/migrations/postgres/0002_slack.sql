-- The tables of a person, for a page that shows them all.
CREATE INDEX people_person ON people (person);

-- The keys to the workspaces into which a platform's app was installed, encrypted by the adapter.
CREATE TABLE installations (
    platform text COLLATE "C" NOT NULL,
    workspace text COLLATE "C" NOT NULL,
    sealed bytea NOT NULL,
    PRIMARY KEY (platform, workspace)
);
