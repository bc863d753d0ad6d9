ALTER TABLE `checkouts` ADD `device_id` text;--> statement-breakpoint
CREATE INDEX `checkouts_open_device` ON `checkouts` (`device_id`) WHERE state = 'open' AND device_id IS NOT NULL;