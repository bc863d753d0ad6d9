ALTER TABLE `transactions` ADD `place` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_place` ON `transactions` (`place`);--> statement-breakpoint
CREATE INDEX `transactions_of_booking` ON `transactions` (`booking_id`,`place`);--> statement-breakpoint
CREATE INDEX `transactions_of_type` ON `transactions` (`type`,`place`);--> statement-breakpoint
CREATE INDEX `transactions_of_status` ON `transactions` (`status`,`place`);--> statement-breakpoint
CREATE INDEX `transactions_of_type_and_status` ON `transactions` (`type`,`status`,`place`);--> statement-breakpoint
CREATE INDEX `transactions_of_amount` ON `transactions` (`amount`,`place`);