-- compatible: the previous release writes no routes and no stops, and it never plans a job.
-- Every change of a route increments its version, so a batch that begins with the next version is whole or absent.
CREATE TRIGGER driver_routes_next_version BEFORE UPDATE OF version ON driver_routes WHEN NEW.version <> OLD.version + 1
BEGIN
  SELECT RAISE(ABORT, 'route_version');
END;
--> statement-breakpoint
-- A stop is made for a job of the same booking that is still to be done, not before the day on which it is due.
CREATE TRIGGER driver_route_stops_job_insert BEFORE INSERT ON driver_route_stops
WHEN NEW.job_id IS NOT NULL AND NEW.removed_at IS NULL AND NEW.status IN ('pending', 'in_transit') AND NOT EXISTS (
  SELECT 1 FROM jobs j JOIN driver_routes r ON r.id = NEW.route_id
  WHERE j.id = NEW.job_id AND j.booking_id = NEW.booking_id AND j.type = NEW.stop_type
    AND j.status NOT IN ('done', 'cancelled') AND j.due_day <= r.date)
BEGIN
  SELECT RAISE(ABORT, 'stop_job');
END;
--> statement-breakpoint
CREATE TRIGGER driver_route_stops_route BEFORE UPDATE OF route_id, job_id, booking_id, stop_type ON driver_route_stops
WHEN NEW.route_id <> OLD.route_id OR NEW.job_id IS NOT OLD.job_id OR NEW.booking_id IS NOT OLD.booking_id OR NEW.stop_type <> OLD.stop_type
BEGIN
  SELECT RAISE(ABORT, 'stop_facts');
END;
--> statement-breakpoint
-- A job on a route is planned, and open again when its stop is taken off.
CREATE TRIGGER driver_route_stops_plan AFTER INSERT ON driver_route_stops
WHEN NEW.job_id IS NOT NULL AND NEW.removed_at IS NULL AND NEW.status = 'pending'
BEGIN
  UPDATE jobs SET status = 'planned', version = version + 1 WHERE id = NEW.job_id AND status = 'open';
END;
--> statement-breakpoint
CREATE TRIGGER driver_route_stops_take_off AFTER UPDATE OF removed_at ON driver_route_stops
WHEN NEW.job_id IS NOT NULL AND NEW.removed_at IS NOT NULL AND OLD.removed_at IS NULL AND OLD.status IN ('pending', 'in_transit')
BEGIN
  UPDATE jobs SET status = 'open', version = version + 1
  WHERE id = NEW.job_id AND status IN ('planned', 'in_progress');
END;
--> statement-breakpoint
CREATE TRIGGER driver_route_stops_delete AFTER DELETE ON driver_route_stops
WHEN OLD.job_id IS NOT NULL AND OLD.removed_at IS NULL AND OLD.status IN ('pending', 'in_transit')
BEGIN
  UPDATE jobs SET status = 'open', version = version + 1
  WHERE id = OLD.job_id AND status IN ('planned', 'in_progress');
END;
--> statement-breakpoint
-- A job that its booking cancels, opens again or moves behind the day of the route leaves the route. A driver who is on
-- the way keeps the stop. The time is that of the change's entry in the history: SQL reads no clock.
CREATE TRIGGER jobs_leave_route AFTER UPDATE OF status, due_day ON jobs
WHEN NEW.booking_id IS NOT NULL AND NEW.status <> 'done' AND EXISTS (
  SELECT 1 FROM driver_route_stops s JOIN driver_routes r ON r.id = s.route_id
  WHERE s.job_id = NEW.id AND s.status = 'pending' AND s.removed_at IS NULL
    AND (NEW.status IN ('cancelled', 'open') OR NEW.due_day > r.date))
BEGIN
  UPDATE driver_routes SET
    version = version + 1,
    updated_at = max(updated_at, coalesce(published_at, 0), coalesce((
      SELECT max(created_at) FROM history WHERE subject = 'booking' AND subject_id = NEW.booking_id), 0))
  WHERE id IN (SELECT route_id FROM driver_route_stops WHERE job_id = NEW.id AND status = 'pending' AND removed_at IS NULL);
  UPDATE driver_route_stops SET
    removed_at = (SELECT updated_at FROM driver_routes WHERE id = route_id),
    changed_at = (SELECT updated_at FROM driver_routes WHERE id = route_id)
  WHERE job_id = NEW.id AND status = 'pending' AND removed_at IS NULL;
END;
--> statement-breakpoint
-- A job that staff mark done elsewhere is done on its route, too.
CREATE TRIGGER jobs_done_on_route AFTER UPDATE OF status ON jobs
WHEN NEW.booking_id IS NOT NULL AND NEW.status = 'done' AND OLD.status <> 'done' AND EXISTS (
  SELECT 1 FROM driver_route_stops WHERE job_id = NEW.id AND status IN ('pending', 'in_transit') AND removed_at IS NULL)
BEGIN
  UPDATE driver_routes SET
    version = version + 1,
    updated_at = max(updated_at, coalesce(published_at, 0), coalesce(NEW.done_at, (
      SELECT max(created_at) FROM history WHERE subject = 'booking' AND subject_id = NEW.booking_id), 0))
  WHERE id IN (
    SELECT route_id FROM driver_route_stops
    WHERE job_id = NEW.id AND status IN ('pending', 'in_transit') AND removed_at IS NULL);
  UPDATE driver_route_stops SET
    status = CASE WHEN stop_type IN ('delivery', 'exchange') THEN 'delivered' ELSE 'completed' END,
    updated_at = (SELECT updated_at FROM driver_routes WHERE id = route_id),
    changed_at = (SELECT updated_at FROM driver_routes WHERE id = route_id)
  WHERE job_id = NEW.id AND status IN ('pending', 'in_transit') AND removed_at IS NULL;
END;
--> statement-breakpoint
-- An older release of this trigger set planned jobs to open or done, before the statement that decides
-- (worker/jobs/repo.ts). Jobs on a route are left to that statement, and cancelled ones leave the route.
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
    AND (NEW.status = 'cancelled' OR status NOT IN ('planned', 'in_progress'))
    AND NOT (
      NEW.status = 'cancelled' AND (type = 'final_pickup' OR status = 'done')
      AND EXISTS (SELECT 1 FROM jobs WHERE booking_id = NEW.id AND type = 'delivery' AND status = 'done')
      AND EXISTS (
        SELECT 1 FROM jobs WHERE booking_id = NEW.id AND type = 'final_pickup' AND status NOT IN ('done', 'cancelled'))
    );
END;
