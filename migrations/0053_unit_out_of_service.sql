-- compatible: the triggers of the order only add a place to it, and no release writes the new reason.
-- Bookings whose unit is out of service and not at the customer yet. The unit at the customer is that of the latest
-- exchange which is done: 'first' is 0, 'exchange n' is n. `since`: no earlier than what put the booking there.
CREATE VIEW bookings_with_unit_out AS
SELECT s.booking_id, max(b.created_at,
  coalesce((SELECT max(created_at) FROM history WHERE subject = 'dumpster' AND subject_id = d.id), 0),
  coalesce((SELECT max(created_at) FROM history WHERE subject = 'booking' AND subject_id = b.id), 0)) AS since
FROM dumpster_schedule s
JOIN dumpsters d ON d.id = s.dumpster_id
JOIN bookings b ON b.id = s.booking_id
WHERE d.is_available = 0 AND d.deleted_at IS NULL
  AND b.status NOT IN ('cancelled', 'completed') AND b.site_status <> 'picked_up'
  AND (b.site_status = 'not_delivered' OR
    (CASE s.role WHEN 'first' THEN 0 ELSE CAST(substr(s.role, 10) AS INTEGER) END) > (
      SELECT count(*) FROM jobs j WHERE j.booking_id = b.id AND j.type = 'exchange' AND j.status = 'done'));
--> statement-breakpoint
DROP TRIGGER attention_added;
--> statement-breakpoint
CREATE TRIGGER attention_added AFTER INSERT ON attention
BEGIN
  UPDATE bookings SET needs_attention = (
    SELECT reason FROM attention WHERE booking_id = NEW.booking_id
    ORDER BY CASE reason WHEN 'payment_mismatch' THEN 1 WHEN 'no_unit' THEN 2 WHEN 'unit_out_of_service' THEN 3 WHEN 'unit_not_back' THEN 4 WHEN 'attempted' THEN 5 WHEN 'permit' THEN 6 ELSE 7 END
    LIMIT 1)
  WHERE id = NEW.booking_id;
END;
--> statement-breakpoint
DROP TRIGGER attention_removed;
--> statement-breakpoint
CREATE TRIGGER attention_removed AFTER DELETE ON attention
BEGIN
  UPDATE bookings SET needs_attention = (
    SELECT reason FROM attention WHERE booking_id = OLD.booking_id
    ORDER BY CASE reason WHEN 'payment_mismatch' THEN 1 WHEN 'no_unit' THEN 2 WHEN 'unit_out_of_service' THEN 3 WHEN 'unit_not_back' THEN 4 WHEN 'attempted' THEN 5 WHEN 'permit' THEN 6 ELSE 7 END
    LIMIT 1)
  WHERE id = OLD.booking_id;
END;
--> statement-breakpoint
DROP TRIGGER bookings_attention_update;
--> statement-breakpoint
CREATE TRIGGER bookings_attention_update AFTER UPDATE OF needs_attention ON bookings
WHEN NEW.needs_attention IS NOT (
  SELECT reason FROM attention WHERE booking_id = NEW.id
  ORDER BY CASE reason WHEN 'payment_mismatch' THEN 1 WHEN 'no_unit' THEN 2 WHEN 'unit_out_of_service' THEN 3 WHEN 'unit_not_back' THEN 4 WHEN 'attempted' THEN 5 WHEN 'permit' THEN 6 ELSE 7 END
  LIMIT 1)
BEGIN
  DELETE FROM attention WHERE booking_id = NEW.id AND (
    (reason = 'payment_mismatch' AND NEW.needs_attention IS NOT 'payment_mismatch')
    OR (reason = 'no_unit' AND coalesce(NEW.needs_attention, '') NOT IN ('no_unit', 'payment_mismatch')));
  INSERT OR IGNORE INTO attention (booking_id, reason, created_at)
  SELECT NEW.id, NEW.needs_attention,
    coalesce((SELECT max(created_at) FROM history WHERE subject = 'booking' AND subject_id = NEW.id), NEW.created_at)
  WHERE NEW.needs_attention IS NOT NULL;
  UPDATE bookings SET needs_attention = (
    SELECT reason FROM attention WHERE booking_id = NEW.id
    ORDER BY CASE reason WHEN 'payment_mismatch' THEN 1 WHEN 'no_unit' THEN 2 WHEN 'unit_out_of_service' THEN 3 WHEN 'unit_not_back' THEN 4 WHEN 'attempted' THEN 5 WHEN 'permit' THEN 6 ELSE 7 END
    LIMIT 1)
  WHERE id = NEW.id;
