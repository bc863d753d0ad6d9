-- compatible: the first trigger refuses changes only while a cancellation runs, which the previous release cannot start; the second one keeps jobs that the previous release then changes itself.
-- While a booking is being cancelled, nothing else changes it. The batch that ends the cancellation sets 'confirming'.
CREATE TRIGGER bookings_while_cancelling BEFORE UPDATE OF version ON bookings
WHEN NEW.version <> OLD.version AND EXISTS (
  SELECT 1 FROM payment_operations
  WHERE booking_id = OLD.id AND kind = 'cancel' AND state NOT IN ('succeeded', 'failed', 'canceled') AND state <> 'confirming'
)
BEGIN
  SELECT RAISE(ABORT, 'booking_cancelling');
END;
--> statement-breakpoint
-- A unit that is on site when its booking is cancelled is still to be picked up.
DROP TRIGGER bookings_jobs_status;
--> statement-breakpoint
CREATE TRIGGER bookings_jobs_status AFTER UPDATE OF status ON bookings
WHEN NEW.status <> OLD.status AND (NEW.status IN ('cancelled', 'completed') OR OLD.status IN ('cancelled', 'completed'))
BEGIN
  UPDATE jobs SET
    status = CASE NEW.status WHEN 'cancelled' THEN 'cancelled' WHEN 'completed' THEN 'done' ELSE 'open' END,
    version = version + 1
  WHERE booking_id = NEW.id
    AND status <> CASE NEW.status WHEN 'cancelled' THEN 'cancelled' WHEN 'completed' THEN 'done' ELSE 'open' END
    AND (status <> 'cancelled' OR id IN (SELECT max(id) FROM jobs WHERE booking_id = NEW.id GROUP BY type))
    AND NOT (
      NEW.status = 'cancelled' AND (type = 'final_pickup' OR status = 'done')
      AND EXISTS (SELECT 1 FROM jobs WHERE booking_id = NEW.id AND type = 'delivery' AND status = 'done')
      AND EXISTS (
        SELECT 1 FROM jobs WHERE booking_id = NEW.id AND type = 'final_pickup' AND status NOT IN ('done', 'cancelled'))
    );
END;
