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

-- 'unit_not_back' ends when the booking gets another unit.
CREATE TRIGGER attention_unit_replaced AFTER UPDATE OF dumpster_id ON dumpster_schedule
WHEN NEW.booking_id IS NOT NULL AND NEW.dumpster_id <> OLD.dumpster_id
BEGIN
  DELETE FROM attention WHERE reason = 'unit_not_back' AND booking_id = NEW.booking_id;
END;

-- 'unit_not_back' ends when the booking no longer has the unit.
CREATE TRIGGER attention_unit_released AFTER DELETE ON dumpster_schedule WHEN OLD.booking_id IS NOT NULL
BEGIN
  DELETE FROM attention WHERE reason = 'unit_not_back' AND booking_id = OLD.booking_id;
END;

-- A booking has the reason 'unit_out_of_service' exactly while the view bookings_with_unit_out lists it. Runs when
-- it gets a unit.
CREATE TRIGGER attention_unit_taken AFTER INSERT ON dumpster_schedule WHEN NEW.booking_id IS NOT NULL
BEGIN
  DELETE FROM attention WHERE reason = 'unit_out_of_service' AND booking_id = NEW.booking_id
    AND NOT EXISTS (SELECT 1 FROM bookings_with_unit_out o WHERE o.booking_id = attention.booking_id);
  INSERT OR IGNORE INTO attention (booking_id, reason, created_at)
  SELECT booking_id, 'unit_out_of_service', since FROM bookings_with_unit_out WHERE booking_id = NEW.booking_id;
END;

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

-- A booking has the reason 'unit_out_of_service' exactly while the view bookings_with_unit_out lists it. Runs when
-- it loses its unit.
CREATE TRIGGER attention_unit_left AFTER DELETE ON dumpster_schedule WHEN OLD.booking_id IS NOT NULL
BEGIN
  DELETE FROM attention WHERE reason = 'unit_out_of_service' AND booking_id = OLD.booking_id
    AND NOT EXISTS (SELECT 1 FROM bookings_with_unit_out o WHERE o.booking_id = attention.booking_id);
  INSERT OR IGNORE INTO attention (booking_id, reason, created_at)
  SELECT booking_id, 'unit_out_of_service', since FROM bookings_with_unit_out WHERE booking_id = OLD.booking_id;
END;

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

-- A checkout has jobs only while it holds days: they are deleted with the hold.
CREATE TRIGGER dumpster_schedule_release_jobs AFTER DELETE ON dumpster_schedule WHEN OLD.checkout_id IS NOT NULL
BEGIN
  DELETE FROM jobs WHERE checkout_id = OLD.checkout_id AND revision = OLD.revision AND item = OLD.item;
END;
