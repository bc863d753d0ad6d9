CREATE INDEX `attention_reason` ON `attention` (`reason`,`booking_id`);
--> statement-breakpoint
-- Truck jobs. The previous release writes none: these triggers write them for it.
-- A row that it inserts has no pickup day (bookings_days, checkout_revisions_days set it).
CREATE TRIGGER bookings_jobs AFTER UPDATE OF pickup_day ON bookings WHEN OLD.pickup_day = ''
BEGIN
  INSERT INTO jobs (booking_id, type, due_day, created_at)
  VALUES (NEW.id, 'delivery', NEW.delivery_date, NEW.created_at), (NEW.id, 'final_pickup', NEW.pickup_day, NEW.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER checkout_revisions_jobs AFTER UPDATE OF pickup_day ON checkout_revisions WHEN OLD.pickup_day = ''
BEGIN
  INSERT INTO jobs (checkout_id, revision, type, due_day, created_at)
  VALUES
    (NEW.checkout_id, NEW.revision, 'delivery', NEW.delivery_date, NEW.created_at),
    (NEW.checkout_id, NEW.revision, 'final_pickup', NEW.pickup_day, NEW.created_at);
END;
--> statement-breakpoint
-- It changes the status of a booking without its jobs. Of several cancelled jobs of a type, the last one is restored.
CREATE TRIGGER bookings_jobs_status AFTER UPDATE OF status ON bookings
WHEN NEW.status <> OLD.status AND (NEW.status IN ('cancelled', 'completed') OR OLD.status IN ('cancelled', 'completed'))
BEGIN
  UPDATE jobs SET
    status = CASE NEW.status WHEN 'cancelled' THEN 'cancelled' WHEN 'completed' THEN 'done' ELSE 'open' END,
    version = version + 1
  WHERE booking_id = NEW.id
    AND status <> CASE NEW.status WHEN 'cancelled' THEN 'cancelled' WHEN 'completed' THEN 'done' ELSE 'open' END
    AND (status <> 'cancelled' OR id IN (SELECT max(id) FROM jobs WHERE booking_id = NEW.id GROUP BY type));
END;
--> statement-breakpoint
-- A checkout has truck moves only while it holds days: they end with the hold.
CREATE TRIGGER dumpster_schedule_release_jobs AFTER DELETE ON dumpster_schedule WHEN OLD.checkout_id IS NOT NULL
BEGIN
  DELETE FROM jobs WHERE checkout_id = OLD.checkout_id AND revision = OLD.revision;
END;
--> statement-breakpoint
CREATE TRIGGER checkouts_release_jobs AFTER UPDATE OF state ON checkouts WHEN NEW.state <> 'open'
BEGIN
  DELETE FROM jobs WHERE checkout_id = NEW.id;
END;
--> statement-breakpoint
-- Jobs of bookings and holds from before this migration. Today is that of UTC: the business's day is not known here.
INSERT INTO jobs (booking_id, type, due_day, status, created_at)
SELECT b.id, move.type, CASE move.type WHEN 'delivery' THEN b.delivery_date ELSE b.pickup_day END,
  CASE
    WHEN b.status = 'cancelled' THEN 'cancelled'
    WHEN b.status = 'completed' OR CASE move.type WHEN 'delivery' THEN b.delivery_date ELSE b.pickup_day END < date('now') THEN 'done'
    ELSE 'open'
  END,
  b.created_at
FROM bookings b CROSS JOIN (SELECT 'delivery' AS type UNION ALL SELECT 'final_pickup') move
WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.booking_id = b.id AND jobs.type = move.type);
--> statement-breakpoint
INSERT INTO jobs (checkout_id, revision, type, due_day, created_at)
SELECT r.checkout_id, r.revision, move.type, CASE move.type WHEN 'delivery' THEN r.delivery_date ELSE r.pickup_day END, r.created_at
FROM dumpster_schedule s
JOIN checkouts c ON c.id = s.checkout_id AND c.state = 'open'
JOIN checkout_revisions r ON r.checkout_id = s.checkout_id AND r.revision = s.revision
CROSS JOIN (SELECT 'delivery' AS type UNION ALL SELECT 'final_pickup') move;
--> statement-breakpoint
-- Reasons for attention. bookings.needs_attention is the most urgent of them (ATTENTION_REASONS in domain/bookings.ts).
CREATE TRIGGER attention_added AFTER INSERT ON attention
BEGIN
  UPDATE bookings SET needs_attention = (
    SELECT reason FROM attention WHERE booking_id = NEW.booking_id
    ORDER BY CASE reason WHEN 'payment_mismatch' THEN 1 WHEN 'no_unit' THEN 2 WHEN 'unit_not_back' THEN 3 WHEN 'attempted' THEN 4 WHEN 'permit' THEN 5 ELSE 6 END
    LIMIT 1)
  WHERE id = NEW.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER attention_removed AFTER DELETE ON attention
BEGIN
  UPDATE bookings SET needs_attention = (
    SELECT reason FROM attention WHERE booking_id = OLD.booking_id
    ORDER BY CASE reason WHEN 'payment_mismatch' THEN 1 WHEN 'no_unit' THEN 2 WHEN 'unit_not_back' THEN 3 WHEN 'attempted' THEN 4 WHEN 'permit' THEN 5 ELSE 6 END
    LIMIT 1)
  WHERE id = OLD.booking_id;
END;
--> statement-breakpoint
-- The previous release writes the column. It knows payment_mismatch and no_unit, and the first one hides the second.
CREATE TRIGGER bookings_attention_insert AFTER INSERT ON bookings WHEN NEW.needs_attention IS NOT NULL
BEGIN
  INSERT OR IGNORE INTO attention (booking_id, reason, created_at) VALUES (NEW.id, NEW.needs_attention, NEW.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER bookings_attention_update AFTER UPDATE OF needs_attention ON bookings
WHEN NEW.needs_attention IS NOT (
  SELECT reason FROM attention WHERE booking_id = NEW.id
  ORDER BY CASE reason WHEN 'payment_mismatch' THEN 1 WHEN 'no_unit' THEN 2 WHEN 'unit_not_back' THEN 3 WHEN 'attempted' THEN 4 WHEN 'permit' THEN 5 ELSE 6 END
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
    ORDER BY CASE reason WHEN 'payment_mismatch' THEN 1 WHEN 'no_unit' THEN 2 WHEN 'unit_not_back' THEN 3 WHEN 'attempted' THEN 4 WHEN 'permit' THEN 5 ELSE 6 END
    LIMIT 1)
  WHERE id = NEW.id;
END;
--> statement-breakpoint
INSERT OR IGNORE INTO attention (booking_id, reason, created_at)
SELECT id, needs_attention, created_at FROM bookings WHERE needs_attention IS NOT NULL;
--> statement-breakpoint
-- A missing unit that the flag of the payment hid.
INSERT OR IGNORE INTO attention (booking_id, reason, created_at)
SELECT id, 'no_unit', created_at FROM bookings
WHERE needs_attention = 'payment_mismatch' AND status NOT IN ('cancelled', 'completed') AND pickup_day >= date('now')
  AND NOT EXISTS (SELECT 1 FROM dumpster_schedule WHERE booking_id = bookings.id);
