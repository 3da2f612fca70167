-- Whose move it was that a request made, on the first event of that request.
-- Alone in its transaction: an older process that still runs reads people before events and writes them after, so
-- whoever locked both would get in the way of one of them.
ALTER TABLE events ADD COLUMN seat integer;
