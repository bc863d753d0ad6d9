-- compatible: the previous release inserts rows with the defaults, item 1 and quantity 1, for which all conditions are the same
DROP INDEX `dumpster_schedule_checkout`;--> statement-breakpoint
ALTER TABLE `dumpster_schedule` ADD `item` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `dumpster_schedule_checkout_item` ON `dumpster_schedule` (`checkout_id`,`revision`,`item`);--> statement-breakpoint
ALTER TABLE `checkout_revisions` ADD `quantity` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `item` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
-- An order of several dumpsters holds one row of days for each, and its revisions may overlap, but not its dumpsters.
DROP TRIGGER dumpster_schedule_no_overlap_insert;
--> statement-breakpoint
DROP TRIGGER dumpster_schedule_no_overlap_update;
--> statement-breakpoint
CREATE TRIGGER dumpster_schedule_no_overlap_insert
BEFORE INSERT ON dumpster_schedule
WHEN EXISTS (
  SELECT 1 FROM dumpster_schedule AS taken
  WHERE taken.dumpster_id = NEW.dumpster_id
    AND taken.end_date >= NEW.start_date
    AND taken.start_date <= NEW.end_date
    AND (taken.checkout_id IS NULL OR NEW.checkout_id IS NULL OR taken.checkout_id <> NEW.checkout_id
      OR taken.revision = NEW.revision)
)
BEGIN
  SELECT RAISE(ABORT, 'dumpster_overlap');
END;
--> statement-breakpoint
CREATE TRIGGER dumpster_schedule_no_overlap_update
BEFORE UPDATE OF dumpster_id, booking_id, checkout_id, revision, start_date, end_date ON dumpster_schedule
WHEN EXISTS (
  SELECT 1 FROM dumpster_schedule AS taken
  WHERE taken.id <> NEW.id
    AND taken.dumpster_id = NEW.dumpster_id
    AND taken.end_date >= NEW.start_date
    AND taken.start_date <= NEW.end_date
    AND (taken.checkout_id IS NULL OR NEW.checkout_id IS NULL OR taken.checkout_id <> NEW.checkout_id
      OR taken.revision = NEW.revision)
)
BEGIN
  SELECT RAISE(ABORT, 'dumpster_overlap');
END;
--> statement-breakpoint
DROP TRIGGER dumpster_schedule_release_jobs;
--> statement-breakpoint
CREATE TRIGGER dumpster_schedule_release_jobs AFTER DELETE ON dumpster_schedule WHEN OLD.checkout_id IS NOT NULL
BEGIN
  DELETE FROM jobs WHERE checkout_id = OLD.checkout_id AND revision = OLD.revision AND item = OLD.item;
END;
--> statement-breakpoint
CREATE TRIGGER checkout_revisions_quantity BEFORE INSERT ON checkout_revisions WHEN NEW.quantity NOT BETWEEN 1 AND 5
BEGIN
  SELECT RAISE(ABORT, 'quantity_out_of_range');
END;
--> statement-breakpoint
CREATE TRIGGER checkout_revisions_quantity_fixed BEFORE UPDATE OF quantity ON checkout_revisions
WHEN NEW.quantity <> OLD.quantity
BEGIN
  SELECT RAISE(ABORT, 'quantity_is_fixed');
END;
--> statement-breakpoint
-- A payment for several dumpsters becomes all of its bookings or none.
CREATE TRIGGER checkouts_paid_whole BEFORE UPDATE OF state ON checkouts
WHEN NEW.state = 'paid' AND EXISTS (
  SELECT 1 FROM checkout_revisions AS r
  WHERE r.checkout_id = NEW.id AND r.revision = NEW.current_revision AND r.quantity > 1 AND r.quantity <> (
    SELECT count(*) FROM bookings WHERE stripe_payment_intent_id IN (
      NEW.stripe_payment_intent_id, NEW.stripe_payment_intent_id || '.2', NEW.stripe_payment_intent_id || '.3',
      NEW.stripe_payment_intent_id || '.4', NEW.stripe_payment_intent_id || '.5'))
)
BEGIN
  SELECT RAISE(ABORT, 'order_incomplete');
END;