END;
--> statement-breakpoint
-- 'unit_out_of_service' is exactly what the view says, after any change.
CREATE TRIGGER attention_unit_service AFTER UPDATE OF is_available, deleted_at ON dumpsters
WHEN NEW.is_available <> OLD.is_available OR NEW.deleted_at IS NOT OLD.deleted_at
BEGIN
  DELETE FROM attention WHERE reason = 'unit_out_of_service' AND booking_id IN (
    SELECT booking_id FROM dumpster_schedule WHERE dumpster_id = NEW.id AND booking_id IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM bookings_with_unit_out o WHERE o.booking_id = attention.booking_id);
  INSERT OR IGNORE INTO attention (booking_id, reason, created_at)
  SELECT booking_id, 'unit_out_of_service', since FROM bookings_with_unit_out WHERE booking_id IN (
    SELECT booking_id FROM dumpster_schedule WHERE dumpster_id = NEW.id AND booking_id IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER attention_unit_taken AFTER INSERT ON dumpster_schedule WHEN NEW.booking_id IS NOT NULL
BEGIN
  DELETE FROM attention WHERE reason = 'unit_out_of_service' AND booking_id = NEW.booking_id
    AND NOT EXISTS (SELECT 1 FROM bookings_with_unit_out o WHERE o.booking_id = attention.booking_id);
  INSERT OR IGNORE INTO attention (booking_id, reason, created_at)
  SELECT booking_id, 'unit_out_of_service', since FROM bookings_with_unit_out WHERE booking_id = NEW.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER attention_unit_changed AFTER UPDATE OF dumpster_id, booking_id, role ON dumpster_schedule
WHEN NEW.booking_id IS NOT NULL OR OLD.booking_id IS NOT NULL
BEGIN
  DELETE FROM attention WHERE reason = 'unit_out_of_service' AND booking_id IN (NEW.booking_id, OLD.booking_id)
    AND NOT EXISTS (SELECT 1 FROM bookings_with_unit_out o WHERE o.booking_id = attention.booking_id);
  INSERT OR IGNORE INTO attention (booking_id, reason, created_at)
  SELECT booking_id, 'unit_out_of_service', since FROM bookings_with_unit_out WHERE booking_id IN (NEW.booking_id, OLD.booking_id);
END;
--> statement-breakpoint
CREATE TRIGGER attention_unit_left AFTER DELETE ON dumpster_schedule WHEN OLD.booking_id IS NOT NULL
BEGIN
  DELETE FROM attention WHERE reason = 'unit_out_of_service' AND booking_id = OLD.booking_id
    AND NOT EXISTS (SELECT 1 FROM bookings_with_unit_out o WHERE o.booking_id = attention.booking_id);
  INSERT OR IGNORE INTO attention (booking_id, reason, created_at)
  SELECT booking_id, 'unit_out_of_service', since FROM bookings_with_unit_out WHERE booking_id = OLD.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER attention_unit_needed AFTER UPDATE OF status, site_status ON bookings
WHEN NEW.status <> OLD.status OR NEW.site_status <> OLD.site_status
BEGIN
  DELETE FROM attention WHERE reason = 'unit_out_of_service' AND booking_id = NEW.id
    AND NOT EXISTS (SELECT 1 FROM bookings_with_unit_out o WHERE o.booking_id = attention.booking_id);
  INSERT OR IGNORE INTO attention (booking_id, reason, created_at)
  SELECT booking_id, 'unit_out_of_service', since FROM bookings_with_unit_out WHERE booking_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER attention_unit_exchanged AFTER UPDATE OF status ON jobs
WHEN NEW.booking_id IS NOT NULL AND NEW.type = 'exchange' AND NEW.status <> OLD.status
BEGIN
  DELETE FROM attention WHERE reason = 'unit_out_of_service' AND booking_id = NEW.booking_id
    AND NOT EXISTS (SELECT 1 FROM bookings_with_unit_out o WHERE o.booking_id = attention.booking_id);
  INSERT OR IGNORE INTO attention (booking_id, reason, created_at)
  SELECT booking_id, 'unit_out_of_service', since FROM bookings_with_unit_out WHERE booking_id = NEW.booking_id;
END;
--> statement-breakpoint
-- Units that are out of service now.
INSERT OR IGNORE INTO attention (booking_id, reason, created_at)
SELECT booking_id, 'unit_out_of_service', since FROM bookings_with_unit_out;
