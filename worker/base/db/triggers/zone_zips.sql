-- A ZIP code is in at most one zone.
CREATE TRIGGER zone_zips_no_overlap_insert BEFORE INSERT ON zone_zips
WHEN EXISTS (
  SELECT 1 FROM (SELECT to_zip FROM zone_zips WHERE from_zip <= NEW.to_zip ORDER BY from_zip DESC LIMIT 1)
  WHERE to_zip >= NEW.from_zip
)
BEGIN
  SELECT RAISE(ABORT, 'zone_zips_no_overlap');
END;

-- The ZIP codes of a zone never change in place: their rows are deleted and inserted again.
CREATE TRIGGER zone_zips_no_overlap_update BEFORE UPDATE OF from_zip, to_zip ON zone_zips
BEGIN
  SELECT RAISE(ABORT, 'zone_zips_no_update');
END;
