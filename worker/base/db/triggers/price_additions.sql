-- An addition to a price is never deleted.
CREATE TRIGGER price_additions_no_delete BEFORE DELETE ON price_additions
BEGIN
  SELECT RAISE(ABORT, 'price_additions_are_voided_only');
END;

-- A wrong addition is voided, once and with the user who does it. No other column ever changes, because the history
-- names the row.
CREATE TRIGGER price_additions_no_update BEFORE UPDATE ON price_additions
WHEN OLD.voided_at IS NOT NULL OR NEW.voided_at IS NULL OR NEW.voided_by IS NULL
  OR NEW.id <> OLD.id OR NEW.booking_id <> OLD.booking_id OR NEW.type <> OLD.type
  OR NEW.item_id IS NOT OLD.item_id OR NEW.quantity <> OLD.quantity OR NEW.unit_amount IS NOT OLD.unit_amount
  OR NEW.created_at <> OLD.created_at OR NEW.created_by IS NOT OLD.created_by
BEGIN
  SELECT RAISE(ABORT, 'price_additions_are_voided_only');
END;

-- An addition is never replaced: INSERT OR REPLACE deletes the old row without firing its DELETE trigger.
CREATE TRIGGER price_additions_no_replace BEFORE INSERT ON price_additions
WHEN EXISTS (SELECT 1 FROM price_additions WHERE id = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'price_additions_are_voided_only');
END;

-- An addition for a job belongs to the booking of that job.
CREATE TRIGGER price_additions_of_job BEFORE INSERT ON price_additions
WHEN NEW.job_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM jobs WHERE id = NEW.job_id AND booking_id = NEW.booking_id)
BEGIN
  SELECT RAISE(ABORT, 'price_additions_of_job');
END;

-- The job of an addition never changes.
CREATE TRIGGER price_additions_keep_job BEFORE UPDATE OF job_id ON price_additions
WHEN NEW.job_id IS NOT OLD.job_id
BEGIN
  SELECT RAISE(ABORT, 'price_additions_are_voided_only');
END;

-- An addition has one of the types of ADDITION_TYPES. The CHECK of the type treats each unknown type as one without
-- an item.
CREATE TRIGGER price_additions_known_type BEFORE INSERT ON price_additions
WHEN NEW.type NOT IN ('extra_days', 'exchange', 'dump_and_return', 'item', 'overage')
BEGIN
  SELECT RAISE(ABORT, 'price_additions_type');
END;
