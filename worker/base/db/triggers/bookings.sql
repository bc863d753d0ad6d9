-- The final price of a booking cannot change while a charge or refund is live or a payment link is open.
CREATE TRIGGER bookings_price_while_charged BEFORE UPDATE OF final_price ON bookings
WHEN NEW.final_price IS NOT OLD.final_price
BEGIN
  SELECT RAISE(ABORT, 'payment_operation_live') WHERE EXISTS (
    SELECT 1 FROM payment_operations
    WHERE booking_id = OLD.id AND state NOT IN ('succeeded', 'failed', 'canceled')
  );
  SELECT RAISE(ABORT, 'pay_link_open') WHERE EXISTS (
    SELECT 1 FROM pay_links WHERE booking_id = OLD.id AND state = 'open'
  );
END;

-- Every booking is in the search indexes with the text of the view booking_words. Runs when a booking is added.
CREATE TRIGGER bookings_search_insert AFTER INSERT ON bookings
BEGIN
  INSERT INTO bookings_search (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.id;
  INSERT INTO bookings_words (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.id;
END;

-- A deleted booking is in no search index.
CREATE TRIGGER bookings_search_delete AFTER DELETE ON bookings
BEGIN
  DELETE FROM bookings_search WHERE rowid = OLD.id;
  DELETE FROM bookings_words WHERE rowid = OLD.id;
END;

-- The totals of bookings, in all and by status, are the sum of the view booking_totals. Runs when a booking is
-- added.
CREATE TRIGGER totals_booking_insert AFTER INSERT ON bookings
BEGIN
  INSERT INTO totals (name, value) SELECT name, value FROM booking_totals WHERE id = NEW.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;

-- The totals of bookings are the sum of the view booking_totals. Before a change, the booking's old part is
-- subtracted.
CREATE TRIGGER totals_booking_before_update BEFORE UPDATE OF id, status ON bookings
BEGIN
  INSERT INTO totals (name, value) SELECT name, -value FROM booking_totals WHERE id = OLD.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;

-- The totals of bookings are the sum of the view booking_totals. After a change, the booking's new part is added.
CREATE TRIGGER totals_booking_after_update AFTER UPDATE OF id, status ON bookings
BEGIN
  INSERT INTO totals (name, value) SELECT name, value FROM booking_totals WHERE id = NEW.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;

-- The totals of bookings are the sum of the view booking_totals. Runs when a booking is deleted.
CREATE TRIGGER totals_booking_delete BEFORE DELETE ON bookings
BEGIN
  INSERT INTO totals (name, value) SELECT name, -value FROM booking_totals WHERE id = OLD.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;

-- The lines of a final price add up to it. A change of either that breaks this is refused.
CREATE TRIGGER bookings_final_price_lines BEFORE UPDATE OF final_price, final_price_lines ON bookings
WHEN NEW.final_price_lines IS NOT NULL AND NEW.final_price IS NOT (
  SELECT sum(value ->> 'amount') FROM json_each(NEW.final_price_lines))
BEGIN
  SELECT RAISE(ABORT, 'bookings_final_price_lines');
END;

-- The lines of a final price add up to it when the booking is added.
CREATE TRIGGER bookings_final_price_lines_inserted BEFORE INSERT ON bookings
WHEN NEW.final_price_lines IS NOT NULL AND NEW.final_price IS NOT (
  SELECT sum(value ->> 'amount') FROM json_each(NEW.final_price_lines))
BEGIN
  SELECT RAISE(ABORT, 'bookings_final_price_lines');
END;

-- The search indexes have the current text of each booking (view booking_words). Runs when a column of that text
-- changes.
CREATE TRIGGER bookings_search_update
AFTER UPDATE OF id, first_name, last_name, company, email, phone, second_phone, address, city, state, zip, notes, rental_type, dumpster_type, status ON bookings
BEGIN
  DELETE FROM bookings_search WHERE rowid = OLD.id;
  DELETE FROM bookings_words WHERE rowid = OLD.id;
  INSERT INTO bookings_search (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.id;
  INSERT INTO bookings_words (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.id;
END;

-- While a booking is being cancelled, nothing else changes it. The batch that ends the cancellation sets
-- 'confirming'.
CREATE TRIGGER bookings_while_cancelling BEFORE UPDATE OF version ON bookings
WHEN NEW.version <> OLD.version AND EXISTS (
  SELECT 1 FROM payment_operations
  WHERE booking_id = OLD.id AND kind = 'cancel' AND state NOT IN ('succeeded', 'failed', 'canceled') AND state <> 'confirming'
)
BEGIN
  SELECT RAISE(ABORT, 'booking_cancelling');
END;

-- The client of a new booking is its contact key, or the key that this one is merged into (client_aliases).
CREATE TRIGGER bookings_client_key_insert AFTER INSERT ON bookings WHEN NEW.contact_key IS NOT NULL
BEGIN
  UPDATE bookings SET client_key = coalesce(
    (SELECT client_key FROM client_aliases WHERE alias_key = NEW.contact_key), NEW.contact_key)
  WHERE id = NEW.id;
END;

-- When the e-mail address or phone number of a booking changes its contact key, its client follows: the key, or the
-- key that this one is merged into (client_aliases).
CREATE TRIGGER bookings_client_key_update AFTER UPDATE OF email, phone ON bookings
WHEN NEW.contact_key IS NOT OLD.contact_key
BEGIN
  UPDATE bookings SET client_key = coalesce(
    (SELECT client_key FROM client_aliases WHERE alias_key = NEW.contact_key), NEW.contact_key)
  WHERE id = NEW.id;
END;

-- A client has the count, days and latest names of the bookings with its key. A booking enters its client with the
-- key, after the insert, and changes its client with it.
CREATE TRIGGER clients_booking_key AFTER UPDATE OF client_key ON bookings
WHEN NEW.client_key IS NOT OLD.client_key
BEGIN
  DELETE FROM clients WHERE email = OLD.client_key AND total_bookings = 1;
  UPDATE clients SET total_bookings = total_bookings - 1 WHERE email = OLD.client_key;
  INSERT INTO clients (email, first_name, last_name, phone, city, state, total_bookings,
    first_delivery_date, last_delivery_date, last_booking_id)
  SELECT NEW.client_key, NEW.first_name, NEW.last_name, NEW.phone, NEW.city, NEW.state, 1,
    NEW.delivery_date, NEW.delivery_date, NEW.id
  WHERE NEW.client_key IS NOT NULL
  ON CONFLICT (email) DO UPDATE SET total_bookings = total_bookings + 1;
  UPDATE clients SET
    first_delivery_date = (SELECT min(delivery_date) FROM bookings WHERE client_key = clients.email),
    (first_name, last_name, phone, city, state, last_delivery_date, last_booking_id) = (
      SELECT first_name, last_name, phone, city, state, delivery_date, id FROM bookings
      WHERE client_key = clients.email ORDER BY delivery_date DESC, id DESC LIMIT 1)
  WHERE email IN (OLD.client_key, NEW.client_key);
END;

-- A client has the days of its bookings, and the names of the latest one. It reads the key, because the trigger that
-- changes the key can run before or after this one.
CREATE TRIGGER clients_booking_update
AFTER UPDATE OF id, first_name, last_name, phone, city, state, delivery_date ON bookings
BEGIN
  UPDATE clients SET
    first_delivery_date = (SELECT min(delivery_date) FROM bookings WHERE client_key = clients.email),
    (first_name, last_name, phone, city, state, last_delivery_date, last_booking_id) = (
      SELECT first_name, last_name, phone, city, state, delivery_date, id FROM bookings
      WHERE client_key = clients.email ORDER BY delivery_date DESC, id DESC LIMIT 1)
  WHERE email = (SELECT client_key FROM bookings WHERE id = NEW.id);
END;

-- A client has the count, days and latest names of the bookings that are left. A client without bookings has no row.
CREATE TRIGGER clients_booking_delete AFTER DELETE ON bookings
BEGIN
  DELETE FROM clients WHERE email = OLD.client_key AND total_bookings = 1;
  UPDATE clients SET total_bookings = total_bookings - 1,
    first_delivery_date = (SELECT min(delivery_date) FROM bookings WHERE client_key = OLD.client_key),
    (first_name, last_name, phone, city, state, last_delivery_date, last_booking_id) = (
      SELECT first_name, last_name, phone, city, state, delivery_date, id FROM bookings
      WHERE client_key = OLD.client_key ORDER BY delivery_date DESC, id DESC LIMIT 1)
  WHERE email = OLD.client_key;
END;

-- 'unit_not_back' ends when its cause is gone: the unit came back, or the booking no longer needs that unit.
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

-- The agreed pickup day of a new booking is its pickup day.
CREATE TRIGGER bookings_agreed_pickup AFTER INSERT ON bookings WHEN NEW.agreed_pickup_day = ''
BEGIN
  UPDATE bookings SET agreed_pickup_day = pickup_day WHERE id = NEW.id;
END;

-- A new last day is a new agreement: its pickup day is the agreed one, and what was recorded about a late pickup
-- before no longer applies.
CREATE TRIGGER bookings_agreed_again AFTER UPDATE OF end_date ON bookings
WHEN NEW.end_date <> OLD.end_date OR (NEW.pickup_day <> OLD.pickup_day AND NEW.site_status = 'not_delivered')
BEGIN
  UPDATE bookings SET agreed_pickup_day = NEW.pickup_day, pickup_asked_day = NULL, kept_days_removed = NULL
  WHERE id = NEW.id;
END;

-- The totals of sales tax are the sum of the view booking_tax_totals. Runs when a booking is added.
CREATE TRIGGER totals_booking_tax_insert AFTER INSERT ON bookings
BEGIN
  INSERT INTO totals (name, value)
  SELECT name, sum(value) FROM (SELECT id, name, sign * (CASE name
      WHEN 'payments_succeeded_tax' THEN (2 * paid * tax + total) / (2 * total)
      ELSE (2 * paid * tax + total) / (2 * total) - (2 * max(0, paid - refunded) * tax + total) / (2 * total) END) AS value
  FROM (
    SELECT id, sign, paid, refunded,
      (SELECT sum(value ->> 'amount') FROM json_each(lines) WHERE value ->> 'type' = 'tax') AS tax,
      (SELECT sum(value ->> 'amount') FROM json_each(lines)) AS total
    FROM (SELECT NEW.id AS id, 1 AS sign, NEW.paid_amount AS paid, coalesce(NEW.refund_amount, 0) AS refunded, coalesce(NEW.final_price_lines, NEW.quote -> '$.lines') AS lines)
    WHERE lines IS NOT NULL)
  JOIN (SELECT 'payments_succeeded_tax' AS name UNION ALL SELECT 'refunds_succeeded_tax')
  WHERE tax > 0 AND total > 0)
  WHERE true GROUP BY name
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;

-- The totals of sales tax are the sum of the view booking_tax_totals. It counts OLD and NEW of each change, because
-- triggers of a change can change the booking again.
CREATE TRIGGER totals_booking_tax_update AFTER UPDATE OF paid_amount, refund_amount, final_price_lines, quote ON bookings
WHEN NEW.paid_amount <> OLD.paid_amount OR NEW.refund_amount IS NOT OLD.refund_amount
  OR NEW.final_price_lines IS NOT OLD.final_price_lines OR NEW.quote IS NOT OLD.quote
BEGIN
  INSERT INTO totals (name, value)
  SELECT name, sum(value) FROM (SELECT id, name, sign * (CASE name
      WHEN 'payments_succeeded_tax' THEN (2 * paid * tax + total) / (2 * total)
      ELSE (2 * paid * tax + total) / (2 * total) - (2 * max(0, paid - refunded) * tax + total) / (2 * total) END) AS value
  FROM (
    SELECT id, sign, paid, refunded,
      (SELECT sum(value ->> 'amount') FROM json_each(lines) WHERE value ->> 'type' = 'tax') AS tax,
      (SELECT sum(value ->> 'amount') FROM json_each(lines)) AS total
    FROM (SELECT OLD.id AS id, -1 AS sign, OLD.paid_amount AS paid, coalesce(OLD.refund_amount, 0) AS refunded, coalesce(OLD.final_price_lines, OLD.quote -> '$.lines') AS lines UNION ALL SELECT NEW.id AS id, 1 AS sign, NEW.paid_amount AS paid, coalesce(NEW.refund_amount, 0) AS refunded, coalesce(NEW.final_price_lines, NEW.quote -> '$.lines') AS lines)
    WHERE lines IS NOT NULL)
  JOIN (SELECT 'payments_succeeded_tax' AS name UNION ALL SELECT 'refunds_succeeded_tax')
  WHERE tax > 0 AND total > 0)
  WHERE true GROUP BY name
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;

-- The totals of sales tax are the sum of the view booking_tax_totals. Runs when a booking is deleted.
CREATE TRIGGER totals_booking_tax_delete AFTER DELETE ON bookings
BEGIN
  INSERT INTO totals (name, value)
  SELECT name, sum(value) FROM (SELECT id, name, sign * (CASE name
      WHEN 'payments_succeeded_tax' THEN (2 * paid * tax + total) / (2 * total)
      ELSE (2 * paid * tax + total) / (2 * total) - (2 * max(0, paid - refunded) * tax + total) / (2 * total) END) AS value
  FROM (
    SELECT id, sign, paid, refunded,
      (SELECT sum(value ->> 'amount') FROM json_each(lines) WHERE value ->> 'type' = 'tax') AS tax,
      (SELECT sum(value ->> 'amount') FROM json_each(lines)) AS total
    FROM (SELECT OLD.id AS id, -1 AS sign, OLD.paid_amount AS paid, coalesce(OLD.refund_amount, 0) AS refunded, coalesce(OLD.final_price_lines, OLD.quote -> '$.lines') AS lines)
    WHERE lines IS NOT NULL)
  JOIN (SELECT 'payments_succeeded_tax' AS name UNION ALL SELECT 'refunds_succeeded_tax')
  WHERE tax > 0 AND total > 0)
  WHERE true GROUP BY name
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;

-- A booking has the reason 'unit_out_of_service' exactly while the view bookings_with_unit_out lists it. Runs when
-- the status of the booking or the place of its unit changes.
CREATE TRIGGER attention_unit_needed AFTER UPDATE OF status, site_status ON bookings
WHEN NEW.status <> OLD.status OR NEW.site_status <> OLD.site_status
BEGIN
  DELETE FROM attention WHERE reason = 'unit_out_of_service' AND booking_id = NEW.id
    AND NOT EXISTS (SELECT 1 FROM bookings_with_unit_out o WHERE o.booking_id = attention.booking_id);
  INSERT OR IGNORE INTO attention (booking_id, reason, created_at)
  SELECT booking_id, 'unit_out_of_service', since FROM bookings_with_unit_out WHERE booking_id = NEW.id;
END;

-- Links for booking again belong to the e-mail address that they were sent to: another address of the booking
-- deletes them.
CREATE TRIGGER `repeat_links_other_address` AFTER UPDATE OF `email` ON `bookings`
WHEN lower(trim(OLD.email)) IS NOT lower(trim(NEW.email))
BEGIN
  DELETE FROM repeat_links WHERE booking_id = OLD.id;
END;
