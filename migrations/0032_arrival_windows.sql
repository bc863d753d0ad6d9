CREATE TABLE `arrival_windows` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`driver_id` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`outbox_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "arrival_windows_span" CHECK("arrival_windows"."ends_at" > "arrival_windows"."starts_at"),
	CONSTRAINT "arrival_windows_on" CHECK("arrival_windows"."day" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `arrival_windows_once` ON `arrival_windows` (`job_id`,`day`,`kind`);--> statement-breakpoint
CREATE INDEX `arrival_windows_day` ON `arrival_windows` (`day`);--> statement-breakpoint
ALTER TABLE `driver_route_stops` ADD `are_minutes_set` integer DEFAULT false NOT NULL;