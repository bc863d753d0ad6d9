DROP INDEX `bookings_unpriced`;--> statement-breakpoint
CREATE INDEX `bookings_unpriced` ON `bookings` (`status`,`id`) WHERE status = 'completed' AND final_price IS NULL;