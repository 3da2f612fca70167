"""From 1.0 on, a schema change only adds; what counts as adding is tried on examples."""

import pytest

from storage.schema import Dialect, read_migrations
from tests.storage.additive import faults

DATABASES: tuple[Dialect, ...] = ("sqlite", "postgres")

GOOD = """
-- A new table with contents; a dropped word in a comment doesn't count: DROP TABLE events;
CREATE TABLE moods (
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id),
    mood text NOT NULL, -- one; or another
    PRIMARY KEY (table_id)
);
CREATE INDEX moods_mood ON moods (mood);
INSERT INTO moods VALUES ('t', 'fine');
ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN weather TEXT;
"""

BAD = [
    "DROP TABLE events",
    "DROP INDEX jobs_due",
    "ALTER TABLE tables RENAME TO boards",
    "ALTER TABLE tables RENAME COLUMN game TO kind",
    "ALTER TABLE tables DROP COLUMN game",
    "ALTER TABLE tables ALTER COLUMN game TYPE integer",
    "ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL",
    "ALTER TABLE tables ADD COLUMN mood TEXT UNIQUE",
    "ALTER TABLE tables ADD COLUMN mood TEXT DEFAULT '', DROP COLUMN game",
    "ALTER TABLE tables ADD CONSTRAINT positive CHECK (last_sequence > 0)",
    "CREATE UNIQUE INDEX one_table ON rooms (table_id)",
    "CREATE TRIGGER never AFTER INSERT ON events BEGIN DELETE FROM events",
    "UPDATE events SET payload = '{}'",
    "DELETE FROM events",
    "INSERT INTO tables VALUES ('t')",
    "PRAGMA user_version = 9",
]


@pytest.mark.parametrize("dialect", DATABASES)
def test_every_migration_after_the_first_only_adds(dialect: Dialect) -> None:
    """Replicas of the version before can finish what they do, and a failed upgrade has lost nothing."""
    for migration in read_migrations(dialect)[1:]:
        assert list(faults(migration.sql)) == [], f"migration {migration.version} of {dialect}"


def test_what_adds() -> None:
    """New tables with what is in them, new columns that need no value, new indexes."""
    assert list(faults(GOOD)) == []


@pytest.mark.parametrize("sql", BAD)
def test_what_does_more_than_add(sql: str) -> None:
    """Found among statements that are fine, and named."""
    assert sql in list(faults(f"{GOOD}\n{sql};\n"))
