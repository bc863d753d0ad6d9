-- The facts of a driver's action never change. The result changes when an approval decides, and a removal of
-- personal data empties the payload.
CREATE TRIGGER driver_actions_facts BEFORE UPDATE OF id, driver_id, stop_id, type, device_time, corrected_time, received_at ON driver_actions
BEGIN
  SELECT RAISE(ABORT, 'driver_action_kept');
END;

-- A driver's action is never deleted.
CREATE TRIGGER driver_actions_no_delete BEFORE DELETE ON driver_actions
BEGIN
  SELECT RAISE(ABORT, 'driver_action_kept');
END;
