-- contract: an earlier release cannot show unpaid bookings, counts an unpaid deposit as paid and ends a cancellation as a refund. While a deployment runs it works, because it writes none of these.
CREATE TABLE `message_mentions` (
	`message_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`read_at` integer,
	PRIMARY KEY(`message_id`, `user_id`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `message_mentions_unread` ON `message_mentions` (`user_id`) WHERE read_at IS NULL;--> statement-breakpoint
CREATE TABLE `bulk_action_rows` (
	`action_id` integer NOT NULL,
	`booking_id` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`message` text,
	PRIMARY KEY(`action_id`, `booking_id`),
	FOREIGN KEY (`action_id`) REFERENCES `bulk_actions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `bulk_action_rows_waiting` ON `bulk_action_rows` (`action_id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE TABLE `bulk_actions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`input` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` integer NOT NULL,
	`finished_at` integer,
	`seen_at` integer,
	`idempotency_key` text,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bulk_actions_key` ON `bulk_actions` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `bulk_actions_owner` ON `bulk_actions` (`created_by`,`id`);--> statement-breakpoint
CREATE TABLE `client_aliases` (
	`alias_key` text PRIMARY KEY NOT NULL,
	`client_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` integer,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `client_aliases_client` ON `client_aliases` (`client_key`);--> statement-breakpoint
CREATE TABLE `saved_views` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`columns` text,
	`is_shared` integer DEFAULT false NOT NULL,
	`owner_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_name` ON `saved_views` (`owner_id`,`list`,lower("name"));--> statement-breakpoint
ALTER TABLE `bookings` ADD `company` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `placement` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `second_phone` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `internal_notes` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `source` text DEFAULT 'web' NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `created_by` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `bookings` ADD `cancelled_at` integer;--> statement-breakpoint
ALTER TABLE `bookings` ADD `cancellation_policy` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `paid_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `balance_due` integer GENERATED ALWAYS AS (max(0, coalesce(final_price, deposit_amount) - paid_amount)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `calendar_sequence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `bookings_end_date` ON `bookings` (`end_date`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_balance_due` ON `bookings` (`balance_due`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_source` ON `bookings` (`source`,`id`);--> statement-breakpoint
ALTER TABLE `dump_fees` ADD `ticket_number` text;--> statement-breakpoint
ALTER TABLE `business_profile` ADD `email_new_bookings` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `checkout_revisions` ADD `company` text;--> statement-breakpoint
ALTER TABLE `checkout_revisions` ADD `placement` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `done_at` integer;--> statement-breakpoint
ALTER TABLE `jobs` ADD `done_by` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `pay_links` ADD `kind` text DEFAULT 'balance' NOT NULL;--> statement-breakpoint
ALTER TABLE `pay_links` ADD `cancels_booking` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `payment_operations` ADD `booking_version` integer;--> statement-breakpoint
ALTER TABLE `transactions` ADD `payment_day` text;--> statement-breakpoint
ALTER TABLE `transactions` ADD `reference` text;--> statement-breakpoint
ALTER TABLE `transactions` ADD `recorded_by` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `transactions` ADD `voided_at` integer;--> statement-breakpoint
ALTER TABLE `transactions` ADD `voided_by` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `transactions` ADD `void_reason` text;
--> statement-breakpoint
UPDATE bookings SET paid_amount = coalesce((
  SELECT sum(amount) FROM transactions
  WHERE booking_id = bookings.id AND type = 'payment' AND status = 'succeeded'), 0);
--> statement-breakpoint
-- Money: the paid amount of a booking is the sum of its succeeded payments.
CREATE TRIGGER bookings_paid_insert AFTER INSERT ON transactions
WHEN NEW.type = 'payment' AND NEW.booking_id IS NOT NULL
BEGIN
  UPDATE bookings SET paid_amount = coalesce((
    SELECT sum(amount) FROM transactions
    WHERE booking_id = NEW.booking_id AND type = 'payment' AND status = 'succeeded'), 0)
  WHERE id = NEW.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER bookings_paid_update AFTER UPDATE OF type, status, amount, booking_id ON transactions
WHEN NEW.type = 'payment' OR OLD.type = 'payment'
BEGIN
  UPDATE bookings SET paid_amount = coalesce((
    SELECT sum(amount) FROM transactions
    WHERE booking_id = bookings.id AND type = 'payment' AND status = 'succeeded'), 0)
  WHERE id IN (OLD.booking_id, NEW.booking_id);
END;
--> statement-breakpoint
CREATE TRIGGER bookings_paid_delete AFTER DELETE ON transactions
WHEN OLD.type = 'payment' AND OLD.booking_id IS NOT NULL
BEGIN
  UPDATE bookings SET paid_amount = coalesce((
    SELECT sum(amount) FROM transactions
    WHERE booking_id = OLD.booking_id AND type = 'payment' AND status = 'succeeded'), 0)
  WHERE id = OLD.booking_id;
END;
--> statement-breakpoint
-- Money: a charge or payment link never exceeds the balance due.
DROP TRIGGER payment_operations_charge_due;
--> statement-breakpoint
CREATE TRIGGER payment_operations_charge_due BEFORE INSERT ON payment_operations
WHEN NEW.kind = 'charge' AND NOT EXISTS (
  SELECT 1 FROM bookings WHERE id = NEW.booking_id AND NEW.amount <= balance_due
)
BEGIN
  SELECT RAISE(ABORT, 'charge_above_due');
END;
--> statement-breakpoint
DROP TRIGGER pay_links_due;
--> statement-breakpoint
CREATE TRIGGER pay_links_due BEFORE INSERT ON pay_links
WHEN NEW.state = 'open' AND NOT EXISTS (
  SELECT 1 FROM bookings WHERE id = NEW.booking_id AND NEW.amount <= balance_due
)
BEGIN
  SELECT RAISE(ABORT, 'charge_above_due');
END;
--> statement-breakpoint
-- A cancellation ends the open payment link itself, so it can begin under one.
DROP TRIGGER payment_operations_no_open_link;
--> statement-breakpoint
CREATE TRIGGER payment_operations_no_open_link BEFORE INSERT ON payment_operations
WHEN NEW.kind <> 'cancel' AND EXISTS (
  SELECT 1 FROM pay_links WHERE booking_id = NEW.booking_id AND state = 'open'
)
BEGIN
  SELECT RAISE(ABORT, 'pay_link_open');
END;
--> statement-breakpoint
-- A ticket is voided only: its number never changes either.
CREATE TRIGGER dump_fees_ticket_no_update BEFORE UPDATE OF ticket_number ON dump_fees
WHEN NEW.ticket_number IS NOT OLD.ticket_number
BEGIN
  SELECT RAISE(ABORT, 'dump_fees_are_voided_only');
END;
