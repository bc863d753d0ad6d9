-- A message of a route needs a published route: drivers do not see the others.
CREATE TRIGGER route_messages_published BEFORE INSERT ON route_messages
WHEN (SELECT published_at FROM driver_routes WHERE id = NEW.route_id) IS NULL
BEGIN
  SELECT RAISE(ABORT, 'route_message_published');
END;

-- The stop of a message belongs to the route of the message.
CREATE TRIGGER route_messages_stop BEFORE INSERT ON route_messages
WHEN NEW.stop_id IS NOT NULL AND (SELECT route_id FROM driver_route_stops WHERE id = NEW.stop_id) IS NOT NEW.route_id
BEGIN
  SELECT RAISE(ABORT, 'route_message_stop');
END;

-- A message about a stop has the booking of the stop, so a removal of the customer's data finds it.
CREATE TRIGGER route_messages_booking BEFORE INSERT ON route_messages
WHEN (SELECT booking_id FROM messages WHERE id = NEW.message_id) IS NOT
  (SELECT booking_id FROM driver_route_stops WHERE id = NEW.stop_id)
BEGIN
  SELECT RAISE(ABORT, 'route_message_booking');
END;

-- The route and stop of a message never change.
CREATE TRIGGER route_messages_kept BEFORE UPDATE ON route_messages
BEGIN
  SELECT RAISE(ABORT, 'route_message_kept');
END;

-- The route of a message is never deleted from it.
CREATE TRIGGER route_messages_no_delete BEFORE DELETE ON route_messages
BEGIN
  SELECT RAISE(ABORT, 'route_message_kept');
END;
