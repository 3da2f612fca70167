-- The seat that made a request's move, on the first event of that request.
ALTER TABLE events ADD COLUMN seat INTEGER;
