-- Counts every change of a table: events, people, timers, rooms, forgotten people. A change names the version that it
-- was decided on, so that none is based on what another process has changed since.
ALTER TABLE tables ADD COLUMN version integer NOT NULL DEFAULT 0;

-- When a timer was set. If the clock shows an earlier time, it was set back since, and the timer starts again.
ALTER TABLE timers ADD COLUMN set_at REAL NOT NULL DEFAULT 0;
