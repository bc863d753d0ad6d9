ALTER TABLE `bookings` ADD `po_number` text;--> statement-breakpoint
ALTER TABLE `checkout_revisions` ADD `po_number` text;