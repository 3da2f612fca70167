-- in batches
UPDATE tables SET
    last_sequence = coalesce((SELECT max(sequence) FROM events WHERE table_id = id), 0),
    last_hash = coalesce((SELECT hash FROM events WHERE table_id = id ORDER BY sequence DESC LIMIT 1), ''),
    changed = coalesce((SELECT at FROM events WHERE table_id = id ORDER BY sequence DESC LIMIT 1), opened)
WHERE last_sequence IS NULL AND id IN (SELECT id FROM tables WHERE last_sequence IS NULL ORDER BY id LIMIT 1000);
