CREATE TABLE `bookings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`address` text NOT NULL,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`zip` text NOT NULL,
	`rental_type` text NOT NULL,
	`dumpster_type` text DEFAULT '15-yard' NOT NULL,
	`delivery_date` text NOT NULL,
	`notes` text,
	`deposit_amount` integer NOT NULL,
	`stripe_payment_intent_id` text,
	`stripe_client_secret` text,
	`stripe_customer_id` text,
	`stripe_payment_method_id` text,
	`dumpster_id` integer,
	`status` text DEFAULT 'pending' NOT NULL,
	`final_price` integer,
	`payment_status` text DEFAULT 'deposit_paid' NOT NULL,
	`additional_payment_amount` integer,
	`additional_payment_date` integer,
	`refund_amount` integer,
	`refund_date` integer,
	`refund_reason` text,
	`needs_attention` text,
	`terms_version` text,
	`terms_accepted_at` integer,
	`terms_ip` text,
	`created_at` integer NOT NULL,
	CONSTRAINT "bookings_rental_type" CHECK("bookings"."rental_type" IN ('1-day', '7-day', '30-day')),
	CONSTRAINT "bookings_dumpster_type" CHECK("bookings"."dumpster_type" IN ('10-yard', '15-yard', '20-yard', '30-yard')),
	CONSTRAINT "bookings_status_known" CHECK("bookings"."status" IN ('pending', 'confirmed', 'in_transit', 'completed', 'cancelled')),
	CONSTRAINT "bookings_payment_status" CHECK("bookings"."payment_status" IN ('deposit_paid', 'fully_paid', 'refunded')),
	CONSTRAINT "bookings_needs_attention" CHECK("bookings"."needs_attention" IN ('no_unit', 'payment_mismatch')),
	CONSTRAINT "bookings_delivery_day" CHECK("bookings"."delivery_date" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "bookings_state" CHECK("bookings"."state" GLOB '[A-Z][A-Z]'),
	CONSTRAINT "bookings_amounts" CHECK("bookings"."deposit_amount" >= 0 AND "bookings"."final_price" >= 0 AND "bookings"."additional_payment_amount" >= 0 AND "bookings"."refund_amount" >= 0),
	CONSTRAINT "bookings_client_secret_empty" CHECK("bookings"."stripe_client_secret" IS NULL),
	CONSTRAINT "bookings_dumpster_empty" CHECK("bookings"."dumpster_id" IS NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_payment_intent` ON `bookings` (`stripe_payment_intent_id`);--> statement-breakpoint
