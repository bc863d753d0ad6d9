ALTER TABLE `dump_fees` ADD `voided_at` integer;--> statement-breakpoint
ALTER TABLE `dump_fees` ADD `voided_by` integer REFERENCES users(id);--> statement-breakpoint
-- A dump ticket is evidence: a wrong one is voided, once, and nothing else of it ever changes.
CREATE TRIGGER dump_fees_no_delete BEFORE DELETE ON dump_fees
BEGIN
  SELECT RAISE(ABORT, 'dump_fees_are_voided_only');
END;
--> statement-breakpoint
CREATE TRIGGER dump_fees_no_update BEFORE UPDATE ON dump_fees
WHEN OLD.voided_at IS NOT NULL OR NEW.voided_at IS NULL OR NEW.voided_by IS NULL
  OR NEW.id <> OLD.id OR NEW.booking_id <> OLD.booking_id OR NEW.weight <> OLD.weight
  OR NEW.dump_location <> OLD.dump_location OR NEW.dump_date <> OLD.dump_date
  OR NEW.fee_amount <> OLD.fee_amount OR NEW.notes IS NOT OLD.notes
  OR NEW.created_at <> OLD.created_at OR NEW.created_by IS NOT OLD.created_by
BEGIN
  SELECT RAISE(ABORT, 'dump_fees_are_voided_only');
END;
--> statement-breakpoint
-- Replacing a row deletes the one before without waking its trigger.
CREATE TRIGGER dump_fees_no_replace BEFORE INSERT ON dump_fees
WHEN EXISTS (SELECT 1 FROM dump_fees WHERE id = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'dump_fees_are_voided_only');
END;
