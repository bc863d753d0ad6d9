ALTER TABLE `dispatch_settings` ADD `new_text_numbers` integer DEFAULT 200 NOT NULL;--> statement-breakpoint
ALTER TABLE `text_messages` ADD `is_first` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `text_messages_phone` ON `text_messages` (`phone`);--> statement-breakpoint
CREATE INDEX `text_messages_first` ON `text_messages` (`created_at`) WHERE is_first = 1;