CREATE TABLE `backup_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`state` text DEFAULT 'running' NOT NULL,
	`requested_at` integer NOT NULL,
	`progress` text,
	`step` integer DEFAULT 0 NOT NULL,
	`lease_until` integer,
	`finished_at` integer,
	`manifest_key` text,
	`error` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `backup_runs_running` ON `backup_runs` (`state`) WHERE state = 'running';