-- Generated from worker/base/db/triggers, the source (CONTRIBUTING, Migrations).
-- bookings.needs_attention is the most urgent of the booking's rows in attention, in the order of ATTENTION_REASONS
-- (domain/rental/bookings.ts). Runs when a reason is added.
CREATE TRIGGER attention_added AFTER INSERT ON attention
BEGIN
  UPDATE bookings SET needs_attention = (
    SELECT reason FROM attention WHERE booking_id = NEW.booking_id
    ORDER BY CASE reason WHEN 'payment_mismatch' THEN 1 WHEN 'no_unit' THEN 2 WHEN 'unit_out_of_service' THEN 3 WHEN 'unit_not_back' THEN 4 WHEN 'attempted' THEN 5 WHEN 'permit' THEN 6 ELSE 7 END
    LIMIT 1)
  WHERE id = NEW.booking_id;
END;
--> statement-breakpoint
-- bookings.needs_attention is the most urgent of the booking's rows in attention, or null. Runs when a reason is
-- removed.
CREATE TRIGGER attention_removed AFTER DELETE ON attention
BEGIN
  UPDATE bookings SET needs_attention = (
    SELECT reason FROM attention WHERE booking_id = OLD.booking_id
    ORDER BY CASE reason WHEN 'payment_mismatch' THEN 1 WHEN 'no_unit' THEN 2 WHEN 'unit_out_of_service' THEN 3 WHEN 'unit_not_back' THEN 4 WHEN 'attempted' THEN 5 WHEN 'permit' THEN 6 ELSE 7 END
    LIMIT 1)
  WHERE id = OLD.booking_id;
END;
--> statement-breakpoint
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
--> statement-breakpoint
-- Every booking is in the search indexes with the text of the view booking_words. Runs when a booking is added.
CREATE TRIGGER bookings_search_insert AFTER INSERT ON bookings
BEGIN
  INSERT INTO bookings_search (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.id;
  INSERT INTO bookings_words (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.id;
END;
--> statement-breakpoint
-- A deleted booking is in no search index.
CREATE TRIGGER bookings_search_delete AFTER DELETE ON bookings
BEGIN
  DELETE FROM bookings_search WHERE rowid = OLD.id;
  DELETE FROM bookings_words WHERE rowid = OLD.id;
END;
--> statement-breakpoint
-- The totals of bookings, in all and by status, are the sum of the view booking_totals. Runs when a booking is
-- added.
CREATE TRIGGER totals_booking_insert AFTER INSERT ON bookings
BEGIN
  INSERT INTO totals (name, value) SELECT name, value FROM booking_totals WHERE id = NEW.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
-- The totals of bookings are the sum of the view booking_totals. Before a change, the booking's old part is
-- subtracted.
CREATE TRIGGER totals_booking_before_update BEFORE UPDATE OF id, status ON bookings
BEGIN
  INSERT INTO totals (name, value) SELECT name, -value FROM booking_totals WHERE id = OLD.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
-- The totals of bookings are the sum of the view booking_totals. After a change, the booking's new part is added.
CREATE TRIGGER totals_booking_after_update AFTER UPDATE OF id, status ON bookings
BEGIN
  INSERT INTO totals (name, value) SELECT name, value FROM booking_totals WHERE id = NEW.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
-- The totals of bookings are the sum of the view booking_totals. Runs when a booking is deleted.
CREATE TRIGGER totals_booking_delete BEFORE DELETE ON bookings
BEGIN
  INSERT INTO totals (name, value) SELECT name, -value FROM booking_totals WHERE id = OLD.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
-- The lines of a final price add up to it. A change of either that breaks this is refused.
CREATE TRIGGER bookings_final_price_lines BEFORE UPDATE OF final_price, final_price_lines ON bookings
WHEN NEW.final_price_lines IS NOT NULL AND NEW.final_price IS NOT (
  SELECT sum(value ->> 'amount') FROM json_each(NEW.final_price_lines))
BEGIN
  SELECT RAISE(ABORT, 'bookings_final_price_lines');
END;
--> statement-breakpoint
-- The lines of a final price add up to it when the booking is added.
CREATE TRIGGER bookings_final_price_lines_inserted BEFORE INSERT ON bookings
WHEN NEW.final_price_lines IS NOT NULL AND NEW.final_price IS NOT (
  SELECT sum(value ->> 'amount') FROM json_each(NEW.final_price_lines))
BEGIN
  SELECT RAISE(ABORT, 'bookings_final_price_lines');
END;
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
-- The client of a new booking is its contact key, or the key that this one is merged into (client_aliases).
CREATE TRIGGER bookings_client_key_insert AFTER INSERT ON bookings WHEN NEW.contact_key IS NOT NULL
BEGIN
  UPDATE bookings SET client_key = coalesce(
    (SELECT client_key FROM client_aliases WHERE alias_key = NEW.contact_key), NEW.contact_key)
  WHERE id = NEW.id;
END;
--> statement-breakpoint
-- When the e-mail address or phone number of a booking changes its contact key, its client follows: the key, or the
-- key that this one is merged into (client_aliases).
CREATE TRIGGER bookings_client_key_update AFTER UPDATE OF email, phone ON bookings
WHEN NEW.contact_key IS NOT OLD.contact_key
BEGIN
  UPDATE bookings SET client_key = coalesce(
    (SELECT client_key FROM client_aliases WHERE alias_key = NEW.contact_key), NEW.contact_key)
  WHERE id = NEW.id;
END;
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
-- The jobs of a booking follow its status: cancelled with it, done or open with it. Of several cancelled jobs of a
-- type the last one is restored; the pickup of a unit that is at the customer stays.
CREATE TRIGGER bookings_jobs_status AFTER UPDATE OF status ON bookings
WHEN NEW.status <> OLD.status AND (NEW.status IN ('cancelled', 'completed') OR OLD.status IN ('cancelled', 'completed'))
BEGIN
  UPDATE jobs SET
    status = CASE NEW.status WHEN 'cancelled' THEN 'cancelled' WHEN 'completed' THEN 'done' ELSE 'open' END,
    version = version + 1
  WHERE booking_id = NEW.id
    AND (NEW.status = 'cancelled' OR type IN ('delivery', 'final_pickup'))
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
--> statement-breakpoint
-- The agreed pickup day of a new booking is its pickup day.
CREATE TRIGGER bookings_agreed_pickup AFTER INSERT ON bookings WHEN NEW.agreed_pickup_day = ''
BEGIN
  UPDATE bookings SET agreed_pickup_day = pickup_day WHERE id = NEW.id;
END;
--> statement-breakpoint
-- A new last day is a new agreement: its pickup day is the agreed one, and what was recorded about a late pickup
-- before no longer applies.
CREATE TRIGGER bookings_agreed_again AFTER UPDATE OF end_date ON bookings
WHEN NEW.end_date <> OLD.end_date OR (NEW.pickup_day <> OLD.pickup_day AND NEW.site_status = 'not_delivered')
BEGIN
  UPDATE bookings SET agreed_pickup_day = NEW.pickup_day, pickup_asked_day = NULL, kept_days_removed = NULL
  WHERE id = NEW.id;
END;
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
-- Links for booking again belong to the e-mail address that they were sent to: another address of the booking
-- deletes them.
CREATE TRIGGER `repeat_links_other_address` AFTER UPDATE OF `email` ON `bookings`
WHEN lower(trim(OLD.email)) IS NOT lower(trim(NEW.email))
BEGIN
  DELETE FROM repeat_links WHERE booking_id = OLD.id;
END;
--> statement-breakpoint
-- An order is for 1 to 5 dumpsters.
CREATE TRIGGER checkout_revisions_quantity BEFORE INSERT ON checkout_revisions WHEN NEW.quantity NOT BETWEEN 1 AND 5
BEGIN
  SELECT RAISE(ABORT, 'quantity_out_of_range');
END;
--> statement-breakpoint
-- The number of dumpsters of a revision never changes: another number is another revision.
CREATE TRIGGER checkout_revisions_quantity_fixed BEFORE UPDATE OF quantity ON checkout_revisions
WHEN NEW.quantity <> OLD.quantity
BEGIN
  SELECT RAISE(ABORT, 'quantity_is_fixed');
END;
--> statement-breakpoint
-- Only an open checkout has a client secret: it is cleared when the checkout is paid or expires.
CREATE TRIGGER checkouts_finished_without_secret AFTER UPDATE ON checkouts
WHEN NEW.state <> 'open' AND NEW.client_secret IS NOT NULL
BEGIN
  UPDATE checkouts SET client_secret = NULL WHERE id = NEW.id;
END;
--> statement-breakpoint
-- Only an open checkout has jobs of its own: they are deleted when it is paid or expires.
CREATE TRIGGER checkouts_release_jobs AFTER UPDATE OF state ON checkouts WHEN NEW.state <> 'open'
BEGIN
  DELETE FROM jobs WHERE checkout_id = NEW.id;
END;
--> statement-breakpoint
-- A payment for several dumpsters becomes all of its bookings or none.
CREATE TRIGGER checkouts_paid_whole BEFORE UPDATE OF state ON checkouts
WHEN NEW.state = 'paid' AND EXISTS (
  SELECT 1 FROM checkout_revisions AS r
  WHERE r.checkout_id = NEW.id AND r.revision = NEW.current_revision AND r.quantity > 1 AND r.quantity <> (
    SELECT count(*) FROM bookings WHERE stripe_payment_intent_id IN (
      NEW.stripe_payment_intent_id, NEW.stripe_payment_intent_id || '.2', NEW.stripe_payment_intent_id || '.3',
      NEW.stripe_payment_intent_id || '.4', NEW.stripe_payment_intent_id || '.5'))
)
BEGIN
  SELECT RAISE(ABORT, 'order_incomplete');
END;
--> statement-breakpoint
-- A merged client belongs to a client that is not merged itself, and not to itself.
CREATE TRIGGER client_aliases_before_insert BEFORE INSERT ON client_aliases
BEGIN
  SELECT RAISE(ABORT, 'client_is_its_own_alias') WHERE NEW.alias_key = NEW.client_key;
  SELECT RAISE(ABORT, 'client_alias_chain') WHERE EXISTS (
    SELECT 1 FROM client_aliases WHERE alias_key = NEW.client_key OR client_key = NEW.alias_key);
END;
--> statement-breakpoint
-- A merged client keeps its key, and can move only to a client that is not merged itself.
CREATE TRIGGER client_aliases_before_update BEFORE UPDATE OF alias_key, client_key ON client_aliases
BEGIN
  SELECT RAISE(ABORT, 'client_alias_is_fixed') WHERE NEW.alias_key <> OLD.alias_key;
  SELECT RAISE(ABORT, 'client_is_its_own_alias') WHERE NEW.alias_key = NEW.client_key;
  SELECT RAISE(ABORT, 'client_alias_chain') WHERE EXISTS (
    SELECT 1 FROM client_aliases WHERE alias_key = NEW.client_key);
END;
--> statement-breakpoint
-- When a client is merged, its bookings belong to the other client, and the search indexes have the keys of both.
CREATE TRIGGER client_aliases_insert AFTER INSERT ON client_aliases
BEGIN
  UPDATE bookings SET client_key = NEW.client_key WHERE client_key = NEW.alias_key;
  DELETE FROM clients_search WHERE rowid IN (SELECT place FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (NEW.client_key)));
  INSERT INTO clients_search (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (NEW.client_key));
  DELETE FROM clients_words WHERE rowid IN (SELECT place FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (NEW.client_key)));
  INSERT INTO clients_words (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (NEW.client_key));
