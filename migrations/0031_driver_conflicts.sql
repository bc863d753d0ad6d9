-- compatible: the previous release writes neither the table nor the new columns, which are null in its rows.
CREATE TABLE `driver_conflicts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`action_id` text NOT NULL,
	`kind` text NOT NULL,
	`stop_id` integer NOT NULL,
	`booking_id` integer,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	FOREIGN KEY (`action_id`) REFERENCES `driver_actions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`stop_id`) REFERENCES `driver_route_stops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "driver_conflicts_decided" CHECK("driver_conflicts"."decided_by" IS NULL OR "driver_conflicts"."decided_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `driver_conflicts_action` ON `driver_conflicts` (`action_id`,`kind`);--> statement-breakpoint
CREATE INDEX `driver_conflicts_open` ON `driver_conflicts` (`created_at`,`id`) WHERE decided_at IS NULL;--> statement-breakpoint
CREATE INDEX `driver_conflicts_booking` ON `driver_conflicts` (`booking_id`) WHERE booking_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `dump_fees` ADD `action_id` text REFERENCES driver_actions(id);--> statement-breakpoint
ALTER TABLE `dump_fees` ADD `load_stop_id` integer REFERENCES driver_route_stops(id);--> statement-breakpoint
CREATE UNIQUE INDEX `dump_fees_action` ON `dump_fees` (`action_id`) WHERE action_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `dump_fees_load` ON `dump_fees` (`load_stop_id`) WHERE load_stop_id IS NOT NULL AND voided_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER dump_fees_load_no_update BEFORE UPDATE OF action_id, load_stop_id ON dump_fees
WHEN NEW.action_id IS NOT OLD.action_id OR NEW.load_stop_id IS NOT OLD.load_stop_id
BEGIN
  SELECT RAISE(ABORT, 'dump_fees_are_voided_only');
END;
--> statement-breakpoint
-- A conflict is decided once, and nothing else of it changes.
CREATE TRIGGER driver_conflicts_facts BEFORE UPDATE OF id, action_id, kind, stop_id, booking_id, message, created_at ON driver_conflicts
BEGIN
  SELECT RAISE(ABORT, 'driver_conflict_kept');
END;
--> statement-breakpoint
CREATE TRIGGER driver_conflicts_decided_once BEFORE UPDATE OF decided_at, decided_by ON driver_conflicts WHEN OLD.decided_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'driver_conflict_kept');
END;
--> statement-breakpoint
CREATE TRIGGER driver_conflicts_no_delete BEFORE DELETE ON driver_conflicts
BEGIN
  SELECT RAISE(ABORT, 'driver_conflict_kept');
END;
