-- A dump ticket is evidence: it is never deleted.
CREATE TRIGGER dump_fees_no_delete BEFORE DELETE ON dump_fees
BEGIN
  SELECT RAISE(ABORT, 'dump_fees_are_voided_only');
END;

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

-- A dump ticket is never replaced: INSERT OR REPLACE deletes the old row without firing its DELETE trigger.
CREATE TRIGGER dump_fees_no_replace BEFORE INSERT ON dump_fees
WHEN EXISTS (SELECT 1 FROM dump_fees WHERE id = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'dump_fees_are_voided_only');
END;

-- The number of a dump ticket never changes.
CREATE TRIGGER dump_fees_ticket_no_update BEFORE UPDATE OF ticket_number ON dump_fees
WHEN NEW.ticket_number IS NOT OLD.ticket_number
BEGIN
  SELECT RAISE(ABORT, 'dump_fees_are_voided_only');
END;

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

-- The driver's action and the load of a dump ticket never change.
CREATE TRIGGER dump_fees_load_no_update BEFORE UPDATE OF action_id, load_stop_id ON dump_fees
WHEN NEW.action_id IS NOT OLD.action_id OR NEW.load_stop_id IS NOT OLD.load_stop_id
BEGIN
  SELECT RAISE(ABORT, 'dump_fees_are_voided_only');
END;
