CREATE TABLE `clients` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`phone` text NOT NULL,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`total_bookings` integer NOT NULL,
	`first_delivery_date` text NOT NULL,
	`last_delivery_date` text NOT NULL,
	`last_booking_id` integer NOT NULL,
	CONSTRAINT "clients_bookings_counted" CHECK("clients"."total_bookings" > 0),
	CONSTRAINT "clients_first_day" CHECK("clients"."first_delivery_date" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "clients_last_day" CHECK("clients"."last_delivery_date" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `clients_email` ON `clients` (`email`);--> statement-breakpoint
CREATE INDEX `clients_last` ON `clients` (`last_delivery_date`,`id`);--> statement-breakpoint
CREATE INDEX `clients_state` ON `clients` (`state`,`last_delivery_date`,`id`);--> statement-breakpoint
CREATE INDEX `clients_name` ON `clients` (lower("last_name" || ' ' || "first_name"),`id`);--> statement-breakpoint
CREATE INDEX `clients_bookings` ON `clients` (`total_bookings`,`id`);--> statement-breakpoint
CREATE INDEX `clients_city` ON `clients` (lower("city"),`id`);--> statement-breakpoint
CREATE INDEX `clients_least_2` ON `clients` (`last_delivery_date`,`id`) WHERE total_bookings >= 2;--> statement-breakpoint
CREATE INDEX `clients_least_3` ON `clients` (`last_delivery_date`,`id`) WHERE total_bookings >= 3;--> statement-breakpoint
CREATE INDEX `clients_least_5` ON `clients` (`last_delivery_date`,`id`) WHERE total_bookings >= 5;--> statement-breakpoint
CREATE INDEX `clients_least_10` ON `clients` (`last_delivery_date`,`id`) WHERE total_bookings >= 10;--> statement-breakpoint
CREATE TABLE `totals` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `__new_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer NOT NULL,
	`except_session_id` text,
	`recipient` text,
	`version` integer,
	`created_at` integer NOT NULL,
	`done_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`error` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "outbox_kind" CHECK("__new_outbox"."kind" IN ('end-sessions', 'password-reset', 'account-changed')),
	CONSTRAINT "outbox_account_changed" CHECK(("__new_outbox"."kind" = 'account-changed') = ("__new_outbox"."recipient" IS NOT NULL AND "__new_outbox"."version" IS NOT NULL))
);
--> statement-breakpoint
INSERT INTO `__new_outbox`("id", "kind", "user_id", "except_session_id", "recipient", "version", "created_at", "done_at", "attempts", "error") SELECT "id", "kind", "user_id", "except_session_id", NULL, NULL, "created_at", "done_at", "attempts", "error" FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`created_at`) WHERE done_at IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_user` ON `outbox` (`user_id`,`kind`,`created_at`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `client_email` text GENERATED ALWAYS AS (lower(trim(email))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `bookings_payment_status` ON `bookings` (`payment_status`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_rental_type` ON `bookings` (`rental_type`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_dumpster_type` ON `bookings` (`dumpster_type`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_state` ON `bookings` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_created` ON `bookings` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_deposit` ON `bookings` (`deposit_amount`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_final_price` ON `bookings` (coalesce("final_price", -1),`id`);--> statement-breakpoint
CREATE INDEX `bookings_customer` ON `bookings` (lower("last_name" || ' ' || "first_name"),`id`);--> statement-breakpoint
CREATE INDEX `bookings_status_day` ON `bookings` (`status`,`delivery_date`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_client` ON `bookings` (`client_email`,`delivery_date`,`id`);--> statement-breakpoint
ALTER TABLE `dumpsters` ADD `version` integer DEFAULT 1 NOT NULL;