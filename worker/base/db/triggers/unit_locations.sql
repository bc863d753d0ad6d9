-- Where a unit was never changes. A wrong row is voided, and a removal of personal data empties its reason.
CREATE TRIGGER unit_locations_facts BEFORE UPDATE OF id, dumpster_id, place, site_id, booking_id, truck_id, since, job_id, action_id, user_id, created_at ON unit_locations
BEGIN
  SELECT RAISE(ABORT, 'unit_location_kept');
END;

-- A row of a unit's locations is voided once.
CREATE TRIGGER unit_locations_voided BEFORE UPDATE OF voided_at ON unit_locations WHEN OLD.voided_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'unit_location_kept');
END;

-- A row of a unit's locations is never deleted.
CREATE TRIGGER unit_locations_no_delete BEFORE DELETE ON unit_locations
BEGIN
  SELECT RAISE(ABORT, 'unit_location_kept');
END;
