-- compatible: the statement of the previous release decides about each job of a booking that is completed or reopened.
-- The trigger set added jobs to done or open before that statement (worker/jobs/repo.ts), which then could not read that
-- one was cancelled: a job that was not made counted as done, and so did its charge.
DROP TRIGGER bookings_jobs_status;
--> statement-breakpoint
CREATE TRIGGER bookings_jobs_status AFTER UPDATE OF status ON bookings
WHEN NEW.status <> OLD.status AND (NEW.status IN ('cancelled', 'completed') OR OLD.status IN ('cancelled', 'completed'))
BEGIN
  UPDATE jobs SET
    status = CASE NEW.status WHEN 'cancelled' THEN 'cancelled' WHEN 'completed' THEN 'done' ELSE 'open' END,
    version = version + 1
  WHERE booking_id = NEW.id
    AND (NEW.status = 'cancelled' OR type IN ('delivery', 'final_pickup'))
    AND status <> CASE NEW.status WHEN 'cancelled' THEN 'cancelled' WHEN 'completed' THEN 'done' ELSE 'open' END
    AND (status <> 'cancelled' OR id IN (SELECT max(id) FROM jobs WHERE booking_id = NEW.id GROUP BY type))
    AND (NEW.status = 'cancelled' OR status NOT IN ('planned', 'in_progress'))
    AND NOT (
      NEW.status = 'cancelled' AND (type = 'final_pickup' OR status = 'done')
      AND EXISTS (SELECT 1 FROM jobs WHERE booking_id = NEW.id AND type = 'delivery' AND status = 'done')
      AND EXISTS (
        SELECT 1 FROM jobs WHERE booking_id = NEW.id AND type = 'final_pickup' AND status NOT IN ('done', 'cancelled'))
    );
END;