END;
--> statement-breakpoint
-- When a merged client moves to another client, its bookings follow, and the search indexes have the keys of each
-- client.
CREATE TRIGGER client_aliases_update AFTER UPDATE OF client_key ON client_aliases
BEGIN
  UPDATE bookings SET client_key = NEW.client_key WHERE client_key = OLD.client_key AND contact_key = NEW.alias_key;
  DELETE FROM clients_search WHERE rowid IN (SELECT place FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (OLD.client_key, NEW.client_key)));
  INSERT INTO clients_search (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (OLD.client_key, NEW.client_key));
  DELETE FROM clients_words WHERE rowid IN (SELECT place FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (OLD.client_key, NEW.client_key)));
  INSERT INTO clients_words (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (OLD.client_key, NEW.client_key));
END;
--> statement-breakpoint
-- When a merge is undone, the bookings belong to their own client again, and the search indexes no longer have the
-- key at the other client.
CREATE TRIGGER client_aliases_delete AFTER DELETE ON client_aliases
BEGIN
  UPDATE bookings SET client_key = OLD.alias_key WHERE client_key = OLD.client_key AND contact_key = OLD.alias_key;
  DELETE FROM clients_search WHERE rowid IN (SELECT place FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (OLD.client_key)));
  INSERT INTO clients_search (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (OLD.client_key));
  DELETE FROM clients_words WHERE rowid IN (SELECT place FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (OLD.client_key)));
  INSERT INTO clients_words (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (OLD.client_key));
