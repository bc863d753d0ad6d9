DROP INDEX `checkouts_open_device`;--> statement-breakpoint
CREATE INDEX `checkouts_device` ON `checkouts` (`device_id`,`created_at`) WHERE device_id IS NOT NULL;