-- compatible: the previous release writes no messages of routes, and the changed trigger refuses less than before.
CREATE TRIGGER route_messages_published BEFORE INSERT ON route_messages
WHEN (SELECT published_at FROM driver_routes WHERE id = NEW.route_id) IS NULL
BEGIN
  SELECT RAISE(ABORT, 'route_message_published');
END;
--> statement-breakpoint
CREATE TRIGGER route_messages_stop BEFORE INSERT ON route_messages
WHEN NEW.stop_id IS NOT NULL AND (SELECT route_id FROM driver_route_stops WHERE id = NEW.stop_id) IS NOT NEW.route_id
BEGIN
  SELECT RAISE(ABORT, 'route_message_stop');
END;
--> statement-breakpoint
-- So that a removal of the customer's data finds every message about a stop of the customer.
CREATE TRIGGER route_messages_booking BEFORE INSERT ON route_messages
WHEN (SELECT booking_id FROM messages WHERE id = NEW.message_id) IS NOT
  (SELECT booking_id FROM driver_route_stops WHERE id = NEW.stop_id)
BEGIN
  SELECT RAISE(ABORT, 'route_message_booking');
END;
--> statement-breakpoint
CREATE TRIGGER route_messages_kept BEFORE UPDATE ON route_messages
BEGIN
  SELECT RAISE(ABORT, 'route_message_kept');
END;
--> statement-breakpoint
CREATE TRIGGER route_messages_no_delete BEFORE DELETE ON route_messages
BEGIN
  SELECT RAISE(ABORT, 'route_message_kept');
END;
--> statement-breakpoint
-- A message of a route that is about no customer has no removal: the nightly purge empties it.
DROP TRIGGER messages_no_update;
--> statement-breakpoint
CREATE TRIGGER messages_no_update BEFORE UPDATE ON messages
WHEN (OLD.booking_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM removals WHERE finished_at IS NULL))
  OR NEW.content <> ''
  OR NEW.id <> OLD.id OR NEW.booking_id IS NOT OLD.booking_id OR NEW.from_user_id IS NOT OLD.from_user_id
  OR NEW.to_user_id IS NOT OLD.to_user_id OR NEW.is_read <> OLD.is_read
  OR NEW.idempotency_key IS NOT OLD.idempotency_key OR NEW.created_at <> OLD.created_at
BEGIN
  SELECT RAISE(ABORT, 'messages_are_append_only');
END;
