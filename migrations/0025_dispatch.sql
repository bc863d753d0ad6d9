-- compatible: the previous release writes no routes, stops or photos.
CREATE TABLE `dispatch_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`stop_minutes` text DEFAULT '{}' NOT NULL,
	`day_start` text DEFAULT '07:00' NOT NULL,
	`day_end` text DEFAULT '17:00' NOT NULL,
	`required_items` text DEFAULT '{}' NOT NULL,
	`photo_retention_days` integer DEFAULT 730 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "dispatch_settings_one_row" CHECK("dispatch_settings"."id" = 1),
	CONSTRAINT "dispatch_settings_retention" CHECK("dispatch_settings"."photo_retention_days" >= 30)
);
--> statement-breakpoint
CREATE TABLE `geocodes` (
	`address` text PRIMARY KEY NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	`precision` text NOT NULL,
	`source` text NOT NULL,
	`checked_at` integer NOT NULL,
	CONSTRAINT "geocodes_on_earth" CHECK(abs("geocodes"."lat") <= 90 AND abs("geocodes"."lng") <= 180)
);
--> statement-breakpoint
CREATE TABLE `sites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`lat` real,
	`lng` real,
	`hours` text,
	`accepted_waste` text,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sites_place" CHECK(("sites"."lat" IS NULL) = ("sites"."lng" IS NULL)),
	CONSTRAINT "sites_on_earth" CHECK(abs("sites"."lat") <= 90 AND abs("sites"."lng") <= 180)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sites_name` ON `sites` (lower("name")) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE TABLE `trucks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`plate` text DEFAULT '' NOT NULL,
	`capacity` integer DEFAULT 1 NOT NULL,
	`is_in_service` integer DEFAULT true NOT NULL,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "trucks_capacity" CHECK("trucks"."capacity" BETWEEN 1 AND 9)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trucks_name` ON `trucks` (lower("name")) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE TABLE `driver_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`driver_id` integer NOT NULL,
	`stop_id` integer NOT NULL,
	`type` text NOT NULL,
	`payload` text NOT NULL,
	`device_time` integer NOT NULL,
	`corrected_time` integer NOT NULL,
	`received_at` integer NOT NULL,
	`result` text NOT NULL,
	`reason` text,
	`approval` text,
	`approved_by` integer,
	`approved_at` integer,
	FOREIGN KEY (`driver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`stop_id`) REFERENCES `driver_route_stops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`approved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `driver_actions_stop` ON `driver_actions` (`stop_id`,`corrected_time`);--> statement-breakpoint
CREATE INDEX `driver_actions_waiting` ON `driver_actions` (`received_at`) WHERE approval = 'waiting';--> statement-breakpoint
CREATE TABLE `driver_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_by` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `driver_links_user` ON `driver_links` (`user_id`);--> statement-breakpoint
CREATE TABLE `stop_publications` (
	`stop_id` integer NOT NULL,
	`driver_id` integer NOT NULL,
	`published_at` integer NOT NULL,
	PRIMARY KEY(`stop_id`, `driver_id`),
	FOREIGN KEY (`stop_id`) REFERENCES `driver_route_stops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `unit_locations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dumpster_id` integer NOT NULL,
	`place` text NOT NULL,
	`site_id` integer,
	`booking_id` integer,
	`truck_id` integer,
	`since` integer NOT NULL,
	`job_id` integer,
	`action_id` text,
	`user_id` integer,
	`reason` text,
	`created_at` integer NOT NULL,
	`voided_at` integer,
	FOREIGN KEY (`dumpster_id`) REFERENCES `dumpsters`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`truck_id`) REFERENCES `trucks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`action_id`) REFERENCES `driver_actions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "unit_locations_booking" CHECK(("unit_locations"."place" = 'booking') = ("unit_locations"."booking_id" IS NOT NULL)),
	CONSTRAINT "unit_locations_truck" CHECK(("unit_locations"."place" = 'truck') = ("unit_locations"."truck_id" IS NOT NULL)),
	CONSTRAINT "unit_locations_reason" CHECK("unit_locations"."user_id" IS NULL OR "unit_locations"."reason" IS NOT NULL OR "unit_locations"."job_id" IS NOT NULL)
);
--> statement-breakpoint
CREATE INDEX `unit_locations_unit` ON `unit_locations` (`dumpster_id`,`since`,`id`) WHERE voided_at IS NULL;--> statement-breakpoint
CREATE INDEX `unit_locations_job` ON `unit_locations` (`job_id`) WHERE job_id IS NOT NULL;--> statement-breakpoint
-- A photo can belong to a stop without a booking. No statement refers to this table, so it can be made again.
CREATE TABLE delivery_photos_kept AS SELECT * FROM delivery_photos;
--> statement-breakpoint
DROP TABLE delivery_photos;
--> statement-breakpoint
CREATE TABLE `delivery_photos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer,
	`driver_id` integer NOT NULL,
	`photo_url` text NOT NULL,
	`photo_type` text NOT NULL,
	`gps_lat` real,
	`gps_lng` real,
	`notes` text,
	`created_at` integer NOT NULL,
	`upload_id` text,
	`stop_id` integer,
	`action_id` text,
	`key` text,
	`media_type` text,
	`size_bytes` integer,
	`width` integer,
	`height` integer,
	`sha256` text,
	`taken_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`stop_id`) REFERENCES `driver_route_stops`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "delivery_photos_gps" CHECK(abs("delivery_photos"."gps_lat") <= 90 AND abs("delivery_photos"."gps_lng") <= 180)
);
--> statement-breakpoint
INSERT INTO delivery_photos ("id", "booking_id", "driver_id", "photo_url", "photo_type", "gps_lat", "gps_lng", "notes", "created_at") SELECT "id", "booking_id", "driver_id", "photo_url", "photo_type", "gps_lat", "gps_lng", "notes", "created_at" FROM delivery_photos_kept;
--> statement-breakpoint
DROP TABLE delivery_photos_kept;
--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_photos_upload` ON `delivery_photos` (`upload_id`);--> statement-breakpoint
CREATE INDEX `delivery_photos_stop` ON `delivery_photos` (`stop_id`) WHERE stop_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `delivery_photos_created` ON `delivery_photos` (`created_at`);--> statement-breakpoint
CREATE INDEX `delivery_photos_booking` ON `delivery_photos` (`booking_id`);--> statement-breakpoint
ALTER TABLE `driver_route_stops` ADD `job_id` integer REFERENCES jobs(id);--> statement-breakpoint
ALTER TABLE `driver_route_stops` ADD `site_id` integer REFERENCES sites(id);--> statement-breakpoint
ALTER TABLE `driver_route_stops` ADD `planned_minutes` integer;--> statement-breakpoint
ALTER TABLE `driver_route_stops` ADD `distance_m` integer;--> statement-breakpoint
ALTER TABLE `driver_route_stops` ADD `departed_at` integer;--> statement-breakpoint
ALTER TABLE `driver_route_stops` ADD `outcome` text;--> statement-breakpoint
ALTER TABLE `driver_route_stops` ADD `outcome_reason` text;--> statement-breakpoint
ALTER TABLE `driver_route_stops` ADD `is_pinned` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `driver_route_stops` ADD `changed_at` integer;--> statement-breakpoint
ALTER TABLE `driver_route_stops` ADD `removed_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `driver_route_stops_live_job` ON `driver_route_stops` (`job_id`) WHERE removed_at IS NULL AND status IN ('pending', 'in_transit');--> statement-breakpoint
CREATE INDEX `driver_route_stops_job` ON `driver_route_stops` (`job_id`) WHERE job_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `driver_routes` ADD `truck_id` integer REFERENCES trucks(id);--> statement-breakpoint
ALTER TABLE `driver_routes` ADD `start_site_id` integer REFERENCES sites(id);--> statement-breakpoint
ALTER TABLE `driver_routes` ADD `end_site_id` integer REFERENCES sites(id);--> statement-breakpoint
ALTER TABLE `driver_routes` ADD `published_at` integer;--> statement-breakpoint
ALTER TABLE `driver_routes` ADD `removed_at` integer;--> statement-breakpoint
ALTER TABLE `driver_routes` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `driver_routes_driver_day` ON `driver_routes` (`driver_id`,`date`) WHERE removed_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `driver_routes_truck_day` ON `driver_routes` (`truck_id`,`date`) WHERE removed_at IS NULL;--> statement-breakpoint
CREATE INDEX `driver_routes_date` ON `driver_routes` (`date`);--> statement-breakpoint
ALTER TABLE `users` ADD `deactivated_at` integer;
--> statement-breakpoint
INSERT INTO dispatch_settings (id) VALUES (1);
--> statement-breakpoint
-- Units on site: the first one, or that of the last exchange that is done.
INSERT INTO unit_locations (dumpster_id, place, booking_id, since, job_id, created_at)
SELECT s.dumpster_id, 'booking', b.id, coalesce(d.done_at, unixepoch(d.due_day) * 1000), d.id, unixepoch() * 1000
FROM bookings b
JOIN jobs d ON d.booking_id = b.id AND d.type = 'delivery' AND d.status = 'done'
JOIN dumpster_schedule s ON s.booking_id = b.id AND s.start_date = (
  SELECT max(start_date) FROM dumpster_schedule x WHERE x.booking_id = b.id AND (x.role = 'first' OR EXISTS (
    SELECT 1 FROM jobs e WHERE e.booking_id = b.id AND e.type = 'exchange' AND e.status = 'done' AND e.due_day = x.start_date)))
