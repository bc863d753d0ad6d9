-- The sign-off of a mechanic never changes.
CREATE TRIGGER truck_repairs_kept BEFORE UPDATE ON truck_repairs
BEGIN
  SELECT RAISE(ABORT, 'truck_repair_kept');
END;

-- The sign-off of a mechanic is never deleted.
CREATE TRIGGER truck_repairs_no_delete BEFORE DELETE ON truck_repairs
BEGIN
  SELECT RAISE(ABORT, 'truck_repair_kept');
END;
