CREATE TABLE `restore_steps` (
	`restore_id` integer NOT NULL,
	`step` text NOT NULL,
	`done_at_ms` integer,
	`result` text,
	PRIMARY KEY(`restore_id`, `step`),
	FOREIGN KEY (`restore_id`) REFERENCES `restores`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `restores` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`restored_at_ms` integer NOT NULL,
	`restored_to_ms` integer NOT NULL,
	`finished_at_ms` integer
);
--> statement-breakpoint
CREATE INDEX `restores_unfinished` ON `restores` (`id`) WHERE finished_at_ms IS NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `held_at` integer;