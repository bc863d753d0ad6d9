-- The facts of a conflict never change: only its decision is written.
CREATE TRIGGER driver_conflicts_facts BEFORE UPDATE OF id, action_id, photo_id, kind, stop_id, booking_id, message, created_at ON driver_conflicts
BEGIN
  SELECT RAISE(ABORT, 'driver_conflict_kept');
END;

-- A conflict is decided once.
CREATE TRIGGER driver_conflicts_decided_once BEFORE UPDATE OF decided_at, decided_by ON driver_conflicts WHEN OLD.decided_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'driver_conflict_kept');
END;

-- A conflict is never deleted.
CREATE TRIGGER driver_conflicts_no_delete BEFORE DELETE ON driver_conflicts
BEGIN
  SELECT RAISE(ABORT, 'driver_conflict_kept');
END;
