-- A message is never deleted.
CREATE TRIGGER messages_no_delete BEFORE DELETE ON messages
BEGIN
  SELECT RAISE(ABORT, 'messages_are_append_only');
END;

-- A message never changes. Only a removal of personal data empties its content.
CREATE TRIGGER messages_no_update BEFORE UPDATE ON messages
WHEN (OLD.booking_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM removals WHERE finished_at IS NULL))
  OR NEW.content <> ''
  OR NEW.id <> OLD.id OR NEW.booking_id IS NOT OLD.booking_id OR NEW.from_user_id IS NOT OLD.from_user_id
  OR NEW.to_user_id IS NOT OLD.to_user_id OR NEW.is_read <> OLD.is_read
  OR NEW.idempotency_key IS NOT OLD.idempotency_key OR NEW.created_at <> OLD.created_at
BEGIN
  SELECT RAISE(ABORT, 'messages_are_append_only');
END;
