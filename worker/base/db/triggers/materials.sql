-- A material that was published is never deleted, so its id is never used again.
CREATE TRIGGER materials_no_delete BEFORE DELETE ON materials
WHEN EXISTS (
  SELECT 1 FROM rate_cards, json_each(rate_cards.snapshot, '$.materials') AS entry
  WHERE json_extract(entry.value, '$.id') = OLD.id
)
BEGIN
  SELECT RAISE(ABORT, 'materials_no_delete');
END;
