CREATE INDEX `checkout_blocks_until` ON `checkout_blocks` (`blocked_until`);--> statement-breakpoint
CREATE INDEX `checkouts_expired` ON `checkouts` (`created_at`) WHERE state = 'expired';--> statement-breakpoint
CREATE INDEX `rate_limits_started` ON `rate_limits` (`window_started_at`);--> statement-breakpoint
CREATE INDEX `outbox_done` ON `outbox` (`done_at`) WHERE done_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `stripe_events_processed` ON `stripe_events` (`processed_at`) WHERE processed_at IS NOT NULL;