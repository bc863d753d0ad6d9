-- compatible: the view has the columns that the previous release's triggers read, and the new triggers only keep the search index.
CREATE INDEX `dumpster_schedule_exchanges` ON `dumpster_schedule` (`booking_id`,`start_date`) WHERE role <> 'first';--> statement-breakpoint
CREATE INDEX `jobs_done` ON `jobs` (`booking_id`,`type`) WHERE status = 'done';
--> statement-breakpoint
-- Search: company, second phone number and numbers of dump tickets are indexed, too. Existing rows have none of them.
DROP VIEW booking_words;
--> statement-breakpoint
CREATE VIEW booking_words AS
SELECT id, CAST(id AS TEXT) AS number, first_name || ' ' || last_name || coalesce(' ' || company, '') AS customer,
  coalesce(email, '') AS email,
  phone || ' ' || replace(replace(replace(replace(replace(replace(replace(phone, ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', ''), '+', '')
    || coalesce(' ' || second_phone || ' ' || replace(replace(replace(replace(replace(replace(replace(second_phone, ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', ''), '+', ''), '') AS phone,
  address || ', ' || city || ', ' || state || ' ' || zip AS address, city, coalesce(notes, '') AS notes,
  rental_type || ' ' || dumpster_type || ' ' || status || ' ' || replace(status, '_', ' ') || coalesce(' ' || (
    SELECT group_concat(d.dumpster_number, ' ') FROM dumpster_schedule s JOIN dumpsters d ON d.id = s.dumpster_id WHERE s.booking_id = bookings.id
  ), '') || coalesce(' ' || (
    SELECT group_concat(ticket_number, ' ') FROM dump_fees WHERE booking_id = bookings.id AND voided_at IS NULL
  ), '') AS terms
FROM bookings;
--> statement-breakpoint
DROP TRIGGER bookings_search_update;
--> statement-breakpoint
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
CREATE TRIGGER bookings_search_ticket_voided AFTER UPDATE OF voided_at ON dump_fees WHEN NEW.ticket_number IS NOT NULL
BEGIN
  DELETE FROM bookings_search WHERE rowid = NEW.booking_id;
  DELETE FROM bookings_words WHERE rowid = NEW.booking_id;
  INSERT INTO bookings_search (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.booking_id;
  INSERT INTO bookings_words (rowid, number, customer, email, phone, address, city, notes, terms)
  SELECT * FROM booking_words WHERE id = NEW.booking_id;
END;
