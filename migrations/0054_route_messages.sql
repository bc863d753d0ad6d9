CREATE TABLE `route_messages` (
	`message_id` integer PRIMARY KEY NOT NULL,
	`route_id` integer NOT NULL,
	`stop_id` integer,
	`action_id` text,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`route_id`) REFERENCES `driver_routes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`stop_id`) REFERENCES `driver_route_stops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`action_id`) REFERENCES `driver_actions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `route_messages_action` ON `route_messages` (`action_id`) WHERE action_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `route_messages_route` ON `route_messages` (`route_id`,`message_id`);--> statement-breakpoint
CREATE INDEX `messages_without_booking` ON `messages` (`created_at`) WHERE booking_id IS NULL AND content <> '';