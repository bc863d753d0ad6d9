CREATE TABLE `cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`reached_at` integer NOT NULL,
	`result` text
);
--> statement-breakpoint
CREATE INDEX `reconciliation_issues_waiting` ON `reconciliation_issues` (`id`) WHERE settled_at IS NULL;