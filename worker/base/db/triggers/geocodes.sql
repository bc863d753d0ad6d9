-- A place that staff set on the map is replaced only by another place that staff set.
CREATE TRIGGER geocodes_manual BEFORE UPDATE ON geocodes WHEN OLD.precision = 'manual' AND NEW.precision <> 'manual'
BEGIN
  SELECT RAISE(ABORT, 'geocode_manual');
END;
