-- The move that an event begins, as JSON, so that the rules can be re-run. Empty for games of earlier versions.
ALTER TABLE events ADD COLUMN move text;
