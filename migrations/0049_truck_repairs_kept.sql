-- compatible: the previous release does not know the table.
-- The sign-off of a mechanic is never changed.
CREATE TRIGGER truck_repairs_kept BEFORE UPDATE ON truck_repairs
BEGIN
  SELECT RAISE(ABORT, 'truck_repair_kept');
END;
--> statement-breakpoint
CREATE TRIGGER truck_repairs_no_delete BEFORE DELETE ON truck_repairs
BEGIN
  SELECT RAISE(ABORT, 'truck_repair_kept');
END;
