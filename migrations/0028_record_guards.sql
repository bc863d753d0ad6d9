-- compatible: the previous release never changes these columns, and writes them in every payment and refund outside Stripe; attention_unit_back clears less.
CREATE INDEX `bulk_actions_unfinished` ON `bulk_actions` (`id`) WHERE finished_at IS NULL;
--> statement-breakpoint
-- The unit of a waiting booking can be with another booking than the one whose unit came back: an exchange leaves a unit
-- that others have on site since. So the reason ends only when no booking has the unit on site.
DROP TRIGGER attention_unit_back;
--> statement-breakpoint
CREATE TRIGGER attention_unit_back AFTER UPDATE OF site_status ON bookings
WHEN OLD.site_status = 'on_site' AND NEW.site_status <> 'on_site'
BEGIN
  DELETE FROM attention WHERE reason = 'unit_not_back' AND booking_id IN (
    SELECT next.booking_id FROM dumpster_schedule next JOIN dumpster_schedule kept ON kept.dumpster_id = next.dumpster_id
    WHERE kept.booking_id = NEW.id AND next.booking_id <> NEW.id)
  AND NOT EXISTS (
    SELECT 1 FROM dumpster_schedule mine
    JOIN dumpster_schedule kept ON kept.dumpster_id = mine.dumpster_id AND kept.booking_id <> mine.booking_id
    JOIN bookings b ON b.id = kept.booking_id AND b.site_status = 'on_site'
    WHERE mine.booking_id = attention.booking_id
      -- The unit on site is that of the latest exchange which is done: 'first' is 0, 'exchange n' is n.
      AND (CASE kept.role WHEN 'first' THEN 0 ELSE CAST(substr(kept.role, 10) AS INTEGER) END) = (
        SELECT count(*) FROM jobs WHERE booking_id = b.id AND type = 'exchange' AND status = 'done'));
END;
--> statement-breakpoint
-- Money: a payment or refund outside Stripe says when and by whom it was recorded, and stays as it was recorded.
CREATE TRIGGER transactions_recorded_complete BEFORE INSERT ON transactions
WHEN (NEW.id GLOB 'pay_*' OR NEW.id GLOB 'rfd_*') AND (NEW.payment_day IS NULL OR NEW.recorded_by IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'recorded_payment_incomplete');
END;
--> statement-breakpoint
CREATE TRIGGER transactions_recorded_stays BEFORE UPDATE OF id, type, booking_id, amount, payment_day, recorded_by ON transactions
WHEN (OLD.id GLOB 'pay_*' OR OLD.id GLOB 'rfd_*') AND (
  NEW.id IS NOT OLD.id OR NEW.type IS NOT OLD.type OR NEW.booking_id IS NOT OLD.booking_id OR NEW.amount IS NOT OLD.amount
  OR NEW.payment_day IS NOT OLD.payment_day OR NEW.recorded_by IS NOT OLD.recorded_by)
BEGIN
  SELECT RAISE(ABORT, 'recorded_payment_stays');
END;
