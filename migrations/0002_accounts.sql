CREATE TABLE `history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`subject_id` integer NOT NULL,
	`version` integer NOT NULL,
	`action` text NOT NULL,
	`actor_id` integer NOT NULL,
	`actor_name` text NOT NULL,
	`before` text,
	`after` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "history_subject_known" CHECK("history"."subject" IN ('user', 'booking', 'dumpster'))
);
--> statement-breakpoint
CREATE INDEX `history_subject` ON `history` (`subject`,`subject_id`,`id`);--> statement-breakpoint
CREATE TABLE `known_devices` (
	`user_id` integer NOT NULL,
	`device_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `device_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer NOT NULL,
	`except_session_id` text,
	`created_at` integer NOT NULL,
	`done_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`error` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "outbox_kind" CHECK("outbox"."kind" IN ('end-sessions', 'password-reset'))
);
--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`created_at`) WHERE done_at IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_user` ON `outbox` (`user_id`,`kind`,`created_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `version` integer DEFAULT 1 NOT NULL;