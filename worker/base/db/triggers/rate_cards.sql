-- A rate card that was published never changes, except that it is superseded.
CREATE TRIGGER rate_cards_no_update BEFORE UPDATE ON rate_cards
WHEN OLD.status <> 'draft' AND NOT (
  OLD.status = 'published' AND NEW.status = 'superseded'
  AND NEW.id = OLD.id AND NEW.snapshot = OLD.snapshot AND NEW.zone_zips = OLD.zone_zips
  AND NEW.note = OLD.note AND NEW.published_at = OLD.published_at AND NEW.published_by IS OLD.published_by
)
BEGIN
  SELECT RAISE(ABORT, 'rate_cards_no_update');
END;

-- A rate card that was published is never deleted.
CREATE TRIGGER rate_cards_no_delete BEFORE DELETE ON rate_cards WHEN OLD.status <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'rate_cards_no_delete');
END;
