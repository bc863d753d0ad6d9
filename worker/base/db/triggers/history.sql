-- A row of the history is never deleted.
CREATE TRIGGER history_no_delete BEFORE DELETE ON history
BEGIN
  SELECT RAISE(ABORT, 'history_is_append_only');
END;

-- A row of the history never changes. Only a removal of personal data changes what a booking's row says.
CREATE TRIGGER history_no_update BEFORE UPDATE ON history
WHEN NOT EXISTS (SELECT 1 FROM removals WHERE finished_at IS NULL)
  OR NEW.id <> OLD.id OR NEW.subject <> OLD.subject OR NEW.subject <> 'booking' OR NEW.subject_id <> OLD.subject_id
  OR NEW.version IS NOT OLD.version OR NEW.action <> OLD.action OR NEW.actor_type <> OLD.actor_type
  OR NEW.actor_id IS NOT OLD.actor_id OR NEW.actor_name <> OLD.actor_name
  OR NEW.transaction_id IS NOT OLD.transaction_id OR NEW.created_at <> OLD.created_at
BEGIN
  SELECT RAISE(ABORT, 'history_is_append_only');
END;
