-- compatible: the previous release names an action in every conflict that it adds, and does not list those of photos.
-- A conflict can belong to a photo without an action. No statement refers to this table, so it can be made again.
CREATE TABLE driver_conflicts_kept AS SELECT * FROM driver_conflicts;
--> statement-breakpoint
DROP TABLE driver_conflicts;
--> statement-breakpoint
CREATE TABLE `driver_conflicts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`action_id` text,
	`photo_id` text,
	`kind` text NOT NULL,
	`stop_id` integer NOT NULL,
	`booking_id` integer,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	FOREIGN KEY (`action_id`) REFERENCES `driver_actions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`photo_id`) REFERENCES `delivery_photos`(`upload_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`stop_id`) REFERENCES `driver_route_stops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "driver_conflicts_record" CHECK(("driver_conflicts"."action_id" IS NULL) <> ("driver_conflicts"."photo_id" IS NULL)),
	CONSTRAINT "driver_conflicts_decided" CHECK("driver_conflicts"."decided_by" IS NULL OR "driver_conflicts"."decided_at" IS NOT NULL)
);
--> statement-breakpoint
INSERT INTO driver_conflicts ("id", "action_id", "kind", "stop_id", "booking_id", "message", "created_at", "decided_at", "decided_by") SELECT "id", "action_id", "kind", "stop_id", "booking_id", "message", "created_at", "decided_at", "decided_by" FROM driver_conflicts_kept;
--> statement-breakpoint
DROP TABLE driver_conflicts_kept;
--> statement-breakpoint
CREATE UNIQUE INDEX `driver_conflicts_action` ON `driver_conflicts` (`action_id`,`kind`);--> statement-breakpoint
CREATE UNIQUE INDEX `driver_conflicts_photo` ON `driver_conflicts` (`photo_id`,`kind`) WHERE photo_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `driver_conflicts_stop` ON `driver_conflicts` (`stop_id`,`kind`);--> statement-breakpoint
CREATE INDEX `driver_conflicts_open` ON `driver_conflicts` (`created_at`,`id`) WHERE decided_at IS NULL;--> statement-breakpoint
CREATE INDEX `driver_conflicts_booking` ON `driver_conflicts` (`booking_id`) WHERE booking_id IS NOT NULL;
--> statement-breakpoint
-- A conflict is decided once, and nothing else of it changes.
CREATE TRIGGER driver_conflicts_facts BEFORE UPDATE OF id, action_id, photo_id, kind, stop_id, booking_id, message, created_at ON driver_conflicts
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
