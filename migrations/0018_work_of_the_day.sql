-- compatible: the previous release neither reads nor writes the new columns; jobs that it leaves open after their day are not shown by it.
DROP INDEX `jobs_done`;--> statement-breakpoint
CREATE INDEX `jobs_open` ON `jobs` (`due_day`) WHERE status NOT IN ('done', 'cancelled') AND booking_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_done_at` ON `jobs` (`done_at`) WHERE done_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `site_status` text DEFAULT 'not_delivered' NOT NULL;--> statement-breakpoint
CREATE INDEX `bookings_on_site` ON `bookings` (`pickup_day`,`id`) WHERE site_status = 'on_site';--> statement-breakpoint
CREATE INDEX `bookings_due` ON `bookings` (`id`) WHERE balance_due > 0 AND status <> 'cancelled';--> statement-breakpoint
CREATE INDEX `bookings_unpriced` ON `bookings` (`id`) WHERE status = 'completed' AND final_price IS NULL;--> statement-breakpoint
ALTER TABLE `transactions` ADD `dispute_due_at` integer;
--> statement-breakpoint
-- Until now no user could mark a job: those before today count as done, as in 0011.
UPDATE jobs SET status = 'done', version = version + 1
WHERE booking_id IS NOT NULL AND type IN ('delivery', 'final_pickup') AND status NOT IN ('done', 'cancelled')
  AND due_day < date('now');
--> statement-breakpoint
UPDATE bookings SET site_status = CASE
  WHEN EXISTS (SELECT 1 FROM jobs WHERE booking_id = bookings.id AND type = 'final_pickup' AND status = 'done') THEN 'picked_up'
  ELSE 'on_site' END
WHERE id IN (SELECT booking_id FROM jobs WHERE status = 'done' AND type IN ('delivery', 'final_pickup'));
--> statement-breakpoint
-- Where the unit of a booking is follows from its jobs.
CREATE TRIGGER jobs_site_insert AFTER INSERT ON jobs
WHEN NEW.booking_id IS NOT NULL AND NEW.status = 'done' AND NEW.type IN ('delivery', 'final_pickup')
BEGIN
  UPDATE bookings SET site_status = CASE
    WHEN EXISTS (SELECT 1 FROM jobs WHERE booking_id = NEW.booking_id AND type = 'final_pickup' AND status = 'done') THEN 'picked_up'
    ELSE 'on_site' END
  WHERE id = NEW.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER jobs_site_update AFTER UPDATE OF status ON jobs
WHEN NEW.booking_id IS NOT NULL AND NEW.type IN ('delivery', 'final_pickup') AND (NEW.status = 'done') <> (OLD.status = 'done')
BEGIN
  UPDATE bookings SET site_status = CASE
    WHEN EXISTS (SELECT 1 FROM jobs WHERE booking_id = NEW.booking_id AND type = 'final_pickup' AND status = 'done') THEN 'picked_up'
    WHEN EXISTS (SELECT 1 FROM jobs WHERE booking_id = NEW.booking_id AND type = 'delivery' AND status = 'done') THEN 'on_site'
    ELSE 'not_delivered' END
  WHERE id = NEW.booking_id;
END;
--> statement-breakpoint
-- 'unit_not_back' ends when its cause is gone: the unit came back, or the booking no longer needs that unit.
CREATE TRIGGER attention_unit_back AFTER UPDATE OF site_status ON bookings
WHEN OLD.site_status = 'on_site' AND NEW.site_status <> 'on_site'
BEGIN
  DELETE FROM attention WHERE reason = 'unit_not_back' AND booking_id IN (
    SELECT next.booking_id FROM dumpster_schedule next JOIN dumpster_schedule kept ON kept.dumpster_id = next.dumpster_id
    WHERE kept.booking_id = NEW.id AND next.booking_id <> NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER attention_unit_replaced AFTER UPDATE OF dumpster_id ON dumpster_schedule
WHEN NEW.booking_id IS NOT NULL AND NEW.dumpster_id <> OLD.dumpster_id
BEGIN
  DELETE FROM attention WHERE reason = 'unit_not_back' AND booking_id = NEW.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER attention_unit_released AFTER DELETE ON dumpster_schedule WHEN OLD.booking_id IS NOT NULL
BEGIN
  DELETE FROM attention WHERE reason = 'unit_not_back' AND booking_id = OLD.booking_id;
END;
