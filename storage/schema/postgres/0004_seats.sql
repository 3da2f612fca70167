-- The seat that made a request's move, on the first event of that request.
-- Alone in its transaction: older processes that are still running lock people before events when reading and after
-- events when writing, so a migration that locked both could deadlock with one of them.
ALTER TABLE events ADD COLUMN seat integer;
