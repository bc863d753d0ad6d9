-- compatible: only this release writes the column.
ALTER TABLE `bookings` ADD `request_key` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `request_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_request_key` ON `bookings` (`request_key`) WHERE request_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `pay_links_releasing` ON `pay_links` (`created_at`) WHERE cancels_booking = 1 AND state = 'withdrawn';