CREATE INDEX `bookings_status` ON `bookings` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_delivery_date` ON `bookings` (`delivery_date`,`id`);--> statement-breakpoint
CREATE TABLE `dump_fees` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`weight` integer NOT NULL,
	`dump_location` text NOT NULL,
	`dump_date` text NOT NULL,
	`fee_amount` integer NOT NULL,
	`notes` text,
	`created_at` integer NOT NULL,
	`created_by` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "dump_fees_day" CHECK("dump_fees"."dump_date" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "dump_fees_amount" CHECK("dump_fees"."fee_amount" >= 0)
);
--> statement-breakpoint
CREATE INDEX `dump_fees_booking` ON `dump_fees` (`booking_id`);--> statement-breakpoint
CREATE TABLE `checkout_blocks` (
	`key` text PRIMARY KEY NOT NULL,
	`blocked_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `checkout_revisions` (
	`checkout_id` text NOT NULL,
	`revision` integer NOT NULL,
	`fingerprint` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`address` text NOT NULL,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`zip` text NOT NULL,
	`notes` text NOT NULL,
	`rental_type` text NOT NULL,
	`dumpster_type` text NOT NULL,
	`delivery_date` text NOT NULL,
	`end_date` text NOT NULL,
	`amount` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`checkout_id`, `revision`),
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "checkout_revisions_delivery_day" CHECK("checkout_revisions"."delivery_date" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "checkout_revisions_end_day" CHECK("checkout_revisions"."end_date" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "checkout_revisions_order" CHECK("checkout_revisions"."delivery_date" <= "checkout_revisions"."end_date"),
	CONSTRAINT "checkout_revisions_rental_type" CHECK("checkout_revisions"."rental_type" IN ('1-day', '7-day', '30-day')),
	CONSTRAINT "checkout_revisions_dumpster_type" CHECK("checkout_revisions"."dumpster_type" IN ('10-yard', '15-yard', '20-yard', '30-yard')),
	CONSTRAINT "checkout_revisions_amount" CHECK("checkout_revisions"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE `checkouts` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`current_revision` integer DEFAULT 1 NOT NULL,
	`stripe_customer_id` text,
	`stripe_payment_intent_id` text,
	`client_secret` text,
	`booking_id` integer,
	`ip_key` text NOT NULL,
	`email_key` text NOT NULL,
	`phone_key` text NOT NULL,
	`terms_version` text NOT NULL,
	`terms_accepted_at` integer NOT NULL,
	`terms_ip` text NOT NULL,
	`expires_at` integer NOT NULL,
	`lock_token` text,
	`locked_until` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "checkouts_state" CHECK("checkouts"."state" IN ('open', 'paid', 'expired')),
	CONSTRAINT "checkouts_paid" CHECK(("checkouts"."state" = 'paid') = ("checkouts"."booking_id" IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_key` ON `checkouts` (`key`) WHERE state <> 'expired';--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_payment_intent` ON `checkouts` (`stripe_payment_intent_id`);--> statement-breakpoint
CREATE INDEX `checkouts_open` ON `checkouts` (`created_at`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `checkouts_open_ip` ON `checkouts` (`ip_key`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `checkouts_open_email` ON `checkouts` (`email_key`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `checkouts_open_phone` ON `checkouts` (`phone_key`) WHERE state = 'open';--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`window_started_at` integer NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `delivery_photos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`driver_id` integer NOT NULL,
	`photo_url` text NOT NULL,
	`photo_type` text NOT NULL,
	`gps_lat` real,
	`gps_lng` real,
	`notes` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "delivery_photos_type" CHECK("delivery_photos"."photo_type" IN ('delivery_placement', 'pickup_before', 'pickup_after')),
	CONSTRAINT "delivery_photos_gps" CHECK(abs("delivery_photos"."gps_lat") <= 90 AND abs("delivery_photos"."gps_lng") <= 180)
);
--> statement-breakpoint
CREATE INDEX `delivery_photos_booking` ON `delivery_photos` (`booking_id`);--> statement-breakpoint
CREATE TABLE `driver_route_stops` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`route_id` integer NOT NULL,
	`booking_id` integer NOT NULL,
	`stop_order` integer NOT NULL,
	`stop_type` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`estimated_arrival` integer,
	`actual_arrival` integer,
	`customer_signature` text,
	`notes` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`route_id`) REFERENCES `driver_routes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "driver_route_stops_status" CHECK("driver_route_stops"."status" IN ('pending', 'in_transit', 'delivered', 'completed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `driver_route_stops_order` ON `driver_route_stops` (`route_id`,`stop_order`);--> statement-breakpoint
CREATE INDEX `driver_route_stops_booking` ON `driver_route_stops` (`booking_id`);--> statement-breakpoint
CREATE TABLE `driver_routes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`driver_id` integer NOT NULL,
	`date` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`start_time` integer,
	`end_time` integer,
	`total_miles` real,
	`notes` text,
	`created_at` integer NOT NULL,
	`created_by` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "driver_routes_day" CHECK("driver_routes"."date" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
--> statement-breakpoint
CREATE INDEX `driver_routes_driver` ON `driver_routes` (`driver_id`,`date`);--> statement-breakpoint
CREATE TABLE `dumpster_schedule` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dumpster_id` integer NOT NULL,
	`booking_id` integer,
	`checkout_id` text,
	`revision` integer,
	`start_date` text NOT NULL,
	`end_date` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`dumpster_id`) REFERENCES `dumpsters`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "dumpster_schedule_owner" CHECK(("dumpster_schedule"."booking_id" IS NULL) <> ("dumpster_schedule"."checkout_id" IS NULL) AND ("dumpster_schedule"."checkout_id" IS NULL) = ("dumpster_schedule"."revision" IS NULL)),
	CONSTRAINT "dumpster_schedule_start" CHECK("dumpster_schedule"."start_date" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "dumpster_schedule_end" CHECK("dumpster_schedule"."end_date" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "dumpster_schedule_order" CHECK("dumpster_schedule"."start_date" <= "dumpster_schedule"."end_date")
);
--> statement-breakpoint
CREATE INDEX `dumpster_schedule_unit` ON `dumpster_schedule` (`dumpster_id`,`end_date`,`start_date`);--> statement-breakpoint
CREATE UNIQUE INDEX `dumpster_schedule_booking` ON `dumpster_schedule` (`booking_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `dumpster_schedule_checkout` ON `dumpster_schedule` (`checkout_id`,`revision`);--> statement-breakpoint
CREATE TABLE `dumpsters` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dumpster_number` text NOT NULL,
	`dumpster_type` text NOT NULL,
	`is_available` integer DEFAULT true NOT NULL,
	`notes` text,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "dumpsters_type_known" CHECK("dumpsters"."dumpster_type" IN ('10-yard', '15-yard', '20-yard', '30-yard'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dumpsters_number` ON `dumpsters` (`dumpster_number`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `dumpsters_type` ON `dumpsters` (`dumpster_type`);--> statement-breakpoint
CREATE TABLE `analytics_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_type` text NOT NULL,
	`event_data` text,
	`user_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `analytics_events_type` ON `analytics_events` (`event_type`,`created_at`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer,
	`from_user_id` integer,
	`to_user_id` integer,
	`content` text NOT NULL,
	`is_read` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`from_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `messages_booking` ON `messages` (`booking_id`);--> statement-breakpoint
CREATE INDEX `messages_to_user` ON `messages` (`to_user_id`,`is_read`);--> statement-breakpoint
CREATE TABLE `payment_operations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`kind` text NOT NULL,
	`state` text DEFAULT 'started' NOT NULL,
	`amount` integer NOT NULL,
	`reason` text,
	`idempotency_key` text,
	`stripe_payment_intent_id` text,
	`error_code` text,
	`created_by` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_operations_kind" CHECK("payment_operations"."kind" IN ('charge', 'refund')),
	CONSTRAINT "payment_operations_state" CHECK("payment_operations"."state" IN ('started', 'confirming', 'unknown', 'succeeded', 'failed', 'canceled')),
	CONSTRAINT "payment_operations_amount" CHECK("payment_operations"."amount" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_operations_live` ON `payment_operations` (`booking_id`) WHERE state IN ('started', 'confirming', 'unknown');--> statement-breakpoint
CREATE UNIQUE INDEX `payment_operations_key` ON `payment_operations` (`idempotency_key`);--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`object_id` text NOT NULL,
	`api_version` text,
	`created` integer NOT NULL,
	`received_at` integer NOT NULL,
	`processed_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `stripe_events_unprocessed` ON `stripe_events` (`received_at`) WHERE processed_at IS NULL;--> statement-breakpoint
CREATE INDEX `stripe_events_object` ON `stripe_events` (`object_id`,`type`);--> statement-breakpoint
CREATE TABLE `transactions` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`kind` text NOT NULL,
	`booking_id` integer,
	`checkout_id` text,
	`payment_id` text,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`receipt_email` text,
	`reason` text,
	`payment_method` text,
	`charge_id` text,
	`receipt_url` text,
	`snapshot` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "transactions_type" CHECK("transactions"."type" IN ('payment', 'refund')),
	CONSTRAINT "transactions_kind" CHECK("transactions"."kind" IN ('deposit', 'balance') AND "transactions"."type" = 'payment' OR "transactions"."kind" IN ('refund', 'dispute') AND "transactions"."type" = 'refund'),
	CONSTRAINT "transactions_status" CHECK("transactions"."status" IN ('succeeded', 'processing', 'requires_payment_method', 'requires_action', 'canceled', 'pending', 'failed')),
	CONSTRAINT "transactions_amount" CHECK("transactions"."amount" > 0),
	CONSTRAINT "transactions_refund_of" CHECK(("transactions"."type" = 'refund') = ("transactions"."payment_id" IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX `transactions_created` ON `transactions` (`created_at`);--> statement-breakpoint
CREATE INDEX `transactions_booking` ON `transactions` (`booking_id`);--> statement-breakpoint
CREATE INDEX `transactions_checkout` ON `transactions` (`checkout_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`password` text NOT NULL,
	`email` text,
	`first_name` text,
	`last_name` text,
	`phone` text,
	`role` text DEFAULT 'customer' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`password_reset_token` text,
	`password_reset_expires` integer,
	`created_at` integer NOT NULL,
	`created_by` integer,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "users_role" CHECK("users"."role" IN ('super_admin', 'admin', 'view_only', 'driver', 'customer'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX `users_password_reset_token` ON `users` (`password_reset_token`);