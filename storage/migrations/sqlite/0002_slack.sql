-- The tables of a person, for a page that shows them all.
CREATE INDEX people_person ON people (person);

-- The keys to the workspaces into which a platform's app was installed, encrypted by the adapter.
CREATE TABLE installations (
    platform TEXT NOT NULL,
    workspace TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (platform, workspace)
) STRICT, WITHOUT ROWID;
