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
