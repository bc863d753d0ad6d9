-- Every change of a route increments its version, so a batch that begins with the next version is whole or absent.
CREATE TRIGGER driver_routes_next_version BEFORE UPDATE OF version ON driver_routes WHEN NEW.version <> OLD.version + 1
BEGIN
  SELECT RAISE(ABORT, 'route_version');
END;
