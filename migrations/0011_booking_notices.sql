CREATE TABLE `__new_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer,
	`booking_id` integer,
	`cause` text,
	`except_session_id` text,
	`recipient` text,
	`version` integer,
	`created_at` integer NOT NULL,
	`done_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`error` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "outbox_about" CHECK(("__new_outbox"."user_id" IS NULL) <> ("__new_outbox"."booking_id" IS NULL) AND ("__new_outbox"."user_id" IS NOT NULL) = ("__new_outbox"."kind" IN ('end-sessions', 'password-reset', 'account-changed'))),
	CONSTRAINT "outbox_has_cause" CHECK(("__new_outbox"."booking_id" IS NULL) = ("__new_outbox"."cause" IS NULL)),
	CONSTRAINT "outbox_account_changed" CHECK(("__new_outbox"."kind" = 'account-changed') = ("__new_outbox"."recipient" IS NOT NULL AND "__new_outbox"."version" IS NOT NULL))
);
--> statement-breakpoint
INSERT INTO `__new_outbox`("id", "kind", "user_id", "booking_id", "cause", "except_session_id", "recipient", "version", "created_at", "done_at", "attempts", "error") SELECT "id", "kind", "user_id", NULL, NULL, "except_session_id", "recipient", "version", "created_at", "done_at", "attempts", "error" FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_cause` ON `outbox` (`cause`);--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`created_at`) WHERE done_at IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_user` ON `outbox` (`user_id`,`kind`,`created_at`);