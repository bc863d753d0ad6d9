-- contract
DROP TRIGGER bookings_jobs_status;
--> statement-breakpoint
DROP TRIGGER driver_route_stops_plan;
--> statement-breakpoint
DROP TRIGGER driver_route_stops_take_off;
--> statement-breakpoint
DROP TRIGGER driver_route_stops_delete;
--> statement-breakpoint
DROP TRIGGER driver_route_stops_restore;
--> statement-breakpoint
DROP TRIGGER jobs_leave_route;
--> statement-breakpoint
DROP TRIGGER jobs_done_on_route;
--> statement-breakpoint
DROP TRIGGER jobs_withdrawn;
--> statement-breakpoint
-- A job that staff cancelled alone stays cancelled.
CREATE TRIGGER jobs_withdrawn BEFORE UPDATE OF status ON jobs
WHEN OLD.withdrawn_at IS NOT NULL AND NEW.status <> 'cancelled'
BEGIN
  SELECT RAISE(ABORT, 'jobs_withdrawn');
END;
