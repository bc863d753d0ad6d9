-- bookings.site_status follows from the jobs: 'picked_up' with a done final pickup, else 'on_site' with a done
-- delivery. Runs when a done job is added.
CREATE TRIGGER jobs_site_insert AFTER INSERT ON jobs
WHEN NEW.booking_id IS NOT NULL AND NEW.status = 'done' AND NEW.type IN ('delivery', 'final_pickup')
BEGIN
  UPDATE bookings SET site_status = CASE
    WHEN EXISTS (SELECT 1 FROM jobs WHERE booking_id = NEW.booking_id AND type = 'final_pickup' AND status = 'done') THEN 'picked_up'
    ELSE 'on_site' END
  WHERE id = NEW.booking_id;
END;

-- bookings.site_status follows from the jobs: 'picked_up' with a done final pickup, 'on_site' with a done delivery,
-- else 'not_delivered'.
CREATE TRIGGER jobs_site_update AFTER UPDATE OF status ON jobs
WHEN NEW.booking_id IS NOT NULL AND NEW.type IN ('delivery', 'final_pickup') AND (NEW.status = 'done') <> (OLD.status = 'done')
BEGIN
  UPDATE bookings SET site_status = CASE
    WHEN EXISTS (SELECT 1 FROM jobs WHERE booking_id = NEW.booking_id AND type = 'final_pickup' AND status = 'done') THEN 'picked_up'
    WHEN EXISTS (SELECT 1 FROM jobs WHERE booking_id = NEW.booking_id AND type = 'delivery' AND status = 'done') THEN 'on_site'
    ELSE 'not_delivered' END
  WHERE id = NEW.booking_id;
END;

-- A job that its booking cancels, opens again or moves behind the day of the route leaves the route. A driver who is
-- on the way keeps the stop. The time is that of the change's entry in the history: SQL reads no clock.
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

-- A job that staff cancelled alone stays cancelled: a change of its status is ignored.
CREATE TRIGGER jobs_withdrawn BEFORE UPDATE OF status ON jobs
WHEN OLD.withdrawn_at IS NOT NULL AND NEW.status <> 'cancelled'
BEGIN
  SELECT RAISE(IGNORE);
END;

-- Only the charge of a job that staff cancelled is a cancellation fee, and it stays one.
CREATE TRIGGER jobs_charge_kept BEFORE UPDATE OF charge_kept_at ON jobs
WHEN NEW.charge_kept_at IS NOT OLD.charge_kept_at AND (
  OLD.charge_kept_at IS NOT NULL OR NEW.withdrawn_at IS NULL
  OR NOT EXISTS (SELECT 1 FROM price_additions WHERE job_id = NEW.id AND voided_at IS NULL))
BEGIN
  SELECT RAISE(ABORT, 'jobs_charge_kept');
END;

-- A booking has the reason 'unit_out_of_service' exactly while the view bookings_with_unit_out lists it. Runs when
-- an exchange is done or cancelled.
CREATE TRIGGER attention_unit_exchanged AFTER UPDATE OF status ON jobs
WHEN NEW.booking_id IS NOT NULL AND NEW.type = 'exchange' AND NEW.status <> OLD.status
BEGIN
  DELETE FROM attention WHERE reason = 'unit_out_of_service' AND booking_id = NEW.booking_id
    AND NOT EXISTS (SELECT 1 FROM bookings_with_unit_out o WHERE o.booking_id = attention.booking_id);
  INSERT OR IGNORE INTO attention (booking_id, reason, created_at)
  SELECT booking_id, 'unit_out_of_service', since FROM bookings_with_unit_out WHERE booking_id = NEW.booking_id;
END;
