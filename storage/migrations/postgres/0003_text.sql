-- Who wants text instead of pictures in what they alone see.
ALTER TABLE people ADD COLUMN wants_text boolean NOT NULL DEFAULT false;
