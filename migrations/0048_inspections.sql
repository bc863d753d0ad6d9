CREATE TABLE `truck_repairs` (
	`inspection_id` text PRIMARY KEY NOT NULL,
	`result` text NOT NULL,
	`name` text NOT NULL,
	`note` text,
	`created_by` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`inspection_id`) REFERENCES `driver_actions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `dispatch_settings` ADD `has_inspections` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `dispatch_settings` ADD `inspection_items` text;--> statement-breakpoint
ALTER TABLE `trucks` ADD `inspection_items` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `driver_actions_inspections` ON `driver_actions` (payload ->> '$.truckId',`corrected_time`) WHERE type = 'inspection';