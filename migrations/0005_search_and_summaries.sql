-- Words of a booking by which staff find it: pieces of three characters and more in bookings_search, beginnings of
-- words in bookings_words. Both hold no text of their own (content=''): the row is the booking's.
CREATE VIRTUAL TABLE bookings_search USING fts5(
  number, customer, email, phone, address, city, notes, terms,
  tokenize = 'trigram remove_diacritics 1', content = '', contentless_delete = 1
);
--> statement-breakpoint
CREATE VIRTUAL TABLE bookings_words USING fts5(
  number, customer, email, phone, address, city, notes, terms,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2', content = '', contentless_delete = 1
);
--> statement-breakpoint
CREATE VIRTUAL TABLE clients_search USING fts5(
  last_name, customer, email, phone, city,
  tokenize = 'trigram remove_diacritics 1', content = '', contentless_delete = 1
);
--> statement-breakpoint
CREATE VIRTUAL TABLE clients_words USING fts5(
  last_name, customer, email, phone, city,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2', content = '', contentless_delete = 1
);
--> statement-breakpoint
-- What is indexed of a booking, written once. Phones also as bare digits; the address as it is copied.
CREATE VIEW booking_words AS
SELECT id, CAST(id AS TEXT) AS number, first_name || ' ' || last_name AS customer, email,
  phone || ' ' || replace(replace(replace(replace(replace(replace(replace(phone, ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', ''), '+', '') AS phone,
  address || ', ' || city || ', ' || state || ' ' || zip AS address, city, coalesce(notes, '') AS notes,
  rental_type || ' ' || dumpster_type || ' ' || status || ' ' || replace(status, '_', ' ') AS terms
FROM bookings;
--> statement-breakpoint
-- Of a client. `place` is its number in the indexes: as the clients are listed, by last delivery and then by id, which
-- is its last eight digits.
CREATE VIEW client_words AS
SELECT id, CAST(replace(last_delivery_date, '-', '') AS INTEGER) * 100000000 + id AS place,
  last_name, first_name || ' ' || last_name AS customer, email,
  phone || ' ' || replace(replace(replace(replace(replace(replace(replace(phone, ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', ''), '+', '') AS phone,
  city
FROM clients;
--> statement-breakpoint
CREATE TRIGGER bookings_search_insert AFTER INSERT ON bookings
BEGIN
  INSERT INTO bookings_search (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.id;
  INSERT INTO bookings_words (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER bookings_search_update
AFTER UPDATE OF id, first_name, last_name, email, phone, address, city, state, zip, notes, rental_type, dumpster_type, status ON bookings
BEGIN
  DELETE FROM bookings_search WHERE rowid = OLD.id;
  DELETE FROM bookings_words WHERE rowid = OLD.id;
  INSERT INTO bookings_search (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.id;
  INSERT INTO bookings_words (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER bookings_search_delete AFTER DELETE ON bookings
BEGIN
  DELETE FROM bookings_search WHERE rowid = OLD.id;
  DELETE FROM bookings_words WHERE rowid = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER clients_search_insert AFTER INSERT ON clients
BEGIN
  INSERT INTO clients_search (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id = NEW.id;
  INSERT INTO clients_words (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER clients_search_before_update BEFORE UPDATE OF first_name, last_name, phone, city, last_delivery_date ON clients
WHEN NEW.first_name <> OLD.first_name OR NEW.last_name <> OLD.last_name OR NEW.phone <> OLD.phone OR NEW.city <> OLD.city
  OR NEW.last_delivery_date <> OLD.last_delivery_date
BEGIN
  DELETE FROM clients_search WHERE rowid = (SELECT place FROM client_words WHERE id = OLD.id);
  DELETE FROM clients_words WHERE rowid = (SELECT place FROM client_words WHERE id = OLD.id);
END;
--> statement-breakpoint
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
CREATE TRIGGER clients_search_delete BEFORE DELETE ON clients
BEGIN
  DELETE FROM clients_search WHERE rowid = (SELECT place FROM client_words WHERE id = OLD.id);
  DELETE FROM clients_words WHERE rowid = (SELECT place FROM client_words WHERE id = OLD.id);
END;
--> statement-breakpoint
-- One row a client: counted up and down, and shown as in the latest booking.
CREATE TRIGGER clients_booking_insert AFTER INSERT ON bookings
BEGIN
  INSERT INTO clients (email, first_name, last_name, phone, city, state, total_bookings,
    first_delivery_date, last_delivery_date, last_booking_id)
  VALUES (NEW.client_email, NEW.first_name, NEW.last_name, NEW.phone, NEW.city, NEW.state, 1,
    NEW.delivery_date, NEW.delivery_date, NEW.id)
  ON CONFLICT (email) DO UPDATE SET total_bookings = total_bookings + 1,
    first_delivery_date = min(first_delivery_date, excluded.first_delivery_date);
  UPDATE clients SET first_name = NEW.first_name, last_name = NEW.last_name, phone = NEW.phone, city = NEW.city,
    state = NEW.state, last_delivery_date = NEW.delivery_date, last_booking_id = NEW.id
  WHERE email = NEW.client_email AND (NEW.delivery_date, NEW.id) > (last_delivery_date, last_booking_id);
END;
--> statement-breakpoint
CREATE TRIGGER clients_booking_delete AFTER DELETE ON bookings
BEGIN
  DELETE FROM clients WHERE email = OLD.client_email AND total_bookings = 1;
  UPDATE clients SET total_bookings = total_bookings - 1,
    first_delivery_date = (SELECT min(delivery_date) FROM bookings WHERE client_email = OLD.client_email),
    (first_name, last_name, phone, city, state, last_delivery_date, last_booking_id) = (
      SELECT first_name, last_name, phone, city, state, delivery_date, id FROM bookings
      WHERE client_email = OLD.client_email ORDER BY delivery_date DESC, id DESC LIMIT 1)
  WHERE email = OLD.client_email;
END;
--> statement-breakpoint
CREATE TRIGGER clients_booking_update
AFTER UPDATE OF id, email, first_name, last_name, phone, city, state, delivery_date ON bookings
BEGIN
  DELETE FROM clients WHERE email = OLD.client_email AND total_bookings = 1;
  UPDATE clients SET total_bookings = total_bookings - 1 WHERE email = OLD.client_email;
  INSERT INTO clients (email, first_name, last_name, phone, city, state, total_bookings,
    first_delivery_date, last_delivery_date, last_booking_id)
  VALUES (NEW.client_email, NEW.first_name, NEW.last_name, NEW.phone, NEW.city, NEW.state, 1,
    NEW.delivery_date, NEW.delivery_date, NEW.id)
  ON CONFLICT (email) DO UPDATE SET total_bookings = total_bookings + 1;
  UPDATE clients SET
    first_delivery_date = (SELECT min(delivery_date) FROM bookings WHERE client_email = clients.email),
    (first_name, last_name, phone, city, state, last_delivery_date, last_booking_id) = (
      SELECT first_name, last_name, phone, city, state, delivery_date, id FROM bookings
      WHERE client_email = clients.email ORDER BY delivery_date DESC, id DESC LIMIT 1)
  WHERE email IN (OLD.client_email, NEW.client_email);
END;
--> statement-breakpoint
-- Each total and what a row counts for in it, written once.
CREATE VIEW booking_totals AS
SELECT id, 'bookings' AS name, 1 AS value FROM bookings
UNION ALL SELECT id, 'bookings_' || status, 1 FROM bookings;
--> statement-breakpoint
CREATE VIEW transaction_totals AS
SELECT id, 'transactions' AS name, 1 AS value FROM transactions
UNION ALL SELECT id, type || 's_succeeded', 1 FROM transactions WHERE status = 'succeeded'
UNION ALL SELECT id, type || 's_succeeded_amount', amount FROM transactions WHERE status = 'succeeded'
UNION ALL SELECT id, 'awaiting_amount', amount FROM transactions
WHERE type = 'payment' AND status IN ('processing', 'requires_action') OR type = 'refund' AND status = 'pending';
--> statement-breakpoint
CREATE TRIGGER totals_booking_insert AFTER INSERT ON bookings
BEGIN
  INSERT INTO totals (name, value) SELECT name, value FROM booking_totals WHERE id = NEW.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_booking_before_update BEFORE UPDATE OF id, status ON bookings
BEGIN
  INSERT INTO totals (name, value) SELECT name, -value FROM booking_totals WHERE id = OLD.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_booking_after_update AFTER UPDATE OF id, status ON bookings
BEGIN
  INSERT INTO totals (name, value) SELECT name, value FROM booking_totals WHERE id = NEW.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_booking_delete BEFORE DELETE ON bookings
BEGIN
  INSERT INTO totals (name, value) SELECT name, -value FROM booking_totals WHERE id = OLD.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_transaction_insert AFTER INSERT ON transactions
BEGIN
  INSERT INTO totals (name, value) SELECT name, value FROM transaction_totals WHERE id = NEW.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_transaction_before_update BEFORE UPDATE OF id, type, status, amount ON transactions
BEGIN
  INSERT INTO totals (name, value) SELECT name, -value FROM transaction_totals WHERE id = OLD.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_transaction_after_update AFTER UPDATE OF id, type, status, amount ON transactions
BEGIN
  INSERT INTO totals (name, value) SELECT name, value FROM transaction_totals WHERE id = NEW.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_transaction_delete BEFORE DELETE ON transactions
BEGIN
  INSERT INTO totals (name, value) SELECT name, -value FROM transaction_totals WHERE id = OLD.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_client_insert AFTER INSERT ON clients
BEGIN
  INSERT INTO totals (name, value) VALUES ('clients', 1)
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_client_delete AFTER DELETE ON clients
BEGIN
  UPDATE totals SET value = value - 1 WHERE name = 'clients';
END;
--> statement-breakpoint
-- What was there before any of this.
INSERT INTO clients (email, first_name, last_name, phone, city, state, total_bookings,
  first_delivery_date, last_delivery_date, last_booking_id)
SELECT b.client_email, b.first_name, b.last_name, b.phone, b.city, b.state, grouped.total,
  grouped.first_day, b.delivery_date, b.id
FROM (SELECT client_email, count(*) AS total, min(delivery_date) AS first_day FROM bookings GROUP BY client_email) grouped
JOIN bookings b ON b.id = (
  SELECT id FROM bookings WHERE client_email = grouped.client_email ORDER BY delivery_date DESC, id DESC LIMIT 1);
--> statement-breakpoint
INSERT INTO bookings_search (rowid, number, customer, email, phone, address, city, notes, terms) SELECT * FROM booking_words;
--> statement-breakpoint
INSERT INTO bookings_words (rowid, number, customer, email, phone, address, city, notes, terms) SELECT * FROM booking_words;
--> statement-breakpoint
INSERT INTO totals (name, value)
SELECT name, sum(value) FROM (
  SELECT name, value FROM booking_totals UNION ALL SELECT name, value FROM transaction_totals)
WHERE 1 GROUP BY name
ON CONFLICT (name) DO UPDATE SET value = excluded.value;
