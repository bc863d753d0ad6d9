CREATE TABLE `repeat_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`booking_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "repeat_links_hash" CHECK(length("repeat_links"."token_hash") = 64),
	CONSTRAINT "repeat_links_order" CHECK("repeat_links"."created_at" < "repeat_links"."expires_at")
);
--> statement-breakpoint
CREATE INDEX `repeat_links_booking` ON `repeat_links` (`booking_id`);--> statement-breakpoint
CREATE INDEX `repeat_links_expired` ON `repeat_links` (`expires_at`);--> statement-breakpoint
CREATE TRIGGER `repeat_links_other_address` AFTER UPDATE OF `email` ON `bookings`
WHEN lower(trim(OLD.email)) IS NOT lower(trim(NEW.email))
BEGIN
  DELETE FROM repeat_links WHERE booking_id = OLD.id;
END;
