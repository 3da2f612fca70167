-- Until when a process is telling the room what another one stored; nobody else does so meanwhile.
ALTER TABLE rooms ADD COLUMN telling double precision;
