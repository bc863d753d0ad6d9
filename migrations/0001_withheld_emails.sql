ALTER TABLE `outbox` ADD `is_withheld` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_withheld` ON `outbox` (`created_at`) WHERE is_withheld = 1;