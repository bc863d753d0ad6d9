-- compatible: the triggers refuse only rows that the previous release never inserts.
-- The CHECK of the type treats each unknown type as one without an item.
CREATE TRIGGER price_additions_known_type BEFORE INSERT ON price_additions
WHEN NEW.type NOT IN ('extra_days', 'exchange', 'item', 'overage')
BEGIN
  SELECT RAISE(ABORT, 'price_additions_type');
END;
--> statement-breakpoint
-- As bookings_final_price_lines, which covers updates only.
CREATE TRIGGER bookings_final_price_lines_inserted BEFORE INSERT ON bookings
WHEN NEW.final_price_lines IS NOT NULL AND NEW.final_price IS NOT (
  SELECT sum(value ->> 'amount') FROM json_each(NEW.final_price_lines))
BEGIN
  SELECT RAISE(ABORT, 'bookings_final_price_lines');
END;