WHERE b.site_status = 'on_site';
--> statement-breakpoint
-- A pin that staff placed is changed by staff only.
CREATE TRIGGER geocodes_manual BEFORE UPDATE ON geocodes WHEN OLD.precision = 'manual' AND NEW.precision <> 'manual'
BEGIN
  SELECT RAISE(ABORT, 'geocode_manual');
END;
--> statement-breakpoint
CREATE TRIGGER stop_publications_no_delete BEFORE DELETE ON stop_publications
BEGIN
  SELECT RAISE(ABORT, 'stop_publication_kept');
END;
--> statement-breakpoint
-- What a driver did is never changed. The result changes when an approval decides, and a removal blanks the payload.
CREATE TRIGGER driver_actions_facts BEFORE UPDATE OF id, driver_id, stop_id, type, device_time, corrected_time, received_at ON driver_actions
BEGIN
  SELECT RAISE(ABORT, 'driver_action_kept');
END;
--> statement-breakpoint
CREATE TRIGGER driver_actions_no_delete BEFORE DELETE ON driver_actions
BEGIN
  SELECT RAISE(ABORT, 'driver_action_kept');
END;
--> statement-breakpoint
-- Only the end of a row changes, once; a removal blanks its reason.
CREATE TRIGGER unit_locations_facts BEFORE UPDATE OF id, dumpster_id, place, site_id, booking_id, truck_id, since, job_id, action_id, user_id, created_at ON unit_locations
BEGIN
  SELECT RAISE(ABORT, 'unit_location_kept');
END;
--> statement-breakpoint
CREATE TRIGGER unit_locations_voided BEFORE UPDATE OF voided_at ON unit_locations WHEN OLD.voided_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'unit_location_kept');
END;
--> statement-breakpoint
CREATE TRIGGER unit_locations_no_delete BEFORE DELETE ON unit_locations
BEGIN
  SELECT RAISE(ABORT, 'unit_location_kept');
END;
