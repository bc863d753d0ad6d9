DROP INDEX `checkouts_open_ip`;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `home_network` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `wide_network` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `checkouts_open_home` ON `checkouts` (`home_network`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `checkouts_open_wide` ON `checkouts` (`wide_network`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `dumpster_schedule_held` ON `dumpster_schedule` (`dumpster_id`,`checkout_id`,`start_date`,`end_date`) WHERE checkout_id IS NOT NULL;