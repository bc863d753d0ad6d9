-- compatible: the previous release writes none of the columns, and the triggers fill in the one that needs a value.
-- Every night the pickup day of an overdue unit becomes today, so the day that was agreed needs a column of its own.
ALTER TABLE `bookings` ADD `agreed_pickup_day` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `pickup_asked_day` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `kept_days_removed` text;--> statement-breakpoint
UPDATE bookings SET agreed_pickup_day = pickup_day;--> statement-breakpoint
-- Units that are overdue now: the first night moved the pickup to the day after the agreed one.
UPDATE bookings SET agreed_pickup_day = coalesce((
  SELECT date(min(h.after ->> '$.pickupDay'), '-1 day') FROM history h
  WHERE h.subject = 'booking' AND h.subject_id = bookings.id AND h.action = 'changed' AND h.actor_type = 'system'
    AND h.after ->> '$.pickupDay' IS NOT NULL
    AND h.id > coalesce((
      SELECT max(agreed.id) FROM history agreed
      WHERE agreed.subject = 'booking' AND agreed.subject_id = bookings.id AND agreed.after ->> '$.endDate' IS NOT NULL), 0)
), pickup_day)
WHERE site_status = 'on_site' AND pickup_day > end_date;--> statement-breakpoint
CREATE TRIGGER bookings_agreed_pickup AFTER INSERT ON bookings WHEN NEW.agreed_pickup_day = ''
BEGIN
  UPDATE bookings SET agreed_pickup_day = pickup_day WHERE id = NEW.id;
END;
--> statement-breakpoint
-- A new last day is a new agreement: what was said about a late pickup before does not hold for it.
CREATE TRIGGER bookings_agreed_again AFTER UPDATE OF end_date ON bookings
WHEN NEW.end_date <> OLD.end_date OR (NEW.pickup_day <> OLD.pickup_day AND NEW.site_status = 'not_delivered')
BEGIN
  UPDATE bookings SET agreed_pickup_day = NEW.pickup_day, pickup_asked_day = NULL, kept_days_removed = NULL
  WHERE id = NEW.id;
END;
