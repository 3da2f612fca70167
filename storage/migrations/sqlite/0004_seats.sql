-- Whose move it was that a request made, on the first event of that request.
ALTER TABLE events ADD COLUMN seat INTEGER;
