-- Bookings are found by the number of their unit, too: it is one of their terms.
DROP VIEW booking_words;
--> statement-breakpoint
CREATE VIEW booking_words AS
SELECT id, CAST(id AS TEXT) AS number, first_name || ' ' || last_name AS customer, email,
  phone || ' ' || replace(replace(replace(replace(replace(replace(replace(phone, ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', ''), '+', '') AS phone,
  address || ', ' || city || ', ' || state || ' ' || zip AS address, city, coalesce(notes, '') AS notes,
  rental_type || ' ' || dumpster_type || ' ' || status || ' ' || replace(status, '_', ' ') || coalesce(' ' || (
    SELECT d.dumpster_number FROM dumpster_schedule s JOIN dumpsters d ON d.id = s.dumpster_id WHERE s.booking_id = bookings.id
  ), '') AS terms
FROM bookings;
--> statement-breakpoint
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
INSERT INTO bookings_search (bookings_search) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO bookings_words (bookings_words) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO bookings_search (rowid, number, customer, email, phone, address, city, notes, terms) SELECT * FROM booking_words;
--> statement-breakpoint
INSERT INTO bookings_words (rowid, number, customer, email, phone, address, city, notes, terms) SELECT * FROM booking_words;
