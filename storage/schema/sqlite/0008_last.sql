-- The last event of each table, so that nothing has to look for it in `events`, and so that missing ones are noticed.
-- NULL: not filled in yet, see the next migration.
ALTER TABLE tables ADD COLUMN last_sequence INTEGER;
ALTER TABLE tables ADD COLUMN last_hash TEXT;
ALTER TABLE tables ADD COLUMN changed REAL; -- time of the last event

-- A trigger, because older processes that are still running don't know these columns.
CREATE TRIGGER events_appended AFTER INSERT ON events BEGIN
    UPDATE tables SET last_sequence = NEW.sequence, last_hash = NEW.hash, changed = NEW.at WHERE id = NEW.table_id;
END;

-- Tables whose record is removed and whose events are being removed, a few at a time.
CREATE TABLE removals (
    table_id TEXT PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
