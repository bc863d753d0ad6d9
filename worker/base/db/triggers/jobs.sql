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

-- A job that staff cancelled alone stays cancelled.
CREATE TRIGGER jobs_withdrawn BEFORE UPDATE OF status ON jobs
WHEN OLD.withdrawn_at IS NOT NULL AND NEW.status <> 'cancelled'
BEGIN
  SELECT RAISE(ABORT, 'jobs_withdrawn');
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
