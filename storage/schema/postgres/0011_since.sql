-- The last event before those that the room's last message narrates; a newer message shrinks it to that story.
-- Empty for messages of earlier versions, whose story is not known.
ALTER TABLE rooms ADD COLUMN since bigint;
