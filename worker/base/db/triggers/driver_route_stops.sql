-- A stop is made for a job of the same booking that is still to be done, not before the day on which it is due.
CREATE TRIGGER driver_route_stops_job_insert BEFORE INSERT ON driver_route_stops
WHEN NEW.job_id IS NOT NULL AND NEW.removed_at IS NULL AND NEW.status IN ('pending', 'in_transit') AND NOT EXISTS (
  SELECT 1 FROM jobs j JOIN driver_routes r ON r.id = NEW.route_id
  WHERE j.id = NEW.job_id AND j.booking_id = NEW.booking_id AND j.type = NEW.stop_type
    AND j.status NOT IN ('done', 'cancelled') AND j.due_day <= r.date)
BEGIN
  SELECT RAISE(ABORT, 'stop_job');
END;

-- A stop never changes its route, job, booking or type.
CREATE TRIGGER driver_route_stops_route BEFORE UPDATE OF route_id, job_id, booking_id, stop_type ON driver_route_stops
WHEN NEW.route_id <> OLD.route_id OR NEW.job_id IS NOT OLD.job_id OR NEW.booking_id IS NOT OLD.booking_id OR NEW.stop_type <> OLD.stop_type
BEGIN
  SELECT RAISE(ABORT, 'stop_facts');
END;

-- A stop comes back with its removed route, if its job can still be made on it.
CREATE TRIGGER driver_route_stops_job_restore BEFORE UPDATE OF removed_at ON driver_route_stops
WHEN NEW.job_id IS NOT NULL AND NEW.removed_at IS NULL AND OLD.removed_at IS NOT NULL AND NEW.status = 'pending' AND NOT EXISTS (
  SELECT 1 FROM jobs j JOIN driver_routes r ON r.id = NEW.route_id
  WHERE j.id = NEW.job_id AND j.booking_id = NEW.booking_id AND j.type = NEW.stop_type
    AND j.status = 'open' AND j.due_day <= r.date)
BEGIN
  SELECT RAISE(ABORT, 'stop_job');
END;
