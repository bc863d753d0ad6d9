-- A rental period that was published is never deleted, so its id is never used again.
CREATE TRIGGER rental_options_no_delete BEFORE DELETE ON rental_options
WHEN EXISTS (
  SELECT 1 FROM rate_cards, json_each(rate_cards.snapshot, '$.rentalOptions') AS entry
  WHERE json_extract(entry.value, '$.id') = OLD.id
)
BEGIN
  SELECT RAISE(ABORT, 'rental_options_no_delete');
END;

-- The length of a rental period that was booked never changes, because the last day of a booking follows from it.
-- The length of the published version is always allowed: a draft can have another one from before the first booking.
CREATE TRIGGER rental_options_days_booked BEFORE UPDATE OF days ON rental_options
WHEN NEW.days <> OLD.days AND (
  EXISTS (SELECT 1 FROM bookings WHERE rental_type = OLD.id)
  OR EXISTS (SELECT 1 FROM checkout_revisions WHERE rental_type = OLD.id)
) AND NOT EXISTS (
  SELECT 1 FROM rate_cards, json_each(rate_cards.snapshot, '$.rentalOptions') AS entry
  WHERE rate_cards.status = 'published' AND json_extract(entry.value, '$.id') = OLD.id
    AND json_extract(entry.value, '$.days') = NEW.days
)
BEGIN
  SELECT RAISE(ABORT, 'rental_options_days_booked');
END;
