-- A dumpster size that was published is never deleted, so its id is never used again.
CREATE TRIGGER dumpster_sizes_no_delete BEFORE DELETE ON dumpster_sizes
WHEN EXISTS (
  SELECT 1 FROM rate_cards, json_each(rate_cards.snapshot, '$.dumpsterSizes') AS entry
  WHERE json_extract(entry.value, '$.id') = OLD.id
)
BEGIN
  SELECT RAISE(ABORT, 'dumpster_sizes_no_delete');
END;
