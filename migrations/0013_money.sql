CREATE TABLE `pay_link_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`pay_link_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`pay_link_id`) REFERENCES `pay_links`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `pay_link_tokens_link` ON `pay_link_tokens` (`pay_link_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `pay_links` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` integer NOT NULL,
	`stripe_payment_intent_id` text NOT NULL,
	`amount` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pay_links_state" CHECK("pay_links"."state" IN ('open', 'paid', 'withdrawn')),
	CONSTRAINT "pay_links_amount" CHECK("pay_links"."amount" > 0),
	CONSTRAINT "pay_links_ended" CHECK(("pay_links"."state" = 'open') = ("pay_links"."ended_at" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pay_links_open` ON `pay_links` (`booking_id`) WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX `pay_links_intent` ON `pay_links` (`stripe_payment_intent_id`);--> statement-breakpoint
CREATE INDEX `pay_links_opened` ON `pay_links` (`created_at`) WHERE state = 'open';--> statement-breakpoint
CREATE TABLE `refund_parts` (
	`id` text PRIMARY KEY NOT NULL,
	`operation_id` integer NOT NULL,
	`payment_id` text NOT NULL,
	`amount` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`refund_id` text,
	`error_code` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`operation_id`) REFERENCES `payment_operations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refund_parts_state" CHECK("refund_parts"."state" IN ('open', 'succeeded', 'pending', 'failed')),
	CONSTRAINT "refund_parts_amount" CHECK("refund_parts"."amount" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refund_parts_of` ON `refund_parts` (`operation_id`,`payment_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `refund_parts_refund` ON `refund_parts` (`refund_id`);--> statement-breakpoint
CREATE INDEX `refund_parts_payment` ON `refund_parts` (`payment_id`);--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`id` text PRIMARY KEY NOT NULL,
	`message` text NOT NULL,
	`died_at` integer NOT NULL,
	`replayed_at` integer,
	`replayed_by` integer,
	FOREIGN KEY (`replayed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `dead_letters_died` ON `dead_letters` (`died_at`);--> statement-breakpoint
CREATE TABLE `reconciliation_issues` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`object_id` text NOT NULL,
	`difference` text NOT NULL,
	`booking_id` integer,
	`ledger_status` text,
	`ledger_amount` integer,
	`stripe_status` text,
	`stripe_amount` integer,
	`found_at` integer NOT NULL,
	`settled_at` integer,
	`settled_by` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`settled_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reconciliation_issues_difference" CHECK("reconciliation_issues"."difference" IN ('missing_here', 'missing_at_stripe', 'status', 'amount'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reconciliation_issues_open` ON `reconciliation_issues` (`object_id`) WHERE settled_at IS NULL;--> statement-breakpoint
CREATE INDEX `reconciliation_issues_settled` ON `reconciliation_issues` (`settled_at`,`id`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `about` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `dead_at` integer;--> statement-breakpoint
ALTER TABLE `payment_operations` ADD `request_hash` text;--> statement-breakpoint
ALTER TABLE `payment_operations` ADD `claimed_until` integer;--> statement-breakpoint
ALTER TABLE `payment_operations` ADD `notify_customer` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `payment_operations_intent` ON `payment_operations` (`stripe_payment_intent_id`);--> statement-breakpoint
ALTER TABLE `transactions` ADD `dispute_id` text;--> statement-breakpoint
ALTER TABLE `transactions` ADD `dispute_status` text;--> statement-breakpoint
CREATE INDEX `transactions_refunds_of` ON `transactions` (`payment_id`) WHERE payment_id IS NOT NULL;
--> statement-breakpoint
-- Never more is charged than is due, and never while a customer may pay the same on a link.
CREATE TRIGGER payment_operations_charge_due BEFORE INSERT ON payment_operations
WHEN NEW.kind = 'charge' AND NOT EXISTS (
  SELECT 1 FROM bookings
  WHERE id = NEW.booking_id
    AND NEW.amount <= final_price - deposit_amount - coalesce(additional_payment_amount, 0)
)
BEGIN
  SELECT RAISE(ABORT, 'charge_above_due');
END;
--> statement-breakpoint
CREATE TRIGGER payment_operations_no_open_link BEFORE INSERT ON payment_operations
WHEN EXISTS (SELECT 1 FROM pay_links WHERE booking_id = NEW.booking_id AND state = 'open')
BEGIN
  SELECT RAISE(ABORT, 'pay_link_open');
END;
--> statement-breakpoint
CREATE TRIGGER pay_links_due BEFORE INSERT ON pay_links
WHEN NEW.state = 'open' AND NOT EXISTS (
  SELECT 1 FROM bookings
  WHERE id = NEW.booking_id
    AND NEW.amount <= final_price - deposit_amount - coalesce(additional_payment_amount, 0)
)
BEGIN
  SELECT RAISE(ABORT, 'charge_above_due');
END;
--> statement-breakpoint
CREATE TRIGGER pay_links_no_live_operation BEFORE INSERT ON pay_links
WHEN NEW.state = 'open' AND EXISTS (
  SELECT 1 FROM payment_operations
  WHERE booking_id = NEW.booking_id AND state IN ('started', 'confirming', 'unknown')
)
BEGIN
  SELECT RAISE(ABORT, 'payment_operation_live');
END;
--> statement-breakpoint
-- What is due stays as it is while it is being charged.
CREATE TRIGGER bookings_price_while_charged BEFORE UPDATE OF final_price ON bookings
WHEN NEW.final_price IS NOT OLD.final_price
BEGIN
  SELECT RAISE(ABORT, 'payment_operation_live') WHERE EXISTS (
    SELECT 1 FROM payment_operations
    WHERE booking_id = OLD.id AND state IN ('started', 'confirming', 'unknown')
  );
  SELECT RAISE(ABORT, 'pay_link_open') WHERE EXISTS (
    SELECT 1 FROM pay_links WHERE booking_id = OLD.id AND state = 'open'
  );
END;
--> statement-breakpoint
-- Never more is refunded than was paid: what is asked now is counted with all that was, unless it failed.
CREATE TRIGGER refund_parts_paid BEFORE INSERT ON refund_parts
WHEN NEW.amount > coalesce((
  SELECT paid.amount - (
    SELECT coalesce(sum(back.amount), 0) FROM transactions AS back
    WHERE back.payment_id = paid.id AND back.status <> 'failed'
  ) - (
    SELECT coalesce(sum(part.amount), 0) FROM refund_parts AS part
    WHERE part.payment_id = paid.id AND part.state <> 'failed'
      AND NOT EXISTS (SELECT 1 FROM transactions WHERE id = part.refund_id)
  )
  FROM transactions AS paid WHERE paid.id = NEW.payment_id AND paid.status = 'succeeded'
), 0)
BEGIN
  SELECT RAISE(ABORT, 'refund_above_paid');
END;
