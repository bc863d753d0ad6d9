CREATE TABLE `email_bounces` (
	`email` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`bounced_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `text_consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`phone` text NOT NULL,
	`is_given` integer NOT NULL,
	`source` text NOT NULL,
	`wording` text,
	`ip` text,
	`created_at` integer NOT NULL,
	`created_by` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "text_consents_wording" CHECK("text_consents"."is_given" = 0 OR "text_consents"."wording" IS NOT NULL),
	CONSTRAINT "text_consents_author" CHECK(("text_consents"."source" = 'form') = ("text_consents"."created_by" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `text_consents_booking` ON `text_consents` (`booking_id`);--> statement-breakpoint
CREATE INDEX `text_consents_phone` ON `text_consents` (`phone`,`id`);--> statement-breakpoint
CREATE TABLE `text_messages` (
	`outbox_id` text PRIMARY KEY NOT NULL,
	`booking_id` integer NOT NULL,
	`phone` text NOT NULL,
	`body` text NOT NULL,
	`status` text DEFAULT 'prepared' NOT NULL,
	`provider_id` text,
	`error_code` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`outbox_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `text_messages_provider` ON `text_messages` (`provider_id`) WHERE provider_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `text_messages_booking` ON `text_messages` (`booking_id`);--> statement-breakpoint
CREATE TABLE `text_replies` (
	`id` text PRIMARY KEY NOT NULL,
	`phone` text NOT NULL,
	`keyword` text NOT NULL,
	`body` text NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `text_replies_phone` ON `text_replies` (`phone`,`received_at`);--> statement-breakpoint
ALTER TABLE `checkout_revisions` ADD `text_opt_in` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `message_id` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `undelivered_at` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `undelivered_reason` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `drop_reason` text;--> statement-breakpoint
CREATE INDEX `outbox_dropped` ON `outbox` (`created_at`) WHERE drop_reason IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_undelivered` ON `outbox` (`created_at`) WHERE undelivered_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_message` ON `outbox` (`message_id`) WHERE message_id IS NOT NULL;