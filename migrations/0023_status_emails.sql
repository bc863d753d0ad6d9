ALTER TABLE `bookings` ADD `confirmed_email_at` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `due_at` integer;