CREATE TABLE `booking_places` (
	`booking_id` integer PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`checked_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `booking_places_address` ON `booking_places` (`address`);