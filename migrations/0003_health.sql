CREATE TABLE `cron_runs` (
	`task` text PRIMARY KEY NOT NULL,
	`expected_since` integer NOT NULL,
	`succeeded_at` integer,
	`failed_at` integer,
	`error` text
);
--> statement-breakpoint
CREATE TABLE `health_alerts` (
	`check_name` text PRIMARY KEY NOT NULL,
	`failing_since` integer NOT NULL,
	`alerted_at` integer,
	`recovered_at` integer
);
--> statement-breakpoint
CREATE INDEX `outbox_pending` ON `outbox` (`created_at`) WHERE done_at IS NULL AND dead_at IS NULL AND held_at IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_dead` ON `outbox` (`dead_at`) WHERE done_at IS NULL AND dead_at IS NOT NULL;