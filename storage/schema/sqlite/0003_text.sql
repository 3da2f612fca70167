-- Whether a person wants text instead of pictures in private replies.
ALTER TABLE people ADD COLUMN wants_text INTEGER NOT NULL DEFAULT 0;
