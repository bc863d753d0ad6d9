-- compatible: the trigger refuses less than before.
DROP TRIGGER rental_options_days_booked;
--> statement-breakpoint
-- The last day of a booking follows from its rental period. The days of the published version are always allowed: a
-- draft can have other days from before the first booking, and must be able to return to them.
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
