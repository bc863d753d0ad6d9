-- compatible: the previous release never brings a stop back to its route.
-- A stop comes back with its removed route, if its job can still be made on it.
CREATE TRIGGER driver_route_stops_job_restore BEFORE UPDATE OF removed_at ON driver_route_stops
WHEN NEW.job_id IS NOT NULL AND NEW.removed_at IS NULL AND OLD.removed_at IS NOT NULL AND NEW.status = 'pending' AND NOT EXISTS (
  SELECT 1 FROM jobs j JOIN driver_routes r ON r.id = NEW.route_id
  WHERE j.id = NEW.job_id AND j.booking_id = NEW.booking_id AND j.type = NEW.stop_type
    AND j.status = 'open' AND j.due_day <= r.date)
BEGIN
  SELECT RAISE(ABORT, 'stop_job');
END;
--> statement-breakpoint
CREATE TRIGGER driver_route_stops_restore AFTER UPDATE OF removed_at ON driver_route_stops
WHEN NEW.job_id IS NOT NULL AND NEW.removed_at IS NULL AND OLD.removed_at IS NOT NULL AND NEW.status = 'pending'
BEGIN
  UPDATE jobs SET status = 'planned', version = version + 1 WHERE id = NEW.job_id AND status = 'open';
END;
