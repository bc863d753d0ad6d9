-- Customers, Stripe and the system write history, too: an entry may have no member of staff and no version.
CREATE TABLE `kept_history` AS SELECT * FROM `history`;
--> statement-breakpoint
DROP TABLE `history`;
--> statement-breakpoint
CREATE TABLE `history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`subject_id` integer NOT NULL,
	`version` integer,
	`action` text NOT NULL,
	`actor_type` text DEFAULT 'staff' NOT NULL,
	`actor_id` integer,
	`actor_name` text NOT NULL,
	`before` text,
	`after` text,
	`transaction_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "history_subject_known" CHECK("history"."subject" IN ('user', 'booking', 'dumpster')),
	CONSTRAINT "history_actor" CHECK(("history"."actor_type" = 'staff') = ("history"."actor_id" IS NOT NULL))
);
--> statement-breakpoint
INSERT INTO `history` (`id`, `subject`, `subject_id`, `version`, `action`, `actor_id`, `actor_name`, `before`, `after`, `created_at`)
SELECT `id`, `subject`, `subject_id`, `version`, `action`, `actor_id`, `actor_name`, `before`, `after`, `created_at` FROM `kept_history`;
--> statement-breakpoint
DROP TABLE `kept_history`;
--> statement-breakpoint
CREATE INDEX `history_subject` ON `history` (`subject`,`subject_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `history_transaction` ON `history` (`transaction_id`) WHERE transaction_id IS NOT NULL;
--> statement-breakpoint
-- Of two who change one version only one is first: the other's whole transaction is refused.
CREATE UNIQUE INDEX `history_version` ON `history` (`subject`,`subject_id`,`version`);
--> statement-breakpoint
-- History is appended to, never rewritten.
CREATE TRIGGER history_no_update BEFORE UPDATE ON history
BEGIN
  SELECT RAISE(ABORT, 'history_is_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER history_no_delete BEFORE DELETE ON history
BEGIN
  SELECT RAISE(ABORT, 'history_is_append_only');
END;
--> statement-breakpoint
ALTER TABLE `pay_links` ADD `end_reason` text;
--> statement-breakpoint
ALTER TABLE `pay_links` ADD `ended_by` integer REFERENCES users(id);
