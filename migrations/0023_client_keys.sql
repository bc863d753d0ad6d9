-- compatible: the previous release reads client_email, which stays, and writes no client_key: triggers do.
ALTER TABLE `bookings` ADD `contact_key` text GENERATED ALWAYS AS (coalesce(nullif(lower(trim(email)), ''), nullif(substr(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(substr(lower(replace(phone, '#', 'x')), 1, instr(lower(replace(phone, '#', 'x')) || 'x', 'x') - 1), ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', ''), '+', ''), ',', ''), ';', ''), 'e', ''), char(160), ''), -10), ''))) VIRTUAL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `client_key` text;--> statement-breakpoint
CREATE INDEX `bookings_client_key` ON `bookings` (`client_key`,`delivery_date`,`id`);--> statement-breakpoint
-- Clients: one row for each client key: the e-mail address of its bookings, else the last ten digits of the phone number,
-- or the key that staff merged it into. The column clients.email has the key.
DROP TRIGGER clients_booking_insert;
--> statement-breakpoint
DROP TRIGGER clients_booking_delete;
--> statement-breakpoint
DROP TRIGGER clients_booking_update;
--> statement-breakpoint
UPDATE bookings SET client_key = contact_key WHERE contact_key IS NOT NULL;
--> statement-breakpoint
INSERT INTO clients (email, first_name, last_name, phone, city, state, total_bookings,
  first_delivery_date, last_delivery_date, last_booking_id)
SELECT b.client_key, b.first_name, b.last_name, b.phone, b.city, b.state, grouped.total, grouped.first_day, b.delivery_date, b.id
FROM (
  SELECT client_key, count(*) AS total, min(delivery_date) AS first_day FROM bookings
  WHERE client_key IS NOT NULL AND client_key NOT IN (SELECT email FROM clients) GROUP BY client_key) AS grouped
JOIN bookings AS b ON b.id = (
  SELECT id FROM bookings WHERE client_key = grouped.client_key ORDER BY delivery_date DESC, id DESC LIMIT 1);
--> statement-breakpoint
CREATE TRIGGER bookings_client_key_insert AFTER INSERT ON bookings WHEN NEW.contact_key IS NOT NULL
BEGIN
  UPDATE bookings SET client_key = coalesce(
    (SELECT client_key FROM client_aliases WHERE alias_key = NEW.contact_key), NEW.contact_key)
  WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER bookings_client_key_update AFTER UPDATE OF email, phone ON bookings
WHEN NEW.contact_key IS NOT OLD.contact_key
BEGIN
  UPDATE bookings SET client_key = coalesce(
    (SELECT client_key FROM client_aliases WHERE alias_key = NEW.contact_key), NEW.contact_key)
  WHERE id = NEW.id;
END;
--> statement-breakpoint
-- A booking enters its client with the key, after the insert, and changes its client with it.
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
-- Reads the key: the trigger that changes it can run before or after this one.
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
-- Merged clients: an alias belongs to a client that is not an alias.
CREATE TRIGGER client_aliases_before_insert BEFORE INSERT ON client_aliases
BEGIN
  SELECT RAISE(ABORT, 'client_is_its_own_alias') WHERE NEW.alias_key = NEW.client_key;
  SELECT RAISE(ABORT, 'client_alias_chain') WHERE EXISTS (
    SELECT 1 FROM client_aliases WHERE alias_key = NEW.client_key OR client_key = NEW.alias_key);
END;
--> statement-breakpoint
CREATE TRIGGER client_aliases_before_update BEFORE UPDATE OF alias_key, client_key ON client_aliases
BEGIN
  SELECT RAISE(ABORT, 'client_alias_is_fixed') WHERE NEW.alias_key <> OLD.alias_key;
  SELECT RAISE(ABORT, 'client_is_its_own_alias') WHERE NEW.alias_key = NEW.client_key;
  SELECT RAISE(ABORT, 'client_alias_chain') WHERE EXISTS (
    SELECT 1 FROM client_aliases WHERE alias_key = NEW.client_key);
END;
--> statement-breakpoint
-- Search: a client is also found by the keys that are merged into it.
DROP VIEW client_words;
--> statement-breakpoint
CREATE VIEW client_words AS
SELECT id, CAST(replace(last_delivery_date, '-', '') AS INTEGER) * 100000000 + id AS place,
  last_name, first_name || ' ' || last_name AS customer,
  email || coalesce(' ' || (SELECT group_concat(alias_key, ' ') FROM client_aliases WHERE client_key = clients.email), '') AS email,
  phone || ' ' || replace(replace(replace(replace(replace(replace(replace(phone, ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', ''), '+', '') AS phone,
  city
FROM clients;
--> statement-breakpoint
-- The bookings follow the alias, then the words of the clients.
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