END;
--> statement-breakpoint
-- Every client is in the search indexes with the text of the view client_words. Runs when a client is added.
CREATE TRIGGER clients_search_insert AFTER INSERT ON clients
BEGIN
  INSERT INTO clients_search (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id = NEW.id;
  INSERT INTO clients_words (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id = NEW.id;
END;
--> statement-breakpoint
-- The search indexes have the current text of each client (view client_words). Before a change, the entry at the old
-- place is deleted.
CREATE TRIGGER clients_search_before_update BEFORE UPDATE OF first_name, last_name, phone, city, last_delivery_date ON clients
WHEN NEW.first_name <> OLD.first_name OR NEW.last_name <> OLD.last_name OR NEW.phone <> OLD.phone OR NEW.city <> OLD.city
  OR NEW.last_delivery_date <> OLD.last_delivery_date
BEGIN
  DELETE FROM clients_search WHERE rowid = (SELECT place FROM client_words WHERE id = OLD.id);
  DELETE FROM clients_words WHERE rowid = (SELECT place FROM client_words WHERE id = OLD.id);
END;
--> statement-breakpoint
-- The search indexes have the current text of each client (view client_words). After a change, the entry at the new
-- place is written.
CREATE TRIGGER clients_search_after_update AFTER UPDATE OF first_name, last_name, phone, city, last_delivery_date ON clients
WHEN NEW.first_name <> OLD.first_name OR NEW.last_name <> OLD.last_name OR NEW.phone <> OLD.phone OR NEW.city <> OLD.city
  OR NEW.last_delivery_date <> OLD.last_delivery_date
BEGIN
  INSERT INTO clients_search (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id = NEW.id;
  INSERT INTO clients_words (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id = NEW.id;
END;
--> statement-breakpoint
-- A deleted client is in no search index.
CREATE TRIGGER clients_search_delete BEFORE DELETE ON clients
BEGIN
  DELETE FROM clients_search WHERE rowid = (SELECT place FROM client_words WHERE id = OLD.id);
  DELETE FROM clients_words WHERE rowid = (SELECT place FROM client_words WHERE id = OLD.id);
END;
--> statement-breakpoint
-- The total 'clients' is the number of clients. Runs when a client is added.
CREATE TRIGGER totals_client_insert AFTER INSERT ON clients
BEGIN
  INSERT INTO totals (name, value) VALUES ('clients', 1)
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
-- The total 'clients' is the number of clients. Runs when a client is deleted.
CREATE TRIGGER totals_client_delete AFTER DELETE ON clients
BEGIN
  UPDATE totals SET value = value - 1 WHERE name = 'clients';
END;
--> statement-breakpoint
-- The facts of a driver's action never change. The result changes when an approval decides, and a removal of
-- personal data empties the payload.
CREATE TRIGGER driver_actions_facts BEFORE UPDATE OF id, driver_id, stop_id, type, device_time, corrected_time, received_at ON driver_actions
BEGIN
  SELECT RAISE(ABORT, 'driver_action_kept');
END;
--> statement-breakpoint
-- A driver's action is never deleted.
CREATE TRIGGER driver_actions_no_delete BEFORE DELETE ON driver_actions
BEGIN
  SELECT RAISE(ABORT, 'driver_action_kept');
END;
--> statement-breakpoint
-- The facts of a conflict never change: only its decision is written.
CREATE TRIGGER driver_conflicts_facts BEFORE UPDATE OF id, action_id, photo_id, kind, stop_id, booking_id, message, created_at ON driver_conflicts
BEGIN
  SELECT RAISE(ABORT, 'driver_conflict_kept');
END;
--> statement-breakpoint
-- A conflict is decided once.
CREATE TRIGGER driver_conflicts_decided_once BEFORE UPDATE OF decided_at, decided_by ON driver_conflicts WHEN OLD.decided_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'driver_conflict_kept');
END;
--> statement-breakpoint
-- A conflict is never deleted.
CREATE TRIGGER driver_conflicts_no_delete BEFORE DELETE ON driver_conflicts
BEGIN
  SELECT RAISE(ABORT, 'driver_conflict_kept');
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
-- A stop never changes its route, job, booking or type.
CREATE TRIGGER driver_route_stops_route BEFORE UPDATE OF route_id, job_id, booking_id, stop_type ON driver_route_stops
WHEN NEW.route_id <> OLD.route_id OR NEW.job_id IS NOT OLD.job_id OR NEW.booking_id IS NOT OLD.booking_id OR NEW.stop_type <> OLD.stop_type
BEGIN
  SELECT RAISE(ABORT, 'stop_facts');
END;
--> statement-breakpoint
-- An open job is planned when a route gets a stop for it.
CREATE TRIGGER driver_route_stops_plan AFTER INSERT ON driver_route_stops
WHEN NEW.job_id IS NOT NULL AND NEW.removed_at IS NULL AND NEW.status = 'pending'
BEGIN
  UPDATE jobs SET status = 'planned', version = version + 1 WHERE id = NEW.job_id AND status = 'open';
END;
--> statement-breakpoint
-- A job is open again when its stop is taken off the route before it is done.
CREATE TRIGGER driver_route_stops_take_off AFTER UPDATE OF removed_at ON driver_route_stops
WHEN NEW.job_id IS NOT NULL AND NEW.removed_at IS NOT NULL AND OLD.removed_at IS NULL AND OLD.status IN ('pending', 'in_transit')
BEGIN
  UPDATE jobs SET status = 'open', version = version + 1
  WHERE id = NEW.job_id AND status IN ('planned', 'in_progress');
END;
--> statement-breakpoint
-- A job is open again when its stop is deleted before it is done.
CREATE TRIGGER driver_route_stops_delete AFTER DELETE ON driver_route_stops
WHEN OLD.job_id IS NOT NULL AND OLD.removed_at IS NULL AND OLD.status IN ('pending', 'in_transit')
BEGIN
  UPDATE jobs SET status = 'open', version = version + 1
  WHERE id = OLD.job_id AND status IN ('planned', 'in_progress');
END;
--> statement-breakpoint
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
-- An open job is planned again when its stop comes back with the removed route.
CREATE TRIGGER driver_route_stops_restore AFTER UPDATE OF removed_at ON driver_route_stops
WHEN NEW.job_id IS NOT NULL AND NEW.removed_at IS NULL AND OLD.removed_at IS NOT NULL AND NEW.status = 'pending'
BEGIN
  UPDATE jobs SET status = 'planned', version = version + 1 WHERE id = NEW.job_id AND status = 'open';
END;
--> statement-breakpoint
-- Every change of a route increments its version, so a batch that begins with the next version is whole or absent.
CREATE TRIGGER driver_routes_next_version BEFORE UPDATE OF version ON driver_routes WHEN NEW.version <> OLD.version + 1
BEGIN
  SELECT RAISE(ABORT, 'route_version');
END;
--> statement-breakpoint
-- A dump ticket is evidence: it is never deleted.
CREATE TRIGGER dump_fees_no_delete BEFORE DELETE ON dump_fees
BEGIN
  SELECT RAISE(ABORT, 'dump_fees_are_voided_only');
END;
--> statement-breakpoint
-- A wrong dump ticket is voided, once and with the user who does it. No other column ever changes.
CREATE TRIGGER dump_fees_no_update BEFORE UPDATE ON dump_fees
WHEN OLD.voided_at IS NOT NULL OR NEW.voided_at IS NULL OR NEW.voided_by IS NULL
  OR NEW.id <> OLD.id OR NEW.booking_id <> OLD.booking_id OR NEW.weight <> OLD.weight
  OR NEW.dump_location <> OLD.dump_location OR NEW.dump_date <> OLD.dump_date
  OR NEW.fee_amount <> OLD.fee_amount OR NEW.notes IS NOT OLD.notes
  OR NEW.created_at <> OLD.created_at OR NEW.created_by IS NOT OLD.created_by
BEGIN
  SELECT RAISE(ABORT, 'dump_fees_are_voided_only');
END;
--> statement-breakpoint
-- A dump ticket is never replaced: INSERT OR REPLACE deletes the old row without firing its DELETE trigger.
CREATE TRIGGER dump_fees_no_replace BEFORE INSERT ON dump_fees
WHEN EXISTS (SELECT 1 FROM dump_fees WHERE id = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'dump_fees_are_voided_only');
END;
--> statement-breakpoint
-- The number of a dump ticket never changes.
CREATE TRIGGER dump_fees_ticket_no_update BEFORE UPDATE OF ticket_number ON dump_fees
WHEN NEW.ticket_number IS NOT OLD.ticket_number
BEGIN
  SELECT RAISE(ABORT, 'dump_fees_are_voided_only');
END;
--> statement-breakpoint
-- The search indexes find a booking by the numbers of its dump tickets. Runs when a ticket is added.
CREATE TRIGGER bookings_search_ticket_added AFTER INSERT ON dump_fees WHEN NEW.ticket_number IS NOT NULL
BEGIN
  DELETE FROM bookings_search WHERE rowid = NEW.booking_id;
  DELETE FROM bookings_words WHERE rowid = NEW.booking_id;
  INSERT INTO bookings_search (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.booking_id;
  INSERT INTO bookings_words (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.booking_id;
END;
--> statement-breakpoint
-- The search indexes do not find a booking by the number of a voided dump ticket.
CREATE TRIGGER bookings_search_ticket_voided AFTER UPDATE OF voided_at ON dump_fees WHEN NEW.ticket_number IS NOT NULL
BEGIN
  DELETE FROM bookings_search WHERE rowid = NEW.booking_id;
  DELETE FROM bookings_words WHERE rowid = NEW.booking_id;
  INSERT INTO bookings_search (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.booking_id;
  INSERT INTO bookings_words (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.booking_id;
END;
--> statement-breakpoint
-- The driver's action and the load of a dump ticket never change.
CREATE TRIGGER dump_fees_load_no_update BEFORE UPDATE OF action_id, load_stop_id ON dump_fees
WHEN NEW.action_id IS NOT OLD.action_id OR NEW.load_stop_id IS NOT OLD.load_stop_id
BEGIN
  SELECT RAISE(ABORT, 'dump_fees_are_voided_only');
END;
--> statement-breakpoint
-- The search indexes find a booking by the numbers of its units. Runs when it gets a unit.
CREATE TRIGGER bookings_search_unit_taken AFTER INSERT ON dumpster_schedule WHEN NEW.booking_id IS NOT NULL
BEGIN
  DELETE FROM bookings_search WHERE rowid = NEW.booking_id;
  DELETE FROM bookings_words WHERE rowid = NEW.booking_id;
  INSERT INTO bookings_search (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.booking_id;
  INSERT INTO bookings_words (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.booking_id;
END;
--> statement-breakpoint
-- The search indexes find a booking by the numbers of its units. Runs when its unit changes.
CREATE TRIGGER bookings_search_unit_changed AFTER UPDATE OF dumpster_id, booking_id ON dumpster_schedule
WHEN OLD.dumpster_id <> NEW.dumpster_id OR OLD.booking_id IS NOT NEW.booking_id
BEGIN
  DELETE FROM bookings_search WHERE rowid IN (OLD.booking_id, NEW.booking_id);
  DELETE FROM bookings_words WHERE rowid IN (OLD.booking_id, NEW.booking_id);
  INSERT INTO bookings_search (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id IN (OLD.booking_id, NEW.booking_id);
  INSERT INTO bookings_words (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id IN (OLD.booking_id, NEW.booking_id);
END;
--> statement-breakpoint
-- The search indexes do not find a booking by the number of a unit that it no longer has.
CREATE TRIGGER bookings_search_unit_released AFTER DELETE ON dumpster_schedule WHEN OLD.booking_id IS NOT NULL
BEGIN
  DELETE FROM bookings_search WHERE rowid = OLD.booking_id;
  DELETE FROM bookings_words WHERE rowid = OLD.booking_id;
  INSERT INTO bookings_search (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = OLD.booking_id;
  INSERT INTO bookings_words (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = OLD.booking_id;
END;
--> statement-breakpoint
-- 'unit_not_back' ends when the booking gets another unit.
CREATE TRIGGER attention_unit_replaced AFTER UPDATE OF dumpster_id ON dumpster_schedule
WHEN NEW.booking_id IS NOT NULL AND NEW.dumpster_id <> OLD.dumpster_id
BEGIN
  DELETE FROM attention WHERE reason = 'unit_not_back' AND booking_id = NEW.booking_id;
END;
--> statement-breakpoint
-- 'unit_not_back' ends when the booking no longer has the unit.
CREATE TRIGGER attention_unit_released AFTER DELETE ON dumpster_schedule WHEN OLD.booking_id IS NOT NULL
BEGIN
  DELETE FROM attention WHERE reason = 'unit_not_back' AND booking_id = OLD.booking_id;
END;
--> statement-breakpoint
-- A booking has the reason 'unit_out_of_service' exactly while the view bookings_with_unit_out lists it. Runs when
-- it gets a unit.
CREATE TRIGGER attention_unit_taken AFTER INSERT ON dumpster_schedule WHEN NEW.booking_id IS NOT NULL
BEGIN
  DELETE FROM attention WHERE reason = 'unit_out_of_service' AND booking_id = NEW.booking_id
    AND NOT EXISTS (SELECT 1 FROM bookings_with_unit_out o WHERE o.booking_id = attention.booking_id);
  INSERT OR IGNORE INTO attention (booking_id, reason, created_at)
  SELECT booking_id, 'unit_out_of_service', since FROM bookings_with_unit_out WHERE booking_id = NEW.booking_id;
END;
--> statement-breakpoint
-- A booking has the reason 'unit_out_of_service' exactly while the view bookings_with_unit_out lists it. Runs when
-- its unit changes.
CREATE TRIGGER attention_unit_changed AFTER UPDATE OF dumpster_id, booking_id, role ON dumpster_schedule
WHEN NEW.booking_id IS NOT NULL OR OLD.booking_id IS NOT NULL
BEGIN
  DELETE FROM attention WHERE reason = 'unit_out_of_service' AND booking_id IN (NEW.booking_id, OLD.booking_id)
    AND NOT EXISTS (SELECT 1 FROM bookings_with_unit_out o WHERE o.booking_id = attention.booking_id);
  INSERT OR IGNORE INTO attention (booking_id, reason, created_at)
  SELECT booking_id, 'unit_out_of_service', since FROM bookings_with_unit_out WHERE booking_id IN (NEW.booking_id, OLD.booking_id);
END;
--> statement-breakpoint
-- A booking has the reason 'unit_out_of_service' exactly while the view bookings_with_unit_out lists it. Runs when
-- it loses its unit.
CREATE TRIGGER attention_unit_left AFTER DELETE ON dumpster_schedule WHEN OLD.booking_id IS NOT NULL
BEGIN
  DELETE FROM attention WHERE reason = 'unit_out_of_service' AND booking_id = OLD.booking_id
    AND NOT EXISTS (SELECT 1 FROM bookings_with_unit_out o WHERE o.booking_id = attention.booking_id);
  INSERT OR IGNORE INTO attention (booking_id, reason, created_at)
  SELECT booking_id, 'unit_out_of_service', since FROM bookings_with_unit_out WHERE booking_id = OLD.booking_id;
END;
--> statement-breakpoint
-- Two rows of one unit never share a day. The revisions of one checkout may overlap, because a changed revision
-- replaces the earlier one.
CREATE TRIGGER dumpster_schedule_no_overlap_insert
BEFORE INSERT ON dumpster_schedule
WHEN EXISTS (
  SELECT 1 FROM dumpster_schedule AS taken
  WHERE taken.dumpster_id = NEW.dumpster_id
    AND taken.end_date >= NEW.start_date
    AND taken.start_date <= NEW.end_date
    AND (taken.checkout_id IS NULL OR NEW.checkout_id IS NULL OR taken.checkout_id <> NEW.checkout_id
      OR taken.revision = NEW.revision)
)
BEGIN
  SELECT RAISE(ABORT, 'dumpster_overlap');
END;
--> statement-breakpoint
-- A row of the schedule never moves to days that another row of its unit has, except to those of another revision of
-- its checkout.
CREATE TRIGGER dumpster_schedule_no_overlap_update
BEFORE UPDATE OF dumpster_id, booking_id, checkout_id, revision, start_date, end_date ON dumpster_schedule
WHEN EXISTS (
  SELECT 1 FROM dumpster_schedule AS taken
  WHERE taken.id <> NEW.id
    AND taken.dumpster_id = NEW.dumpster_id
    AND taken.end_date >= NEW.start_date
    AND taken.start_date <= NEW.end_date
    AND (taken.checkout_id IS NULL OR NEW.checkout_id IS NULL OR taken.checkout_id <> NEW.checkout_id
      OR taken.revision = NEW.revision)
)
BEGIN
  SELECT RAISE(ABORT, 'dumpster_overlap');
END;
--> statement-breakpoint
-- A checkout has jobs only while it holds days: they are deleted with the hold.
CREATE TRIGGER dumpster_schedule_release_jobs AFTER DELETE ON dumpster_schedule WHEN OLD.checkout_id IS NOT NULL
BEGIN
  DELETE FROM jobs WHERE checkout_id = OLD.checkout_id AND revision = OLD.revision AND item = OLD.item;
END;
--> statement-breakpoint
-- A dumpster size that was published is never deleted, so its id is never used again.
CREATE TRIGGER dumpster_sizes_no_delete BEFORE DELETE ON dumpster_sizes
WHEN EXISTS (
  SELECT 1 FROM rate_cards, json_each(rate_cards.snapshot, '$.dumpsterSizes') AS entry
  WHERE json_extract(entry.value, '$.id') = OLD.id
)
BEGIN
  SELECT RAISE(ABORT, 'dumpster_sizes_no_delete');
END;
--> statement-breakpoint
-- The search indexes find a booking by the current numbers of its units.
CREATE TRIGGER bookings_search_unit_renamed AFTER UPDATE OF dumpster_number ON dumpsters
WHEN OLD.dumpster_number <> NEW.dumpster_number
BEGIN
  DELETE FROM bookings_search WHERE rowid IN (SELECT booking_id FROM dumpster_schedule WHERE dumpster_id = NEW.id);
  DELETE FROM bookings_words WHERE rowid IN (SELECT booking_id FROM dumpster_schedule WHERE dumpster_id = NEW.id);
  INSERT INTO bookings_search (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id IN (SELECT booking_id FROM dumpster_schedule WHERE dumpster_id = NEW.id);
  INSERT INTO bookings_words (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id IN (SELECT booking_id FROM dumpster_schedule WHERE dumpster_id = NEW.id);
END;
--> statement-breakpoint
-- A booking has the reason 'unit_out_of_service' exactly while the view bookings_with_unit_out lists it. Runs when
-- its unit goes out of service or comes back.
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
-- A place that staff set on the map is replaced only by another place that staff set.
CREATE TRIGGER geocodes_manual BEFORE UPDATE ON geocodes WHEN OLD.precision = 'manual' AND NEW.precision <> 'manual'
BEGIN
  SELECT RAISE(ABORT, 'geocode_manual');
END;
--> statement-breakpoint
-- A row of the history is never deleted.
CREATE TRIGGER history_no_delete BEFORE DELETE ON history
BEGIN
  SELECT RAISE(ABORT, 'history_is_append_only');
END;
--> statement-breakpoint
-- A row of the history never changes. Only a removal of personal data changes what a booking's row says.
CREATE TRIGGER history_no_update BEFORE UPDATE ON history
WHEN NOT EXISTS (SELECT 1 FROM removals WHERE finished_at IS NULL)
  OR NEW.id <> OLD.id OR NEW.subject <> OLD.subject OR NEW.subject <> 'booking' OR NEW.subject_id <> OLD.subject_id
  OR NEW.version IS NOT OLD.version OR NEW.action <> OLD.action OR NEW.actor_type <> OLD.actor_type
  OR NEW.actor_id IS NOT OLD.actor_id OR NEW.actor_name <> OLD.actor_name
  OR NEW.transaction_id IS NOT OLD.transaction_id OR NEW.created_at <> OLD.created_at
BEGIN
  SELECT RAISE(ABORT, 'history_is_append_only');
END;
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
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
-- A job that staff cancelled alone stays cancelled: a change of its status is ignored.
CREATE TRIGGER jobs_withdrawn BEFORE UPDATE OF status ON jobs
WHEN OLD.withdrawn_at IS NOT NULL AND NEW.status <> 'cancelled'
BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
-- Only the charge of a job that staff cancelled is a cancellation fee, and it stays one.
CREATE TRIGGER jobs_charge_kept BEFORE UPDATE OF charge_kept_at ON jobs
WHEN NEW.charge_kept_at IS NOT OLD.charge_kept_at AND (
  OLD.charge_kept_at IS NOT NULL OR NEW.withdrawn_at IS NULL
  OR NOT EXISTS (SELECT 1 FROM price_additions WHERE job_id = NEW.id AND voided_at IS NULL))
BEGIN
  SELECT RAISE(ABORT, 'jobs_charge_kept');
END;
--> statement-breakpoint
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
--> statement-breakpoint
-- A material that was published is never deleted, so its id is never used again.
CREATE TRIGGER materials_no_delete BEFORE DELETE ON materials
WHEN EXISTS (
  SELECT 1 FROM rate_cards, json_each(rate_cards.snapshot, '$.materials') AS entry
  WHERE json_extract(entry.value, '$.id') = OLD.id
)
BEGIN
  SELECT RAISE(ABORT, 'materials_no_delete');
END;
--> statement-breakpoint
-- A message is never deleted.
CREATE TRIGGER messages_no_delete BEFORE DELETE ON messages
BEGIN
  SELECT RAISE(ABORT, 'messages_are_append_only');
END;
--> statement-breakpoint
-- A message never changes. Only a removal of personal data empties its content.
CREATE TRIGGER messages_no_update BEFORE UPDATE ON messages
WHEN (OLD.booking_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM removals WHERE finished_at IS NULL))
  OR NEW.content <> ''
  OR NEW.id <> OLD.id OR NEW.booking_id IS NOT OLD.booking_id OR NEW.from_user_id IS NOT OLD.from_user_id
  OR NEW.to_user_id IS NOT OLD.to_user_id OR NEW.is_read <> OLD.is_read
  OR NEW.idempotency_key IS NOT OLD.idempotency_key OR NEW.created_at <> OLD.created_at
BEGIN
  SELECT RAISE(ABORT, 'messages_are_append_only');
END;
--> statement-breakpoint
-- No payment link opens while a charge, refund or cancellation of the booking is live.
CREATE TRIGGER pay_links_no_live_operation BEFORE INSERT ON pay_links
WHEN NEW.state = 'open' AND EXISTS (
  SELECT 1 FROM payment_operations
  WHERE booking_id = NEW.booking_id AND state NOT IN ('succeeded', 'failed', 'canceled')
)
BEGIN
  SELECT RAISE(ABORT, 'payment_operation_live');
END;
--> statement-breakpoint
-- The amount of a payment link is at most the balance due.
CREATE TRIGGER pay_links_due BEFORE INSERT ON pay_links
WHEN NEW.state = 'open' AND NOT EXISTS (
  SELECT 1 FROM bookings WHERE id = NEW.booking_id AND NEW.amount <= balance_due
)
BEGIN
  SELECT RAISE(ABORT, 'charge_above_due');
END;
--> statement-breakpoint
-- No charge or refund begins while a payment link of the booking is open.
CREATE TRIGGER payment_operations_no_open_link BEFORE INSERT ON payment_operations
WHEN NEW.kind <> 'cancel' AND EXISTS (
  SELECT 1 FROM pay_links WHERE booking_id = NEW.booking_id AND state = 'open'
)
BEGIN
  SELECT RAISE(ABORT, 'pay_link_open');
END;
--> statement-breakpoint
-- The amount of a charge is at most the balance due.
CREATE TRIGGER payment_operations_charge_due BEFORE INSERT ON payment_operations
WHEN NEW.kind = 'charge' AND NOT EXISTS (
  SELECT 1 FROM bookings WHERE id = NEW.booking_id AND NEW.amount <= balance_due
)
BEGIN
  SELECT RAISE(ABORT, 'charge_above_due');
END;
--> statement-breakpoint
-- An addition to a price is never deleted.
CREATE TRIGGER price_additions_no_delete BEFORE DELETE ON price_additions
BEGIN
  SELECT RAISE(ABORT, 'price_additions_are_voided_only');
END;
--> statement-breakpoint
-- A wrong addition is voided, once and with the user who does it. No other column ever changes, because the history
-- names the row.
CREATE TRIGGER price_additions_no_update BEFORE UPDATE ON price_additions
WHEN OLD.voided_at IS NOT NULL OR NEW.voided_at IS NULL OR NEW.voided_by IS NULL
  OR NEW.id <> OLD.id OR NEW.booking_id <> OLD.booking_id OR NEW.type <> OLD.type
  OR NEW.item_id IS NOT OLD.item_id OR NEW.quantity <> OLD.quantity OR NEW.unit_amount IS NOT OLD.unit_amount
  OR NEW.created_at <> OLD.created_at OR NEW.created_by IS NOT OLD.created_by
BEGIN
  SELECT RAISE(ABORT, 'price_additions_are_voided_only');
END;
--> statement-breakpoint
-- An addition is never replaced: INSERT OR REPLACE deletes the old row without firing its DELETE trigger.
CREATE TRIGGER price_additions_no_replace BEFORE INSERT ON price_additions
WHEN EXISTS (SELECT 1 FROM price_additions WHERE id = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'price_additions_are_voided_only');
END;
--> statement-breakpoint
-- An addition for a job belongs to the booking of that job.
CREATE TRIGGER price_additions_of_job BEFORE INSERT ON price_additions
WHEN NEW.job_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM jobs WHERE id = NEW.job_id AND booking_id = NEW.booking_id)
BEGIN
  SELECT RAISE(ABORT, 'price_additions_of_job');
END;
--> statement-breakpoint
-- The job of an addition never changes.
CREATE TRIGGER price_additions_keep_job BEFORE UPDATE OF job_id ON price_additions
WHEN NEW.job_id IS NOT OLD.job_id
BEGIN
  SELECT RAISE(ABORT, 'price_additions_are_voided_only');
END;
--> statement-breakpoint
-- An addition has one of the types of ADDITION_TYPES. The CHECK of the type treats each unknown type as one without
-- an item.
CREATE TRIGGER price_additions_known_type BEFORE INSERT ON price_additions
WHEN NEW.type NOT IN ('extra_days', 'exchange', 'dump_and_return', 'item', 'overage')
BEGIN
  SELECT RAISE(ABORT, 'price_additions_type');
END;
--> statement-breakpoint
-- A rate card that was published never changes, except that it is superseded.
CREATE TRIGGER rate_cards_no_update BEFORE UPDATE ON rate_cards
WHEN OLD.status <> 'draft' AND NOT (
  OLD.status = 'published' AND NEW.status = 'superseded'
  AND NEW.id = OLD.id AND NEW.snapshot = OLD.snapshot AND NEW.zone_zips = OLD.zone_zips
  AND NEW.note = OLD.note AND NEW.published_at = OLD.published_at AND NEW.published_by IS OLD.published_by
)
BEGIN
  SELECT RAISE(ABORT, 'rate_cards_no_update');
END;
--> statement-breakpoint
-- A rate card that was published is never deleted.
CREATE TRIGGER rate_cards_no_delete BEFORE DELETE ON rate_cards WHEN OLD.status <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'rate_cards_no_delete');
END;
--> statement-breakpoint
-- The total 'reconciliation_issues' is the number of differences from Stripe. Runs when one is found.
CREATE TRIGGER totals_issue_insert AFTER INSERT ON reconciliation_issues
BEGIN
  INSERT INTO totals (name, value) VALUES ('reconciliation_issues', 1)
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
-- The total 'reconciliation_issues' is the number of differences from Stripe. Runs when one is gone.
CREATE TRIGGER totals_issue_delete AFTER DELETE ON reconciliation_issues
BEGIN
  INSERT INTO totals (name, value) VALUES ('reconciliation_issues', -1)
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
-- The refunds of a payment never exceed it. Earlier refunds count unless they failed; a lost dispute that was won on
-- appeal is 'canceled' and does not count.
CREATE TRIGGER refund_parts_paid BEFORE INSERT ON refund_parts
WHEN NEW.amount > coalesce((
  SELECT paid.amount - (
    SELECT coalesce(sum(back.amount), 0) FROM transactions AS back
    WHERE back.payment_id = paid.id AND back.status NOT IN ('failed', 'canceled')
  ) - (
    SELECT coalesce(sum(part.amount), 0) FROM refund_parts AS part
    WHERE part.payment_id = paid.id AND part.state <> 'failed'
      AND NOT EXISTS (SELECT 1 FROM transactions WHERE id = part.refund_id)
  )
  FROM transactions AS paid WHERE paid.id = NEW.payment_id AND paid.status = 'succeeded'
), 0)
BEGIN
  SELECT RAISE(ABORT, 'refund_above_paid');
END;
--> statement-breakpoint
-- A discount is at most its refund, and a refund of a cancelled booking has no discount.
CREATE TRIGGER refund_parts_discount BEFORE INSERT ON refund_parts
WHEN NEW.discount_amount <> 0
BEGIN
  SELECT RAISE(ABORT, 'discount_above_refund') WHERE NEW.discount_amount < 0 OR NEW.discount_amount > NEW.amount;
  SELECT RAISE(ABORT, 'discount_of_cancelled') WHERE EXISTS (
    SELECT 1 FROM payment_operations operation JOIN bookings ON bookings.id = operation.booking_id
    WHERE operation.id = NEW.operation_id AND (bookings.status = 'cancelled' OR operation.kind = 'cancel'));
END;
--> statement-breakpoint
-- A rental period that was published is never deleted, so its id is never used again.
CREATE TRIGGER rental_options_no_delete BEFORE DELETE ON rental_options
WHEN EXISTS (
  SELECT 1 FROM rate_cards, json_each(rate_cards.snapshot, '$.rentalOptions') AS entry
  WHERE json_extract(entry.value, '$.id') = OLD.id
)
BEGIN
  SELECT RAISE(ABORT, 'rental_options_no_delete');
END;
--> statement-breakpoint
-- The length of a rental period that was booked never changes, because the last day of a booking follows from it.
-- The length of the published version is always allowed: a draft can have another one from before the first booking.
CREATE TRIGGER rental_options_days_booked BEFORE UPDATE OF days ON rental_options
WHEN NEW.days <> OLD.days AND (
  EXISTS (SELECT 1 FROM bookings WHERE rental_type = OLD.id)
  OR EXISTS (SELECT 1 FROM checkout_revisions WHERE rental_type = OLD.id)
) AND NOT EXISTS (
  SELECT 1 FROM rate_cards, json_each(rate_cards.snapshot, '$.rentalOptions') AS entry
  WHERE rate_cards.status = 'published' AND json_extract(entry.value, '$.id') = OLD.id
    AND json_extract(entry.value, '$.days') = NEW.days
)
BEGIN
  SELECT RAISE(ABORT, 'rental_options_days_booked');
END;
--> statement-breakpoint
-- A message of a route needs a published route: drivers do not see the others.
CREATE TRIGGER route_messages_published BEFORE INSERT ON route_messages
WHEN (SELECT published_at FROM driver_routes WHERE id = NEW.route_id) IS NULL
BEGIN
  SELECT RAISE(ABORT, 'route_message_published');
END;
--> statement-breakpoint
-- The stop of a message belongs to the route of the message.
CREATE TRIGGER route_messages_stop BEFORE INSERT ON route_messages
WHEN NEW.stop_id IS NOT NULL AND (SELECT route_id FROM driver_route_stops WHERE id = NEW.stop_id) IS NOT NEW.route_id
BEGIN
  SELECT RAISE(ABORT, 'route_message_stop');
END;
--> statement-breakpoint
-- A message about a stop has the booking of the stop, so a removal of the customer's data finds it.
CREATE TRIGGER route_messages_booking BEFORE INSERT ON route_messages
WHEN (SELECT booking_id FROM messages WHERE id = NEW.message_id) IS NOT
  (SELECT booking_id FROM driver_route_stops WHERE id = NEW.stop_id)
BEGIN
  SELECT RAISE(ABORT, 'route_message_booking');
END;
--> statement-breakpoint
-- The route and stop of a message never change.
CREATE TRIGGER route_messages_kept BEFORE UPDATE ON route_messages
BEGIN
  SELECT RAISE(ABORT, 'route_message_kept');
END;
--> statement-breakpoint
-- The route of a message is never deleted from it.
CREATE TRIGGER route_messages_no_delete BEFORE DELETE ON route_messages
BEGIN
  SELECT RAISE(ABORT, 'route_message_kept');
END;
--> statement-breakpoint
-- The record that a stop was published to a driver is never deleted.
CREATE TRIGGER stop_publications_no_delete BEFORE DELETE ON stop_publications
BEGIN
  SELECT RAISE(ABORT, 'stop_publication_kept');
END;
--> statement-breakpoint
-- A version of the terms never changes.
CREATE TRIGGER terms_versions_no_update BEFORE UPDATE ON terms_versions
BEGIN
  SELECT RAISE(ABORT, 'terms_versions_no_update');
END;
--> statement-breakpoint
-- A version of the terms is never deleted.
CREATE TRIGGER terms_versions_no_delete BEFORE DELETE ON terms_versions
BEGIN
  SELECT RAISE(ABORT, 'terms_versions_no_delete');
END;
--> statement-breakpoint
-- transactions.place orders the list and is the rowid in the indexes: the second of created_at, then the first free
-- number of a million in that second.
CREATE TRIGGER transactions_place_insert AFTER INSERT ON transactions
BEGIN
  UPDATE transactions SET place = coalesce(
    (SELECT max(place) + 1 FROM transactions
     WHERE place >= NEW.created_at / 1000 * 1000000 AND place < (NEW.created_at / 1000 + 1) * 1000000),
    NEW.created_at / 1000 * 1000000)
  WHERE id = NEW.id;
END;
--> statement-breakpoint
-- transactions.place follows created_at: a transaction that moves to another second gets the next free number of
-- that second.
CREATE TRIGGER transactions_place_update AFTER UPDATE OF created_at ON transactions
WHEN NEW.created_at / 1000 <> OLD.created_at / 1000
BEGIN
  UPDATE transactions SET place = coalesce(
    (SELECT max(place) + 1 FROM transactions
     WHERE place >= NEW.created_at / 1000 * 1000000 AND place < (NEW.created_at / 1000 + 1) * 1000000),
    NEW.created_at / 1000 * 1000000)
  WHERE id = NEW.id;
END;
--> statement-breakpoint
-- The search indexes have the current text of each transaction (view transaction_words). Setting `place` on a new
-- row fires this trigger, too.
CREATE TRIGGER transactions_search_update
AFTER UPDATE OF id, place, type, status, booking_id, receipt_email, reason ON transactions
BEGIN
  DELETE FROM transactions_search WHERE rowid = OLD.place;
  DELETE FROM transactions_words WHERE rowid = OLD.place;
  INSERT INTO transactions_search (rowid, id, booking, email, reason, terms)
  SELECT * FROM transaction_words WHERE id = NEW.id AND place IS NOT NULL;
  INSERT INTO transactions_words (rowid, id, booking, email, reason, terms)
  SELECT * FROM transaction_words WHERE id = NEW.id AND place IS NOT NULL;
END;
--> statement-breakpoint
-- A deleted transaction is in no search index.
CREATE TRIGGER transactions_search_delete AFTER DELETE ON transactions
BEGIN
  DELETE FROM transactions_search WHERE rowid = OLD.place;
  DELETE FROM transactions_words WHERE rowid = OLD.place;
END;
--> statement-breakpoint
-- The totals of transactions are the sum of the view transaction_totals. Runs when a transaction is added.
CREATE TRIGGER totals_transaction_insert AFTER INSERT ON transactions
BEGIN
  INSERT INTO totals (name, value) SELECT name, value FROM transaction_totals WHERE id = NEW.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
-- The totals of transactions are the sum of the view transaction_totals. Before a change, the transaction's old part
-- is subtracted.
CREATE TRIGGER totals_transaction_before_update BEFORE UPDATE OF id, type, status, amount ON transactions
BEGIN
  INSERT INTO totals (name, value) SELECT name, -value FROM transaction_totals WHERE id = OLD.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
-- The totals of transactions are the sum of the view transaction_totals. After a change, the transaction's new part
-- is added.
CREATE TRIGGER totals_transaction_after_update AFTER UPDATE OF id, type, status, amount ON transactions
BEGIN
  INSERT INTO totals (name, value) SELECT name, value FROM transaction_totals WHERE id = NEW.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
-- The totals of transactions are the sum of the view transaction_totals. Runs when a transaction is deleted.
CREATE TRIGGER totals_transaction_delete BEFORE DELETE ON transactions
BEGIN
  INSERT INTO totals (name, value) SELECT name, -value FROM transaction_totals WHERE id = OLD.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
-- A transaction of a removed customer has no personal data, also when a later webhook brings it again. While a
-- removal runs, its updates empty the transactions.
CREATE TRIGGER transactions_removed_customer
AFTER UPDATE OF booking_id, receipt_email, receipt_url, snapshot ON transactions
WHEN EXISTS (SELECT 1 FROM removals WHERE finished_at IS NULL)
  OR EXISTS (
    SELECT 1 FROM history
    WHERE subject = 'booking' AND subject_id = NEW.booking_id AND action = 'personal_data_removed')
  OR EXISTS (SELECT 1 FROM checkouts WHERE id = NEW.checkout_id AND email_key = '')
BEGIN
  UPDATE transactions SET receipt_email = NULL, receipt_url = NULL,
    snapshot = CASE WHEN json_type(NEW.snapshot) = 'object' THEN json_object(
      'id', NEW.snapshot ->> '$.id',
      'object', NEW.snapshot ->> '$.object',
      'created', NEW.snapshot ->> '$.created',
      'status', NEW.snapshot ->> '$.status',
      'amount', NEW.snapshot ->> '$.amount',
      'amount_received', NEW.snapshot ->> '$.amount_received',
      'currency', NEW.snapshot ->> '$.currency',
      'reason', NEW.snapshot ->> '$.reason',
      'failure_reason', NEW.snapshot ->> '$.failure_reason',
      'receipt_email', NULL,
      'metadata', NEW.snapshot -> '$.metadata',
      'payment_method_types', NEW.snapshot -> '$.payment_method_types',
      'last_payment_error', CASE WHEN json_type(NEW.snapshot, '$.last_payment_error') = 'object' THEN json_object(
        'code', NEW.snapshot ->> '$.last_payment_error.code',
        'message', NEW.snapshot ->> '$.last_payment_error.message') END,
      'latest_charge', CASE WHEN json_type(NEW.snapshot, '$.latest_charge') = 'object' THEN json_object(
        'id', NEW.snapshot ->> '$.latest_charge.id',
        'status', NEW.snapshot ->> '$.latest_charge.status',
        'created', NEW.snapshot ->> '$.latest_charge.created',
        'outcome', CASE WHEN json_type(NEW.snapshot, '$.latest_charge.outcome') = 'object' THEN json_object(
          'type', NEW.snapshot ->> '$.latest_charge.outcome.type',
          'seller_message', NEW.snapshot ->> '$.latest_charge.outcome.seller_message') END,
        'payment_method_details', json_object(
          'type', NEW.snapshot ->> '$.latest_charge.payment_method_details.type',
          'card', json_object(
            'brand', NEW.snapshot ->> '$.latest_charge.payment_method_details.card.brand',
            'last4', NEW.snapshot ->> '$.latest_charge.payment_method_details.card.last4'))) END) END
  WHERE id = NEW.id;
END;
--> statement-breakpoint
-- A new transaction of a removed customer has no personal data, such as a dispute that is lost after the removal.
-- The update fires the trigger above.
CREATE TRIGGER transactions_removed_customer_insert AFTER INSERT ON transactions
WHEN EXISTS (
    SELECT 1 FROM history
    WHERE subject = 'booking' AND subject_id = NEW.booking_id AND action = 'personal_data_removed')
  OR EXISTS (SELECT 1 FROM checkouts WHERE id = NEW.checkout_id AND email_key = '')
BEGIN
  UPDATE transactions SET snapshot = snapshot WHERE id = NEW.id;
END;
--> statement-breakpoint
-- bookings.paid_amount is the sum of the booking's succeeded payments. Runs when a payment is added.
CREATE TRIGGER bookings_paid_insert AFTER INSERT ON transactions
WHEN NEW.type = 'payment' AND NEW.booking_id IS NOT NULL
BEGIN
  UPDATE bookings SET paid_amount = coalesce((
    SELECT sum(amount) FROM transactions
    WHERE booking_id = NEW.booking_id AND type = 'payment' AND status = 'succeeded'), 0)
  WHERE id = NEW.booking_id;
END;
--> statement-breakpoint
-- bookings.paid_amount is the sum of the booking's succeeded payments. Runs when a payment changes.
CREATE TRIGGER bookings_paid_update AFTER UPDATE OF type, status, amount, booking_id ON transactions
WHEN NEW.type = 'payment' OR OLD.type = 'payment'
BEGIN
  UPDATE bookings SET paid_amount = coalesce((
    SELECT sum(amount) FROM transactions
    WHERE booking_id = bookings.id AND type = 'payment' AND status = 'succeeded'), 0)
  WHERE id IN (OLD.booking_id, NEW.booking_id);
END;
--> statement-breakpoint
-- bookings.paid_amount is the sum of the booking's succeeded payments. Runs when a payment is deleted.
CREATE TRIGGER bookings_paid_delete AFTER DELETE ON transactions
WHEN OLD.type = 'payment' AND OLD.booking_id IS NOT NULL
BEGIN
  UPDATE bookings SET paid_amount = coalesce((
    SELECT sum(amount) FROM transactions
    WHERE booking_id = OLD.booking_id AND type = 'payment' AND status = 'succeeded'), 0)
  WHERE id = OLD.booking_id;
END;
--> statement-breakpoint
-- A payment outside Stripe is voided at most once, with user and reason, and neither during a charge or refund nor
-- after a refund of it.
CREATE TRIGGER transactions_recorded_void BEFORE UPDATE OF status ON transactions
WHEN OLD.id GLOB 'pay_*' AND NEW.status IS NOT OLD.status
BEGIN
  SELECT RAISE(ABORT, 'payment_is_voided_only')
  WHERE OLD.status <> 'succeeded' OR NEW.status <> 'canceled' OR NEW.voided_at IS NULL OR NEW.voided_by IS NULL
    OR NEW.void_reason IS NULL;
  SELECT RAISE(ABORT, 'payment_operation_live') WHERE EXISTS (
    SELECT 1 FROM payment_operations
    WHERE booking_id = OLD.booking_id AND state NOT IN ('succeeded', 'failed', 'canceled')
  );
  SELECT RAISE(ABORT, 'payment_refunded') WHERE EXISTS (
    SELECT 1 FROM transactions AS back WHERE back.payment_id = OLD.id AND back.status NOT IN ('failed', 'canceled')
  );
END;
--> statement-breakpoint
-- A payment or refund outside Stripe has the day and the user who recorded it.
CREATE TRIGGER transactions_recorded_complete BEFORE INSERT ON transactions
WHEN (NEW.id GLOB 'pay_*' OR NEW.id GLOB 'rfd_*') AND (NEW.payment_day IS NULL OR NEW.recorded_by IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'recorded_payment_incomplete');
END;
--> statement-breakpoint
-- A payment or refund outside Stripe stays as it was recorded.
CREATE TRIGGER transactions_recorded_stays BEFORE UPDATE OF id, type, booking_id, amount, payment_day, recorded_by ON transactions
WHEN (OLD.id GLOB 'pay_*' OR OLD.id GLOB 'rfd_*') AND (
  NEW.id IS NOT OLD.id OR NEW.type IS NOT OLD.type OR NEW.booking_id IS NOT OLD.booking_id OR NEW.amount IS NOT OLD.amount
  OR NEW.payment_day IS NOT OLD.payment_day OR NEW.recorded_by IS NOT OLD.recorded_by)
BEGIN
  SELECT RAISE(ABORT, 'recorded_payment_stays');
END;
--> statement-breakpoint
-- bookings.due_again_amount is the sum of the booking's succeeded refunds without their discounts. Runs when a
-- refund is added.
CREATE TRIGGER bookings_due_again_insert AFTER INSERT ON transactions
WHEN NEW.type = 'refund' AND NEW.booking_id IS NOT NULL
BEGIN
  UPDATE bookings SET due_again_amount = (
    SELECT coalesce(sum(amount - discount_amount), 0) FROM transactions
    WHERE booking_id = NEW.booking_id AND kind = 'refund' AND status = 'succeeded')
  WHERE id = NEW.booking_id;
END;
--> statement-breakpoint
-- bookings.due_again_amount is the sum of the booking's succeeded refunds without their discounts. Runs when a
-- refund changes.
CREATE TRIGGER bookings_due_again_update AFTER UPDATE OF kind, status, amount, discount_amount, booking_id ON transactions
WHEN NEW.type = 'refund' OR OLD.type = 'refund'
BEGIN
  UPDATE bookings SET due_again_amount = (
    SELECT coalesce(sum(amount - discount_amount), 0) FROM transactions
    WHERE booking_id = bookings.id AND kind = 'refund' AND status = 'succeeded')
  WHERE id IN (OLD.booking_id, NEW.booking_id);
END;
--> statement-breakpoint
-- bookings.due_again_amount is the sum of the booking's succeeded refunds without their discounts. Runs when a
-- refund is deleted.
CREATE TRIGGER bookings_due_again_delete AFTER DELETE ON transactions
WHEN OLD.type = 'refund' AND OLD.booking_id IS NOT NULL
BEGIN
  UPDATE bookings SET due_again_amount = (
    SELECT coalesce(sum(amount - discount_amount), 0) FROM transactions
    WHERE booking_id = OLD.booking_id AND kind = 'refund' AND status = 'succeeded')
  WHERE id = OLD.booking_id;
END;
--> statement-breakpoint
-- Only a refund has a discount, which is at most its amount.
CREATE TRIGGER transactions_discount BEFORE INSERT ON transactions
WHEN NEW.discount_amount <> 0 AND (NEW.kind <> 'refund' OR NEW.discount_amount NOT BETWEEN 0 AND NEW.amount)
BEGIN
  SELECT RAISE(ABORT, 'discount_above_refund');
END;
--> statement-breakpoint
-- The discount of a refund never changes.
CREATE TRIGGER transactions_discount_stays BEFORE UPDATE OF discount_amount ON transactions
WHEN NEW.discount_amount IS NOT OLD.discount_amount
BEGIN
  SELECT RAISE(ABORT, 'discount_stays');
END;
--> statement-breakpoint
-- A payment outside Stripe is at most the balance due, and is not recorded beside a live charge or refund or an open
-- payment link.
CREATE TRIGGER transactions_recorded_due BEFORE INSERT ON transactions
WHEN NEW.id GLOB 'pay_*'
BEGIN
  SELECT RAISE(ABORT, 'payment_operation_live') WHERE EXISTS (
    SELECT 1 FROM payment_operations
    WHERE booking_id = NEW.booking_id AND state NOT IN ('succeeded', 'failed', 'canceled')
  );
  SELECT RAISE(ABORT, 'pay_link_open') WHERE EXISTS (
    SELECT 1 FROM pay_links WHERE booking_id = NEW.booking_id AND state = 'open'
  );
  SELECT RAISE(ABORT, 'payment_above_due') WHERE NEW.amount > coalesce(
    (SELECT balance_due FROM bookings WHERE id = NEW.booking_id), 0
  );
END;
--> statement-breakpoint
-- The sign-off of a mechanic never changes.
CREATE TRIGGER truck_repairs_kept BEFORE UPDATE ON truck_repairs
BEGIN
  SELECT RAISE(ABORT, 'truck_repair_kept');
END;
--> statement-breakpoint
-- The sign-off of a mechanic is never deleted.
CREATE TRIGGER truck_repairs_no_delete BEFORE DELETE ON truck_repairs
BEGIN
  SELECT RAISE(ABORT, 'truck_repair_kept');
END;
--> statement-breakpoint
-- Where a unit was never changes. A wrong row is voided, and a removal of personal data empties its reason.
CREATE TRIGGER unit_locations_facts BEFORE UPDATE OF id, dumpster_id, place, site_id, booking_id, truck_id, since, job_id, action_id, user_id, created_at ON unit_locations
BEGIN
  SELECT RAISE(ABORT, 'unit_location_kept');
END;
--> statement-breakpoint
-- A row of a unit's locations is voided once.
CREATE TRIGGER unit_locations_voided BEFORE UPDATE OF voided_at ON unit_locations WHEN OLD.voided_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'unit_location_kept');
END;
--> statement-breakpoint
-- A row of a unit's locations is never deleted.
CREATE TRIGGER unit_locations_no_delete BEFORE DELETE ON unit_locations
BEGIN
  SELECT RAISE(ABORT, 'unit_location_kept');
END;
--> statement-breakpoint
-- At least one active super_admin remains.
CREATE TRIGGER users_last_super_admin_update
BEFORE UPDATE OF role, is_active ON users
WHEN OLD.role = 'super_admin' AND OLD.is_active = 1
  AND (NEW.role <> 'super_admin' OR NEW.is_active = 0)
  AND NOT EXISTS (SELECT 1 FROM users WHERE role = 'super_admin' AND is_active = 1 AND id <> OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'last_super_admin');
END;
--> statement-breakpoint
-- A ZIP code is in at most one zone.
CREATE TRIGGER zone_zips_no_overlap_insert BEFORE INSERT ON zone_zips
WHEN EXISTS (
  SELECT 1 FROM (SELECT to_zip FROM zone_zips WHERE from_zip <= NEW.to_zip ORDER BY from_zip DESC LIMIT 1)
  WHERE to_zip >= NEW.from_zip
)
BEGIN
  SELECT RAISE(ABORT, 'zone_zips_no_overlap');
END;
--> statement-breakpoint
-- The ZIP codes of a zone never change in place: their rows are deleted and inserted again.
CREATE TRIGGER zone_zips_no_overlap_update BEFORE UPDATE OF from_zip, to_zip ON zone_zips
BEGIN
  SELECT RAISE(ABORT, 'zone_zips_no_update');
END;
