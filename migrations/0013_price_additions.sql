-- compatible: the triggers refuse changes of a table and a column that the previous release does not know.
CREATE TABLE `price_additions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`type` text NOT NULL,
	`item_id` text,
	`quantity` integer NOT NULL,
	`unit_amount` integer,
	`created_at` integer NOT NULL,
	`created_by` integer,
	`voided_at` integer,
	`voided_by` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`voided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "price_additions_quantity" CHECK("price_additions"."quantity" BETWEEN 1 AND 10000),
	CONSTRAINT "price_additions_amount" CHECK("price_additions"."unit_amount" BETWEEN 1 AND 99999999 AND ("price_additions"."item_id" IS NULL OR "price_additions"."unit_amount" IS NULL)),
	CONSTRAINT "price_additions_type" CHECK(CASE "price_additions"."type"
        WHEN 'item' THEN "price_additions"."item_id" IS NOT NULL
        WHEN 'overage' THEN "price_additions"."item_id" IS NULL AND "price_additions"."unit_amount" IS NOT NULL AND "price_additions"."quantity" = 1
        ELSE "price_additions"."item_id" IS NULL END)
);
--> statement-breakpoint
CREATE INDEX `price_additions_booking` ON `price_additions` (`booking_id`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `final_price_lines` text;
--> statement-breakpoint
-- A wrong addition is voided once, and no other column ever changes: the history names its row.
CREATE TRIGGER price_additions_no_delete BEFORE DELETE ON price_additions
BEGIN
  SELECT RAISE(ABORT, 'price_additions_are_voided_only');
END;
--> statement-breakpoint
CREATE TRIGGER price_additions_no_update BEFORE UPDATE ON price_additions
WHEN OLD.voided_at IS NOT NULL OR NEW.voided_at IS NULL OR NEW.voided_by IS NULL
  OR NEW.id <> OLD.id OR NEW.booking_id <> OLD.booking_id OR NEW.type <> OLD.type
  OR NEW.item_id IS NOT OLD.item_id OR NEW.quantity <> OLD.quantity OR NEW.unit_amount IS NOT OLD.unit_amount
  OR NEW.created_at <> OLD.created_at OR NEW.created_by IS NOT OLD.created_by
BEGIN
  SELECT RAISE(ABORT, 'price_additions_are_voided_only');
END;
--> statement-breakpoint
-- INSERT OR REPLACE deletes the old row without firing its DELETE trigger.
CREATE TRIGGER price_additions_no_replace BEFORE INSERT ON price_additions
WHEN EXISTS (SELECT 1 FROM price_additions WHERE id = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'price_additions_are_voided_only');
END;
--> statement-breakpoint
-- The lines of a final price add up to it.
CREATE TRIGGER bookings_final_price_lines BEFORE UPDATE OF final_price_lines ON bookings
WHEN NEW.final_price_lines IS NOT NULL AND NEW.final_price IS NOT (
  SELECT sum(value ->> 'amount') FROM json_each(NEW.final_price_lines))
BEGIN
  SELECT RAISE(ABORT, 'bookings_final_price_lines');
END;
--> statement-breakpoint
-- The previous release sets a final price without its lines.
CREATE TRIGGER bookings_final_price_without_lines AFTER UPDATE OF final_price ON bookings
WHEN NEW.final_price_lines IS NOT NULL AND NEW.final_price IS NOT (
  SELECT sum(value ->> 'amount') FROM json_each(NEW.final_price_lines))
BEGIN
  UPDATE bookings SET final_price_lines = NULL WHERE id = NEW.id;
END;
