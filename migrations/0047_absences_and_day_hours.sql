CREATE TABLE `day_absences` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`day` text NOT NULL,
	`truck_id` integer,
	`driver_id` integer,
	`from_time` text NOT NULL,
	`reason` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`unit_ids` text DEFAULT '[]' NOT NULL,
	`units_truck_id` integer,
	`created_at` integer NOT NULL,
	`created_by` integer NOT NULL,
	FOREIGN KEY (`truck_id`) REFERENCES `trucks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`units_truck_id`) REFERENCES `trucks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "day_absences_who" CHECK("day_absences"."truck_id" IS NOT NULL OR "day_absences"."driver_id" IS NOT NULL),
	CONSTRAINT "day_absences_day" CHECK("day_absences"."day" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `day_absences_truck` ON `day_absences` (`day`,`truck_id`) WHERE truck_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `day_absences_driver` ON `day_absences` (`day`,`driver_id`) WHERE driver_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `site_day_hours` (
	`site_id` integer NOT NULL,
	`day` text NOT NULL,
	`opens` text,
	`closes` text,
	`note` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`site_id`, `day`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "site_day_hours_span" CHECK(("site_day_hours"."opens" IS NULL) = ("site_day_hours"."closes" IS NULL)),
	CONSTRAINT "site_day_hours_order" CHECK("site_day_hours"."closes" > "site_day_hours"."opens"),
	CONSTRAINT "site_day_hours_day" CHECK("site_day_hours"."day" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
