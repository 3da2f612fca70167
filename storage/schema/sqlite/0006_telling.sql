-- Until when a process has claimed announcing to the room what another one stored.
ALTER TABLE rooms ADD COLUMN telling REAL;
