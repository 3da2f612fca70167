-- The last event of each table, so that nothing has to look for it in `events`, and so that missing ones are noticed.
-- NULL: not filled in yet, see the next migration.
ALTER TABLE tables ADD COLUMN last_sequence bigint, ADD COLUMN last_hash text, ADD COLUMN changed double precision;

-- Tables whose record is removed and whose events are being removed, a few at a time.
CREATE TABLE removals (
    table_id text COLLATE "C" PRIMARY KEY
);

-- A trigger, because older processes that are still running don't know these columns.
CREATE FUNCTION event_appended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE tables SET last_sequence = NEW.sequence, last_hash = NEW.hash, changed = NEW.at WHERE id = NEW.table_id;
    IF NOT FOUND THEN
        RAISE foreign_key_violation USING MESSAGE = 'the table was removed';
    END IF;
    RETURN NULL;
END
$$;

-- Last: older processes lock `tables` before `events` when they open a table, as the statements above do.
CREATE TRIGGER events_appended AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION event_appended();
