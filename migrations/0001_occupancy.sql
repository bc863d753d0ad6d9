-- A unit is never promised twice: whichever path writes, days of one unit may not overlap.
-- The days of one checkout may lie over each other while a changed revision replaces the old one.
CREATE TRIGGER dumpster_schedule_no_overlap_insert
BEFORE INSERT ON dumpster_schedule
WHEN EXISTS (
  SELECT 1 FROM dumpster_schedule AS taken
  WHERE taken.dumpster_id = NEW.dumpster_id
    AND taken.end_date >= NEW.start_date
    AND taken.start_date <= NEW.end_date
    AND (taken.checkout_id IS NULL OR NEW.checkout_id IS NULL OR taken.checkout_id <> NEW.checkout_id)
)
BEGIN
  SELECT RAISE(ABORT, 'dumpster_overlap');
END;
--> statement-breakpoint
CREATE TRIGGER dumpster_schedule_no_overlap_update
BEFORE UPDATE OF dumpster_id, booking_id, checkout_id, start_date, end_date ON dumpster_schedule
WHEN EXISTS (
  SELECT 1 FROM dumpster_schedule AS taken
  WHERE taken.id <> NEW.id
    AND taken.dumpster_id = NEW.dumpster_id
    AND taken.end_date >= NEW.start_date
    AND taken.start_date <= NEW.end_date
    AND (taken.checkout_id IS NULL OR NEW.checkout_id IS NULL OR taken.checkout_id <> NEW.checkout_id)
)
BEGIN
  SELECT RAISE(ABORT, 'dumpster_overlap');
END;
